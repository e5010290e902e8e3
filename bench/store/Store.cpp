//===- Store.cpp - how fast a store of 100,000 artifacts answers ----------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   store_bench [--benchmark_filter=...]      ARGUS_BENCH_ARTIFACTS=1000: fewer
//
// A store of 100,000 artifacts is opened and asked for one; asked for: less than 100
// ms. Beside it what else could keep as many: git, asked by a process of its own for an
// object of as many that are packed, and a directory of JSON files, read until the one
// is found. `ratio` is how many times the store's time each takes. `add` is one more
// artifact, by its task's files, and beside it the same files written and renamed.
//
//===----------------------------------------------------------------------===//

#include "store/Store.h"
#include "execute/Process.h"
#include "support/Digest.h"

#include <benchmark/benchmark.h>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <nlohmann/json.hpp>

using namespace argus;

namespace {

size_t artifactCount() {
  const char *Asked = std::getenv("ARGUS_BENCH_ARTIFACTS");
  return Asked ? std::strtoul(Asked, nullptr, 10) : 100000;
}

std::string keyOf(size_t I) { return digestOf("key " + std::to_string(I)); }

/// The one in the middle is looked for.
size_t wanted() { return artifactCount() / 2; }

Artifact artifactOf(size_t I) {
  Artifact A;
  A.Key = keyOf(I);
  A.Kind = "run";
  A.Task = "trace " + std::to_string(I);
  A.Program = digestOf("program");
  A.Inputs = {keyOf(I / 2), keyOf(I / 3)};
  A.Tools = {{"argus", "0.1.0"}, {"driver", "580.95.05"}};
  A.Host = "host";
  A.Gpu = "GPU-00000000-0000-0000-0000-000000000000";
  A.Arguments = {"./program", "--size", std::to_string(I)};
  A.Time = static_cast<std::time_t>(I);
  return A;
}

std::string contentOf(size_t I) { return "result of task " + std::to_string(I); }

std::string recordOf(const Artifact &A) {
  return nlohmann::json{{"key", A.Key},     {"kind", A.Kind},
                        {"task", A.Task},   {"program", A.Program},
                        {"tools", A.Tools}, {"inputs", A.Inputs},
                        {"gpu", A.Gpu},     {"arguments", A.Arguments}}
      .dump();
}

void addOne(Store &To, size_t I) {
  const fs::path Made = To.scratch("task-");
  writeFile(Made / "result", contentOf(I));
  To.add(artifactOf(I), Made, "run");
}

/// All of one run of the benchmark, below one temporary directory.
struct Places {
  TemporaryDirectory Root{
      makeUniqueDirectory(temporaryDirectory(), "argus-store-bench-")};
  fs::path Store = Root.path() / "store";
  fs::path Json = Root.path() / "json";
  fs::path Git = Root.path() / "git";

  Places() {
    std::fprintf(stderr, "making %zu artifacts, JSON files and git objects\n",
                 artifactCount());
    argus::Store To(Store);
    createDirectories(Json);
    for (size_t I = 0; I < artifactCount(); ++I) {
      addOne(To, I);
      // By a name that says nothing of the key, as an index would not be needed else.
      writeFile(Json / (std::to_string(I) + ".json"), recordOf(artifactOf(I)));
    }
    makeGit();
  }

  void makeGit() const {
    std::string Import;
    for (size_t I = 0; I < artifactCount(); ++I) {
      const std::string Record = recordOf(artifactOf(I));
      Import += "blob\ndata " + std::to_string(Record.size()) + "\n" + Record + "\n";
    }
    writeFile(Root.path() / "import", Import);
    git({"init", "-q", "--bare", Git.string()});
    git({"--git-dir", Git.string(), "fast-import", "--quiet"}, Root.path() / "import");
  }

  void git(std::vector<std::string> Words, const fs::path &Stdin = "/dev/null") const {
    ProcessRequest Request;
    Request.Command = std::move(Words);
    Request.Command.insert(Request.Command.begin(), "git");
    Request.Stdin = Stdin.string();
    Request.Stdout = (Root.path() / "git.out").string();
    if (!runProcess(Request).ok())
      throw badUsage("git failed", "");
  }
};

const Places &places() {
  static const Places All;
  return All;
}

/// Of the store, for the ratios.
double StoreSeconds = 0;

template <typename Call> double secondsOf(benchmark::State &State, Call Once) {
  double Sum = 0;
  for (auto _ : State) {
    const auto Begin = std::chrono::steady_clock::now();
    Once();
    Sum +=
        std::chrono::duration<double>(std::chrono::steady_clock::now() - Begin).count();
  }
  return Sum / static_cast<double>(State.iterations());
}

template <typename Call> void comparePeer(benchmark::State &State, Call Once) {
  const double Seconds = secondsOf(State, Once);
  if (StoreSeconds > 0)
    State.counters["ratio"] = Seconds / StoreSeconds;
}

void openAndFind(benchmark::State &State) {
  const fs::path Place = places().Store;
  StoreSeconds = secondsOf(State, [&] {
    Store S(Place);
    if (!S.find(keyOf(wanted()), "run"))
      State.SkipWithError("the artifact is not there");
  });
}

void gitCatFile(benchmark::State &State) {
  // As git names it.
  ProcessRequest Hash;
  const fs::path Record = places().Root.path() / "record";
  writeFile(Record, recordOf(artifactOf(wanted())));
  Hash.Command = {"git", "hash-object", Record.string()};
  Hash.Stdout = (places().Root.path() / "name").string();
  std::string Name = runProcess(Hash).ok() ? readFile(Hash.Stdout) : "";
  while (!Name.empty() && Name.back() == '\n')
    Name.pop_back();
  comparePeer(State, [&] {
    places().git({"--git-dir", places().Git.string(), "cat-file", "blob", Name});
  });
}

void readJsonFiles(benchmark::State &State) {
  const std::string Key = keyOf(wanted());
  comparePeer(State, [&] {
    bool Found = false;
    for (const fs::directory_entry &File : fs::directory_iterator(places().Json)) {
      Found = nlohmann::json::parse(readFile(File.path())).at("key") == Key;
      if (Found)
        break;
    }
    if (!Found)
      State.SkipWithError("the record is not there");
  });
}

void add(benchmark::State &State) {
  Store S(places().Store);
  static size_t I = artifactCount(); // the function is called several times
  StoreSeconds = secondsOf(State, [&] { addOne(S, I++); });
}

void writeAndRename(benchmark::State &State) {
  const fs::path Place = places().Root.path() / "renamed";
  createDirectories(Place);
  static size_t I = 0; // the function is called several times
  comparePeer(State, [&] {
    const fs::path Made = makeUniqueDirectory(Place, "task-");
    writeFile(Made / "result", contentOf(I));
    writeFile(Made / "record.json", recordOf(artifactOf(I)));
    fs::rename(Made, Place / std::to_string(I));
    ++I;
  });
}

BENCHMARK(openAndFind)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK(gitCatFile)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK(readJsonFiles)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK(add)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK(writeAndRename)->Unit(benchmark::kMillisecond)->UseRealTime();

} // namespace

BENCHMARK_MAIN();
