//===- GoldenTest.cpp - traces that a GPU recorded ------------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each directory of golden/ holds runtime.jsonl and trace.bin as the runtime wrote them
// in a trace run, and expected.json: the capsule's sites and kernels and what the
// program does, counted from its source.
//
//===----------------------------------------------------------------------===//

#include "join/Join.h"

#include "join/Synthesis.h"
#include "support/Files.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

using namespace argus;
using nlohmann::json;

static std::vector<std::string> goldenTraces() {
  std::vector<std::string> Names;
  for (const auto &Entry : fs::directory_iterator(ARGUS_TEST_GOLDEN))
    Names.push_back(Entry.path().filename().string());
  return Names;
}

class Golden : public testing::TestWithParam<std::string> {};

TEST_P(Golden, GivesWhatTheProgramDoes) {
  const fs::path Directory = fs::path(ARGUS_TEST_GOLDEN) / GetParam();
  const json Expected = json::parse(readFile(Directory / "expected.json"));
  CapsuleInfo Capsule;
  for (const json &Name : Expected.at("sites"))
    Capsule.Sites.push_back({Name, SiteForm::Statement, "", 0, 0});
  for (const json &Kernel : Expected.at("kernels"))
    Capsule.Kernels.push_back({Kernel.at("mangled"), Kernel.at("name")});
  const auto Logs = parseRuntimeLogs(readFile(Directory / "runtime.jsonl"));
  ASSERT_EQ(Logs.size(), 1u);
  EXPECT_TRUE(Logs[0].Problems.empty());
  const MappedFile Trace(Directory / "trace.bin");
  JoinRequest Request;
  Request.Capsule = [&](const RuntimeLog &, int, int) { return &Capsule; };
  std::vector<JoinedRun> Runs;
  Runs.push_back(joinRun({{0, &Logs[0], Trace.bytes()}}, Request));

  const JoinedRun &Run = Runs[0];
  EXPECT_TRUE(Run.Problems.empty());
  EXPECT_TRUE(Run.Incomplete.empty());
  EXPECT_EQ(Run.dropped(), Expected.value("dropped", 0u));
  for (const ClockQuality &Q : Run.Clocks) {
    EXPECT_EQ(Q.TimerStepNs, Expected.at("timer_step_ns").get<uint64_t>());
    EXPECT_LT(Q.ResidualMaxNs, 2000);
  }
  const Synthesis Results = synthesise(Runs);
  for (const KernelResult &K : Results.Kernels) {
    EXPECT_EQ(K.OpenWarps + K.ClockErrors + K.Matches.UnknownEvents, 0u);
    EXPECT_EQ(K.Matches.UnmatchedBegins + K.Matches.UnmatchedEnds, 0u);
  }
  std::map<std::string, double> Counts;
  for (const RegionResult &R : Results.Regions) {
    Counts[R.Path] = R.Count.mean();
    EXPECT_LE(R.Share.mean(), 1 + 1e-9) << R.Path;
    EXPECT_GT(R.Us.Min, 0) << R.Path;
  }
  EXPECT_EQ(Counts, (Expected.at("counts").get<std::map<std::string, double>>()));
}

INSTANTIATE_TEST_SUITE_P(Traces, Golden, testing::ValuesIn(goldenTraces()),
                         [](const auto &Info) { return Info.param; });
