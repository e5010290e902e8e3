//===- JoinTest.cpp - a traced run to samples by region ----------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "join/Join.h"

#include "TraceBuilder.h"

#include <gtest/gtest.h>

using namespace argus;

namespace {

/// One kernel with a region "outer" that holds "inner"; a cycle takes half a
/// nanosecond, so durations are exact in the run's own fit.
struct Joining : testing::Test {
  Joining() : B(8) {
    for (const char *Name : {"outer", "inner"})
      Capsule.Sites.push_back({Name, SiteForm::Statement, "k.cu", 1, 1});
    Capsule.Kernels = {{"_Z1kv", "k"}, {"_Z1lv", "l"}};
    DeviceRecord Device;
    Device.ClockKhz = 2e6;
    Log.Devices = {Device};
    Log.Pid = 42;
    addLaunch("_Z1kv", 1);
  }

  void addLaunch(const char *Kernel, uint64_t Ctas, bool Captured = false) {
    LaunchRecord L;
    L.Launch = Log.Launches.size() + 1;
    L.Kernel = Kernel;
    L.Grid = {Ctas, 1, 1};
    L.Block = {32, 1, 1};
    L.Captured = Captured;
    Log.Launches.push_back(L);
  }

  JoinedRun join(const char *Scope = nullptr) {
    Log.Drains = {B.drain()};
    JoinRequest Request;
    if (Scope)
      Request.Scope = parseScope(Scope);
    Request.Capsule = [this](const RuntimeLog &, int, int) { return &Capsule; };
    Request.OnInterval = [this](const Interval &I) { Intervals.push_back(I); };
    return joinRun({{0, &Log, B.Bytes}}, Request);
  }

  TraceBuilder B;
  CapsuleInfo Capsule;
  RuntimeLog Log;
  std::vector<Interval> Intervals;
};

} // namespace

TEST_F(Joining, DurationsTotalsAndWarps) {
  B.add(0, 100000,
        {begin(10000, 0), begin(20000, 1), end(30000, 1), begin(40000, 1),
         end(60000, 1), end(90000, 0)});
  const JoinedRun Run = join();
  ASSERT_EQ(Run.Kernels.size(), 1u);
  const KernelSamples &K = Run.Kernels[0];
  EXPECT_EQ(K.Name, "k");
  EXPECT_EQ(K.Launches, 1u);
  EXPECT_EQ(K.Events, 6u);
  ASSERT_EQ(K.Regions.size(), 3u);
  EXPECT_EQ(K.Regions[0].Us, std::vector<double>{50});
  EXPECT_EQ(K.Regions[1].Us, std::vector<double>{40});
  EXPECT_EQ(K.Regions[2].Us, (std::vector<double>{5, 10}));
  EXPECT_EQ(K.Regions[2].TotalUs, 15);
  EXPECT_EQ(K.Regions[2].Warps, 1u);
  EXPECT_EQ(K.Paths.stack(2), (std::vector<unsigned>{0, 1}));
  EXPECT_TRUE(Run.Incomplete.empty());
  EXPECT_TRUE(Run.Problems.empty());
  EXPECT_EQ(Run.dropped(), 0u);
  ASSERT_EQ(Run.Clocks.size(), 1u);
}

TEST_F(Joining, OverlappingPartsOfADivergedWarpCountOnceInTheTotal) {
  B.add(0, 100000, {begin(10000, 0), end(50000, 0)});
  B.add(0, 100000, {begin(30000, 0), end(70000, 0)}).lane = 16;
  const JoinedRun Run = join();
  const RegionSamples &R = Run.Kernels.at(0).Regions.at(1);
  EXPECT_EQ(R.Us, (std::vector<double>{20, 20}));
  EXPECT_EQ(R.TotalUs, 30);
  EXPECT_EQ(R.Warps, 1u);
}

