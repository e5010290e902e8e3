//===- Executor.cpp - what the executor costs a task ----------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A thousand runs of /bin/true by the executor and real processes, by ninja, and by
// loops of posix_spawn, whose time is the system's part. Asked for: less than 2 ms
// overhead a task.
//
//   executor_bench [TASKS [PARALLEL [REPEATS]]]
//
//===----------------------------------------------------------------------===//

#include "execute/Executor.h"
#include "execute/Process.h"
#include "support/Failure.h"
#include "support/Files.h"
#include "support/Text.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <fmt/format.h>
#include <functional>
#include <optional>
#include <spawn.h>
#include <string>
#include <string_view>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

extern char **environ;

using namespace argus;

namespace {

constexpr char Program[] = "/bin/true";

/// What is measured: so many runs of it, so many at a time.
struct Load {
  unsigned Tasks = 1000;
  unsigned Parallel = std::max(1u, std::thread::hardware_concurrency());
  unsigned Repeats = 5;
};

template <typename F> double secondsOf(F Work) {
  const auto Begin = std::chrono::steady_clock::now();
  Work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - Begin)
      .count();
}

double median(std::vector<double> Values) {
  std::sort(Values.begin(), Values.end());
  return Values[Values.size() / 2];
}

void require(bool Ok, const char *What) {
  if (!Ok) {
    std::fprintf(stderr, "executor_bench: %s failed\n", What);
    std::exit(1);
  }
}

/// The system's part: nothing is done but to start the programs and wait for them. By
/// threads, as in the executor, since one alone could not keep all cores busy, and by
/// posix_spawn, which copies no page tables.
void bare(const Load &L) {
  char *const Words[] = {const_cast<char *>(Program), nullptr};
  std::atomic<unsigned> Next = 0;
  const auto Work = [&] {
    while (Next++ < L.Tasks) {
      pid_t Child = 0;
      int Status = 0;
      require(posix_spawn(&Child, Program, nullptr, nullptr, Words, environ) == 0 &&
                  waitpid(Child, &Status, 0) == Child && Status == 0,
              Program);
    }
  };
  std::vector<std::thread> Threads;
  for (unsigned I = 0; I < L.Parallel; ++I)
    Threads.emplace_back(Work);
  for (std::thread &Thread : Threads)
    Thread.join();
}

/// The steps with Argus' own threads; `Work` is done by each.
void execute(const Load &L, const std::function<bool()> &Work) {
  Progress Shown(Verbosity::Normal, L.Parallel,
                 {[](std::string_view) {}, [] { return 0.0; }, [] { return 80u; }});
  ThreadRunner Threads;
  Executor All(L.Parallel, Threads, Shown);
  for (unsigned I = 0; I < L.Tasks; ++I) {
    Step S;
    S.Name = "task";
    S.Work = [&Work] { require(Work(), Program); };
    All.add(std::move(S), {});
  }
  All.run();
}

/// The program, started as a tool is.
bool runAsTool() {
  ProcessRequest Request;
  Request.Command = {Program};
  return runProcess(Request).ok();
}

/// A build file with one edge a task, for a build that finds nothing done.
void writeNinja(const Load &L, const fs::path &Directory) {
  std::string Text = fmt::format("rule run\n  command = {}\n", Program);
  for (unsigned I = 0; I < L.Tasks; ++I)
    Text += fmt::format("build task{}: run\n", I);
  writeFile(Directory / "build.ninja", Text);
}

bool runNinja(const Load &L, const fs::path &Directory) {
  ProcessRequest Request;
  Request.Command = {"ninja", "-C", Directory.string(), "-j",
                     std::to_string(L.Parallel)};
  Request.Stdout = "/dev/null";
  return runProcess(Request).ok();
}

unsigned argument(int Count, char **Words, int Index, unsigned Default) {
  const auto Number = Index < Count ? parseNumber(Words[Index]) : std::nullopt;
  return Number && *Number > 0 ? static_cast<unsigned>(*Number) : Default;
}

void measure(const Load &L) {
  const TemporaryDirectory Scratch(
      makeUniqueDirectory(temporaryDirectory(), "argus-executor-bench-"));
  writeNinja(L, Scratch.path());
  std::vector<double> Bare, Ours, Ninja;
  for (unsigned I = 0; I < L.Repeats; ++I) { // in turn: the machine may be busy
    Bare.push_back(secondsOf([&] { bare(L); }));
    Ours.push_back(secondsOf([&] { execute(L, runAsTool); }));
    Ninja.push_back(secondsOf([&] { require(runNinja(L, Scratch.path()), "ninja"); }));
  }
  const double Milli = 1000.0 / L.Tasks;
  const double Floor = median(Bare) * Milli, Executor = median(Ours) * Milli,
               Peer = median(Ninja) * Milli;
  fmt::print("{} runs of {}, {} at a time; median of {}; ms a task\n", L.Tasks, Program,
             L.Parallel, L.Repeats);
  fmt::print("{:24}{:>8}{:>10}\n", "", "time", "overhead");
  fmt::print("{:24}{:8.3f}\n", "bare posix_spawn", Floor);
  fmt::print("{:24}{:8.3f}{:10.3f}\n", "Argus' executor", Executor, Executor - Floor);
  fmt::print("{:24}{:8.3f}{:10.3f}\n", "ninja", Peer, Peer - Floor);
  fmt::print("executor / ninja: {:.2f} in time; goal: overhead below 2 ms\n",
             Executor / Peer);
}

} // namespace

int main(int argc, char **argv) {
  Load L;
  L.Tasks = argument(argc, argv, 1, L.Tasks);
  L.Parallel = argument(argc, argv, 2, L.Parallel);
  L.Repeats = argument(argc, argv, 3, L.Repeats);
  try {
    measure(L);
  } catch (const Failure &Stopped) {
    std::fprintf(stderr, "executor_bench: %s\n", Stopped.Message.c_str());
    return static_cast<int>(Stopped.Code);
  } catch (const std::exception &Error) {
    std::fprintf(stderr, "executor_bench: %s\n", Error.what());
    return static_cast<int>(ExitCode::Internal);
  }
  return 0;
}
