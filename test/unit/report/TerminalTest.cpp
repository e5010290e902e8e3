//===- TerminalTest.cpp - the report as a table ------------------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "report/Terminal.h"
#include "report/Compose.h"

#include "Sample.h"

#include <gtest/gtest.h>

using namespace argus;

TEST(Terminal, TablesAndRemarks) {
  Sample S;
  Report R = S.report();
  R.Timeline = {"out/timeline.json", 10, 2};
  R.Messages.push_back({"trace-1", "warning", "slow"});
  R.Messages.push_back({"trace-2", "warning", "slow"});
  EXPECT_EQ(reportAsText(R, {}), R"(./gemm 64 on NVIDIA H200 (sm_90)

region          count  total us  p10 us  p50 us  p90 us   kernel  warps  drops  perturbation  qualifier
gemm                2     200.0   100.0   100.0   100.0  100.0 %      2      0        +2.5 %  observed
gemm/loop           2     160.0   80.00   80.00   80.00   80.0 %      2      0        +2.5 %  observed
gemm/loop/wait      2     22.00   10.00   11.00   12.00   11.0 %      2      0        +2.5 %  observed
gemm/cold           0         -       -       -       -        -      0      0        +2.5 %  never executed

kernel  launches  time us  traced us  slower  registers  spills B  shared B  reference
gemm           1    101.0      103.5  +2.5 %    40 > 48         0      1024  identical

not measured: duration of gemm/cold: the region was never executed
warning: slow (run trace-1, 2 times)

timeline: 10 intervals (2 omitted), open out/timeline.json in ui.perfetto.dev
)");
}

TEST(Terminal, FlagsAndReasonsAreNamed) {
  Sample S;
  S.Asked.BudgetPercent = 1;
  S.Modules[0].Capsules[0].Kernels["_Z4gemmv"].Identity = {false, "size"};
  Report R = S.report();
  R.Trace.Incomplete.push_back({0, 3, 64, 63, false, false});
  const std::string Text = reportAsText(R, {});
  EXPECT_NE(Text.find("observed !\n"), std::string::npos);
  EXPECT_NE(Text.find("! gemm: perturbation: the trace build takes +2.5 %"),
            std::string::npos);
  EXPECT_NE(Text.find("! gemm: reference differs: size\n"), std::string::npos);
  EXPECT_NE(Text.find("(launch 3: 63 of 64)"), std::string::npos);
}

TEST(Terminal, NothingMeasured) {
  Report R;
  R.Missing.push_back({"duration", "", "no GPU"});
  EXPECT_EQ(reportAsText(R, {}), "");
  R.Missing.push_back({"duration", "k/cold", "why"});
  EXPECT_EQ(reportAsText(R, {}), "not measured: duration of k/cold: why\n");
}

TEST(Terminal, VirtualNumbersSayThatTheyAre) {
  Sample S;
  S.Asked.Virtual = true;
  Report R = S.report();
  TruthTable Truth;
  Truth[{"_Z4gemmv", "gemm/loop/wait"}] = {3, 90, 70, 60};
  composeTruth(R, {Truth}, "truth-1");
  const std::string Text = reportAsText(R, {});
  EXPECT_NE(Text.find(": virtual numbers, no prediction of any hardware\n"),
            std::string::npos);
  EXPECT_NE(Text.find("virtual, observed"), std::string::npos);
  EXPECT_NE(Text.find("  virtual us  "), std::string::npos);
  EXPECT_NE(Text.find("gemm/loop/wait        3            90          70     60.0 %  "
                      "virtual, attributed\n"),
            std::string::npos)
      << Text;
  EXPECT_NE(Text.find("! gemm/loop/wait: truth: its markers were executed 3 times, the "
                      "trace has 2 occurrences\n"),
            std::string::npos);
}

TEST(Terminal, RowsOfRolesAndTripsAreMarked) {
  Sample S;
  Report R = S.report();
  R.Regions[1].Role = "producer/tma";
  EXPECT_NE(reportAsText(R, {}).find("gemm/loop [role producer/tma] "),
            std::string::npos);
  R.Asked.Scope = parseScope("role=tma,iter=2:4");
  R.OutOfScope = {"gemm/a", "gemm/b"};
  const std::string Text = reportAsText(R, {});
  EXPECT_NE(Text.find("gemm/loop [role tma, iter 2:4] "), std::string::npos) << Text;
  EXPECT_NE(Text.find("gemm [role tma] "), std::string::npos) << Text;
  EXPECT_NE(Text.find("out of the scope role=tma,iter=2:4: gemm/a, gemm/b\n"),
            std::string::npos);
}

TEST(Terminal, TripsHaveAColumnWhereALoopIsMarked) {
  Sample S;
  for (JoinedRun &Run : S.Runs)
    Run.Kernels[0].Regions[1].Trips = 64;
  const std::string Text = reportAsText(S.report(), {});
  EXPECT_NE(Text.find("region          count  trips  total us "), std::string::npos);
  EXPECT_NE(Text.find("gemm/loop           2     64     160.0 "), std::string::npos)
      << Text;
  EXPECT_NE(Text.find("gemm/loop/wait      2      -     22.00 "), std::string::npos);
}

TEST(Terminal, ARegionThatNeverEndedIsNotNeverExecuted) {
  Sample S;
  for (JoinedRun &Run : S.Runs) {
    KernelSamples &K = Run.Kernels[0];
    K.Paths.Unended[K.Paths.Regions.child(0, 2, "cold")] = 4;
  }
  const std::string Text = reportAsText(S.report(), {});
  EXPECT_NE(Text.find("  never ended\n"), std::string::npos);
  EXPECT_NE(Text.find("not measured: duration of gemm/cold: the region began 8 times "
                      "and never ended"),
            std::string::npos)
      << Text;
}

TEST(Terminal, AFasterTraceIsFlagged) {
  Sample S;
  S.Input.TraceTimes[{0, "_Z4gemmv"}] = {{}, {80}, {81}};
  EXPECT_NE(reportAsText(S.report(), {})
                .find("% kernel time, beyond the budget of 5 %: "
                      "its code is scheduled otherwise"),
            std::string::npos);
}