TEST_F(Joining, ScopeSelectsLaunchesCtasAndWarps) {
  Log.Launches.clear();
  addLaunch("_Z1kv", 2);
  addLaunch("_Z1kv", 1);
  B.add(0, 100000, {begin(10000, 0), end(20000, 0)});
  B.add(0, 100000, {begin(10000, 0), end(30000, 0)}).cta = 1;
  B.add(0, 100000, {begin(10000, 0), end(40000, 0)}).launch = 2;
  EXPECT_EQ(join().Kernels[0].Regions[1].Us, (std::vector<double>{5, 10, 15}));
  EXPECT_EQ(join("launch=1").Kernels[0].Regions[1].Us, (std::vector<double>{5, 10}));
  EXPECT_EQ(join("cta=1").Kernels[0].Regions[1].Us, std::vector<double>{10});
  EXPECT_EQ(join("warp=1:").Kernels[0].Regions.size(), 1u);
  EXPECT_TRUE(join("kernel=other").Kernels.empty());
  // A scope hides warps, it does not make a launch incomplete.
  EXPECT_TRUE(join("cta=1").Incomplete.empty());
}

TEST_F(Joining, IncompleteLaunchesAreFlagged) {
  Log.Launches.clear();
  addLaunch("_Z1kv", 3, true);
  B.add(0, 100000, {});
  const JoinedRun Run = join();
  ASSERT_EQ(Run.Incomplete.size(), 1u);
  EXPECT_EQ(Run.Incomplete[0].ExpectedWarps, 3u);
  EXPECT_EQ(Run.Incomplete[0].SeenWarps, 1u);
  EXPECT_TRUE(Run.Incomplete[0].Captured);
}

TEST_F(Joining, ReplaysOfAGraphAreLaunches) {
  Log.Launches.clear();
  addLaunch("_Z1kv", 1, true);
  B.add(0, 100000, {begin(10000, 0), end(20000, 0)});
  B.add(200000, 300000, {begin(210000, 0), end(220000, 0)});
  const JoinedRun Run = join();
  EXPECT_TRUE(Run.Incomplete.empty());
  EXPECT_EQ(Run.Kernels[0].Launches, 2u);
  EXPECT_EQ(Run.Kernels[0].Regions[1].Us.size(), 2u);
}

TEST_F(Joining, MixedUpLaunchesAreProblems) {
  B.add(0, 100000, {}).kernel = 1;
  EXPECT_EQ(join().Problems,
            (std::vector<std::string>{
                "process 42: launch 1 of _Z1kv was traced by _Z1lv: the traces of "
                "overlapping launches are mixed up"}));
}

TEST_F(Joining, UnknownLaunchesAndKernelsAreProblems) {
  B.add(0, 100000, {}).launch = 9;
  B.add(0, 100000, {}).kernel = 7;
  const JoinedRun Run = join();
  EXPECT_TRUE(Run.Kernels.empty());
  EXPECT_EQ(Run.Problems,
            (std::vector<std::string>{
                "process 42: launch 1 names kernel 7, which its capsule lacks",
                "process 42: launch 9 was traced but not recorded"}));
}

TEST_F(Joining, DropsAndUnmatchedEventsAreCounted) {
  B.add(0, 100000,
        {begin(1, 0), end(2, 0), begin(3, 0), end(4, 0), begin(5, 0), end(6, 0),
         begin(7, 0), begin(8, 1), end(9, 1), end(10, 0)});
  const JoinedRun Run = join();
  EXPECT_EQ(Run.Kernels[0].Dropped, 2u);
  EXPECT_EQ(Run.Kernels[0].Matches.UnmatchedBegins, 2u);
  EXPECT_EQ(Run.dropped(), 2u);
  EXPECT_EQ(Run.events(), 8u);
  EXPECT_EQ(Run.MaxEvents, 10u);
}

TEST_F(Joining, OpenWarpsAreCounted) {
  B.add(0, 0, {begin(10000, 0), end(20000, 0)}).state = ARGUS_CHUNK_OPEN;
  EXPECT_EQ(join().Kernels[0].OpenWarps, 1u);
}

TEST_F(Joining, IntervalsLieOnTheGpusTimer) {
  B.add(2000000, 2100000, {begin(2010000, 0), end(2030000, 0)}).sm = 5;
  join();
  ASSERT_EQ(Intervals.size(), 2u);
  EXPECT_EQ(Intervals[0].Path, 0u);
  EXPECT_EQ(Intervals[1].Sm, 5u);
  EXPECT_EQ(Intervals[1].EpochNs, 1000000u);
  EXPECT_NEAR(Intervals[1].BeginNs, 5000, 1e-6);
  EXPECT_NEAR(Intervals[1].DurationNs, 10000, 1e-6);
}
