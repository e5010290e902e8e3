//===- RunValuesTest.cpp - the values that a query asks for, by run ----------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "join/RunValues.h"

#include <gtest/gtest.h>

using namespace argus;

static RuntimeLog logOf(double Us) {
  RuntimeLog Log;
  for (const uint64_t Number : {1, 2, 3}) {
    LaunchRecord L;
    L.Launch = Number;
    L.Kernel = Number == 3 ? "_Z4initv" : "_Z4gemmv";
    Log.Launches.push_back(L);
    Log.GpuNs[Number] = Us * 1000 * static_cast<double>(Number);
  }
  return Log;
}

/// "gemm" with "loop" in it, whose executions took `Us`.
static JoinedRun runOf(std::vector<double> Us, unsigned Process = 0) {
  KernelSamples K;
  K.Process = Process;
  K.Mangled = "_Z4gemmv";
  K.Name = "gemm";
  K.NsPerCycle = 0.5;
  K.Regions.resize(1);
  K.Regions[0].Us = {100};
  if (!Us.empty()) {
    K.Paths.Regions.child(0, 0, "loop");
    K.Regions.emplace_back();
    K.Regions[1].Us = std::move(Us);
  }
  JoinedRun Run;
  Run.Kernels.push_back(std::move(K));
  return Run;
}

static std::vector<std::string> names(const RunValues &Values) {
  std::vector<std::string> Names;
  for (const Measured &M : Values.measured())
    Names.push_back(M.Name);
  return Names;
}

TEST(RunValues, MedianOfEachRun) {
  const Query Q;
  RunValues Values(Q);
  const RuntimeLog A = logOf(2), B = logOf(4);
  Values.addReference({&A});
  Values.addTrace({&B}, runOf({5, 1, 2}));
  Values.addTrace({&B}, runOf({})); // the region did not occur
  Values.addTrace({&B}, runOf({4, 3}));
  const std::vector<Measured> All = Values.measured();
  ASSERT_EQ(names(Values),
            (std::vector<std::string>{"gemm duration.p50", "gemm time.reference",
                                      "gemm time.trace", "gemm/loop duration.p50"}));
  EXPECT_EQ(All[0].Values, (std::vector<double>{100, 100, 100}));
  EXPECT_EQ(All[1].Values, std::vector<double>{3}); // of 2 and 4 us; init has no region
  EXPECT_EQ(All[2].Values, (std::vector<double>{6, 6, 6}));
  EXPECT_EQ(All[3].Values, (std::vector<double>{2, 3.5}));
  EXPECT_EQ(All[3].Tick, 0.0005);
}

TEST(RunValues, OfTheAskedRegionsAlone) {
  Query Q;
  Q.Regions = {"loop"};
  RunValues Values(Q);
  const RuntimeLog Log = logOf(2);
  Values.addReference({&Log});
  Values.addTrace({&Log}, runOf({1}));
  EXPECT_EQ(names(Values),
            (std::vector<std::string>{"gemm time.reference", "gemm time.trace",
                                      "gemm/loop duration.p50"}));
  Q.Regions = {"other"};
  RunValues None(Q);
  None.addReference({&Log});
  None.addTrace({&Log}, runOf({1}));
  EXPECT_TRUE(None.measured().empty());
}

TEST(RunValues, ProcessesAreApart) {
  Query Q;
  Q.Regions = {"loop"};
  RunValues Values(Q);
  const RuntimeLog Log = logOf(2);
  JoinedRun Run = runOf({1});
  Run.Kernels.push_back(runOf({2}, 1).Kernels.front());
  Values.addTrace({&Log, &Log}, Run);
  EXPECT_EQ(names(Values)[2], "gemm/loop [process 0] duration.p50");
  EXPECT_EQ(names(Values)[3], "gemm/loop [process 1] duration.p50");
}

TEST(RunValues, StatesForTheSearchOfDrift) {
  const Query Q;
  RunValues Values(Q);
  const RuntimeLog Log = logOf(2);
  GpuSummary Gpu;
  Gpu.SmMhz = Extent{1700, 1800, 1900};
  Gpu.TemperatureC = Extent{40, 50, 60};
  Values.addReference({&Log}, Gpu);
  Values.addTrace({&Log}, runOf({1}));
  const std::vector<RunState> States = Values.states();
  ASSERT_EQ(States.size(), 2u);
  EXPECT_EQ(States[0].Kind, RunKind::Reference);
  EXPECT_EQ(States[0].SmMhz, 1800);
  EXPECT_EQ(States[0].HottestC, 60);
  // init has no region.
  EXPECT_EQ(States[0].KernelUs, (std::map<std::string, double>{{"gemm", 3}}));
  EXPECT_EQ(States[1].Kind, RunKind::Trace);
  EXPECT_FALSE(States[1].SmMhz);
}
