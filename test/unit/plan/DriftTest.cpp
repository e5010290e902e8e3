//===- DriftTest.cpp - whether the machine changed while it was measured -----===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plan/Drift.h"

#include <gtest/gtest.h>

using namespace argus;

constexpr RunKind A = RunKind::Reference, B = RunKind::Trace;

/// A B B A as often as it takes; the trace runs take 10 % longer.
static std::vector<RunState> runs(const std::vector<double> &Us) {
  std::vector<RunState> Runs;
  for (size_t I = 0; I < Us.size(); ++I) {
    RunState Run;
    Run.Kind = I % 4 == 0 || I % 4 == 3 ? A : B;
    Run.KernelUs["gemm"] = Us[I] * (Run.Kind == B ? 1.1 : 1);
    Runs.push_back(Run);
  }
  return Runs;
}

TEST(Drift, NoneWithoutRecordsOrChange) {
  EXPECT_TRUE(findDrift({}, 2).empty());
  EXPECT_TRUE(findDrift(runs({100}), 2).empty());
  EXPECT_TRUE(findDrift(runs({100, 100, 100, 100}), 2).empty());
}

TEST(Drift, ClocksOfReferenceAndTrace) {
  std::vector<RunState> Runs = runs({100, 100, 100, 100});
  for (RunState &Run : Runs)
    Run.SmMhz = Run.Kind == A ? 1980 : 1945; // 1.8 %
  EXPECT_TRUE(findDrift(Runs, 2).empty());
  for (RunState &Run : Runs)
    Run.SmMhz = Run.Kind == A ? 1980 : 1935;
  const auto Found = findDrift(Runs, 2);
  ASSERT_EQ(Found.size(), 1u);
  EXPECT_EQ(Found[0],
            "drift: the SM clock is 1980 MHz in the reference runs and 1935 MHz in the "
            "trace runs, so their times don't compare; lock it, for example with "
            "'nvidia-smi --lock-gpu-clocks'");
}

TEST(Drift, TimesThatGoOneWay) {
  std::vector<RunState> Runs = runs({100, 101, 102, 103, 104, 105, 106, 107});
  Runs.front().HottestC = 41;
  Runs.back().HottestC = 70;
  const auto Found = findDrift(Runs, 2);
  ASSERT_EQ(Found.size(), 1u);
  EXPECT_EQ(Found[0].rfind("drift: the times of gemm changed by +6.8 % from the first "
                           "run to the last while the GPU went from 41 to 70 C",
                           0),
            0u)
      << Found[0];
  EXPECT_TRUE(findDrift(Runs, 10).empty()); // as precise as that
}

TEST(Drift, NoiseIsNoTrend) {
  EXPECT_TRUE(findDrift(runs({100, 107, 99, 106, 101, 108, 98, 107}), 2).empty());
  // What two points of a kind say cannot be told from noise.
  EXPECT_TRUE(findDrift(runs({100, 110}), 2).empty());
}
