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

enum : unsigned { Producer = 2, Tma, Consumer, Loop };

/// One kernel with a region "outer" that holds "inner"; a cycle takes half a
/// nanosecond, so durations are exact in the run's own fit.
struct Joining : testing::Test {
  Joining() : B(8) {
    for (const char *Name : {"outer", "inner"})
      Capsule.Sites.push_back({Name, SiteForm::Statement, "k.cu", 1, 1});
    for (const char *Name : {"producer", "tma", "consumer"})
      Capsule.Sites.push_back({Name, SiteForm::Role, "k.cu", 1, 1});
    Capsule.Sites.push_back({"", SiteForm::Iteration, "k.cu", 1, 1});
    Capsule.Kernels = {{"_Z1kv", "k", {"producer", "producer/tma", "consumer"}},
                       {"_Z1lv", "l", {}}};
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

  /// Warp 0 is a producer, warp 1 a consumer, warp 2 neither. "outer" encloses the
  /// roles.
  void addRoles() {
    Log.Launches[0].Block = {96, 1, 1};
    B.add(0, 100000,
          {begin(10000, 0), begin(20000, Producer), begin(22000, Tma), begin(24000, 1),
           end(26000, 1), end(28000, Tma), end(30000, Producer), end(90000, 0)});
    B.add(0, 200000,
          {begin(10000, 0), begin(20000, Consumer), begin(30000, 1), end(70000, 1),
           end(80000, Consumer), end(90000, 0)})
        .warp = 1;
    B.add(0, 100000, {begin(10000, 0), end(20000, 0)}).warp = 2;
  }

  /// The name's samples in a role.
  static std::vector<double> inRole(const KernelSamples &K, const char *Role,
                                    unsigned Path) {
    for (const auto &[Number, Samples] : K.Roles)
      if (K.Paths.Roles.name(Number) == Role && Path < Samples.size())
        return Samples[Path].Us;
    return {};
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
  EXPECT_EQ(K.Paths.Regions.stack(2), (std::vector<unsigned>{0, 1}));
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

TEST_F(Joining, WithoutARoleAroundItAnOccurrenceHasThoseOfItsWarp) {
  addRoles();
  const JoinedRun Run = join();
  const KernelSamples &K = Run.Kernels.at(0);
  using Us = std::vector<double>;
  EXPECT_EQ(K.Regions[1].Us, (Us{40, 40, 5}));
  EXPECT_EQ(inRole(K, "producer", 1), Us{40});
  EXPECT_EQ(inRole(K, "producer/tma", 1), Us{40});
  EXPECT_EQ(inRole(K, "consumer", 1), Us{40});
  // The kernel's row in a role is the time of the role's warps.
  EXPECT_EQ(inRole(K, "producer", 0), Us{50});
  EXPECT_EQ(inRole(K, "consumer", 0), Us{100});
  // A nested role lies in the one around it.
  EXPECT_EQ(inRole(K, "producer", 2), Us{1});
  EXPECT_EQ(inRole(K, "producer/tma", 2), Us{1});
  EXPECT_EQ(inRole(K, "consumer", 2), Us{20});
}

TEST_F(Joining, RoleScopeHoldsTheRolesWarpsOnly) {
  addRoles();
  const JoinedRun Run = join("role=tma");
  const KernelSamples &K = Run.Kernels.at(0);
  EXPECT_EQ(K.Regions[0].Us, std::vector<double>{50});
  EXPECT_EQ(K.Regions[1].Us, std::vector<double>{40});
  EXPECT_EQ(K.Regions[2].Us, std::vector<double>{1});
  EXPECT_EQ(K.Events, 8u);
  EXPECT_TRUE(K.Roles.empty());
  EXPECT_EQ(K.Elsewhere, (std::vector<bool>{true, true, true}));
  EXPECT_TRUE(join("role=other").Kernels.empty());
  for (const Interval &I : Intervals)
    EXPECT_NE(I.Roles.find("producer/tma"), std::string::npos) << I.Roles;
}

TEST_F(Joining, TripScopeHoldsThoseTripsAndTheKernel) {
  B.add(0, 100000,
        {begin(10000, 0), begin(11000, Loop), trip(12000, Loop), begin(13000, 1),
         end(15000, 1), trip(20000, Loop), begin(21000, 1), end(25000, 1)});
  const JoinedRun Run = join("iter=1");
  const KernelSamples &K = Run.Kernels.at(0);
  EXPECT_EQ(K.Regions[0].Us, std::vector<double>{50});
  EXPECT_EQ(K.Regions[2].Us, std::vector<double>{2});
  EXPECT_EQ(K.Regions[1].Trips, 1u);
  ASSERT_EQ(Intervals.size(), 2u);
  EXPECT_EQ(Intervals[1].Trips, std::vector<uint32_t>{1});
  EXPECT_EQ(join().Kernels.at(0).Regions[1].Trips, 2u);
}
