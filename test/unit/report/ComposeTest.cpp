//===- ComposeTest.cpp - results to the rows of a report ---------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Sample.h"

#include <gtest/gtest.h>

using namespace argus;

/// The value of a field that must be there.
static double valueOf(const ReportRegion &Region, const char *Name) {
  const Field *F = Region.field(Name);
  EXPECT_NE(F, nullptr) << Name;
  return F ? F->Value : -1;
}

TEST(Compose, RegionFields) {
  Sample S;
  const Report R = S.report();
  const ReportRegion *Wait = Sample::find(R, "gemm/loop/wait");
  ASSERT_NE(Wait, nullptr);
  EXPECT_EQ(Wait->Id, 0xab00u + 14);
  EXPECT_EQ(Wait->Site->Name, "wait");
  EXPECT_EQ(Wait->Process, std::nullopt);
  // Counts and totals are of one run of the program, percentiles of all occurrences.
  EXPECT_EQ(valueOf(*Wait, "duration.count"), 2);
  EXPECT_EQ(valueOf(*Wait, "duration.total"), 22);
  EXPECT_EQ(valueOf(*Wait, "duration.p50"), 11);
  EXPECT_EQ(valueOf(*Wait, "duration.mean"), 11);
  EXPECT_EQ(Wait->field("duration.p50")->Samples, 4u);
  EXPECT_EQ(Wait->field("duration.total")->Range->Low, 20);
  EXPECT_EQ(Wait->field("duration.total")->Range->High, 24);
  EXPECT_DOUBLE_EQ(valueOf(*Wait, "share.kernel"), 0.11);
  EXPECT_EQ(valueOf(*Wait, "trace.warps"), 2);
  EXPECT_EQ(valueOf(*Wait, "trace.events"), 4);
  EXPECT_EQ(valueOf(*Wait, "trace.dropped"), 0);
  EXPECT_EQ(Wait->field("duration.p50")->Provenance,
            (std::vector<std::string>{"run:trace-1", "run:trace-2", "variant:t"}));
}

TEST(Compose, KernelIsTheRootRegion) {
  Sample S;
  const Report R = S.report();
  const ReportRegion *Root = Sample::find(R, "gemm");
  ASSERT_NE(Root, nullptr);
  EXPECT_FALSE(Root->Site);
  EXPECT_EQ(valueOf(*Root, "share.kernel"), 1);
  EXPECT_EQ(valueOf(*Root, "trace.events"), 8);
  EXPECT_EQ(R.Regions.front().Path, "gemm");
}

TEST(Compose, PerturbationAgainstTheReference) {
  Sample S;
  const Report R = S.report();
  const ReportRegion &Root = R.Regions.front();
  EXPECT_NEAR(valueOf(Root, "perturbation.time"), (103.5 / 101 - 1) * 100, 1e-9);
  EXPECT_EQ(valueOf(Root, "perturbation.registers"), 8);
  EXPECT_EQ(valueOf(Root, "perturbation.spill_bytes"), 0);
  EXPECT_EQ(Root.field("perturbation.registers")->Provenance,
            (std::vector<std::string>{"variant:t", "variant:m"}));
  EXPECT_TRUE(Root.Flags.empty());
  ASSERT_EQ(R.Kernels.size(), 1u);
  EXPECT_EQ(R.Kernels[0].ReferenceUs.P50, 101);
  EXPECT_EQ(R.referenceIdentical(), true);
}

TEST(Compose, BeyondTheBudgetIsFlagged) {
  Sample S;
  S.Asked.BudgetPercent = 2;
  S.Modules[0].Capsules[0].Kernels["_Z4gemmv"].Trace.SpillBytes = 16;
  const Report R = S.report();
  EXPECT_EQ(R.Regions.front().Flags,
            (std::vector<std::string>{
                "perturbation: the trace build takes +2.5 % kernel time, beyond the "
                "budget of 2 %",
                "perturbation: the trace build spills 16 bytes, the reference 0"}));
}

TEST(Compose, RegionNeverExecuted) {
  Sample S;
  const Report R = S.report();
  const ReportRegion *Cold = Sample::find(R, "gemm/cold");
  ASSERT_NE(Cold, nullptr);
  EXPECT_EQ(valueOf(*Cold, "duration.count"), 0);
  EXPECT_EQ(Cold->field("duration.p50"), nullptr);
  ASSERT_EQ(R.Missing.size(), 1u);
  EXPECT_EQ(R.Missing[0].Region, "gemm/cold");
  EXPECT_EQ(R.Missing[0].Reason, "the region was never executed");
}

TEST(Compose, RegionOfWhichNoEventFoundRoomIsNotCalledNeverExecuted) {
  Sample S;
  S.Runs[0].Kernels[0].Dropped = 5;
  const Report R = S.report();
  ASSERT_EQ(R.Missing.size(), 1u);
  EXPECT_EQ(R.Missing[0].Reason,
            "none of the events that found room is the region's; 5 were dropped: ask "
            "for fewer regions, or raise ARGUS_RT_ARENA_MIB");
}

TEST(Compose, QuerySelectsRegionsAndKeepsTheirShare) {
  Sample S;
  S.Asked.Regions = {"wait"};
  const Report R = S.report();
  ASSERT_EQ(R.Regions.size(), 1u);
  EXPECT_DOUBLE_EQ(valueOf(R.Regions[0], "share.kernel"), 0.11);
  EXPECT_TRUE(R.Missing.empty());
  EXPECT_EQ(R.Kernels.size(), 1u);
}

TEST(Compose, DifferingReferenceHasItsRegistersOnly) {
  Sample S;
  KernelBuild &K = S.Modules[0].Capsules[0].Kernels["_Z4gemmv"];
  K.Identity = {false, "3328 bytes of code where the program has 3456"};
  K.Reference.reset();
  K.ReferenceRegisters = 42;
  const Report R = S.report();
  EXPECT_EQ(R.referenceIdentical(), false);
  EXPECT_EQ(valueOf(R.Regions[0], "perturbation.registers"), 6);
  EXPECT_EQ(R.Regions[0].field("perturbation.spill_bytes"), nullptr);
}

TEST(Compose, UncomparedReferenceIsNeitherTrueNorFalse) {
  Sample S;
  S.Modules[0].Capsules[0].Kernels["_Z4gemmv"].Identity = {std::nullopt, "why"};
  EXPECT_EQ(S.report().referenceIdentical(), std::nullopt);
  EXPECT_EQ(Report().referenceIdentical(), std::nullopt);
}

TEST(Compose, DropsAndDamageAreFlagged) {
  Sample S;
  S.Runs[0].Kernels[0].Dropped = 5;
  S.Runs[1].Kernels[0].OpenWarps = 1;
  S.Runs[1].Kernels[0].Matches.UnmatchedEnds = 3;
  S.Input.LostEvents = 7;
  const Report R = S.report();
  EXPECT_EQ(valueOf(R.Regions[0], "trace.dropped"), 12);
  EXPECT_EQ(R.Kernels[0].Flags.size(), 4u);
  EXPECT_EQ(R.Kernels[0].Flags[2],
            "unmatched: 0 begins without end, 3 ends without begin");
  EXPECT_EQ(R.Kernels[0].Flags[3], "open: 1 warps did not reach the kernel's end");
}

TEST(Compose, ProcessesAreACoordinateWhereThereAreSeveral) {
  Sample S;
  S.Input.SeveralProcesses = true;
  EXPECT_EQ(S.report().Regions[0].Process, 0u);
}

namespace {

/// A sample whose wait ran in the role "mma" once of its two times, in one of two
/// trips.
struct RoleSample : Sample {
  RoleSample() {
    for (JoinedRun &Run : Runs) {
      KernelSamples &K = Run.Kernels[0];
      const unsigned Mma = K.Paths.Roles.child(0, 0, "mma");
      K.Roles[Mma].resize(3);
      K.Roles[Mma][0] = {{100}, 100, 1, 0};
      K.Roles[Mma][2] = {{8}, 8, 1, 0};
      K.Regions[1].Trips = 6;
    }
  }
};

const ReportRegion *findRole(const Report &R, const std::string &Path,
                             const std::string &Role) {
  for (const ReportRegion &Row : R.Regions)
    if (Row.Path == Path && Row.Role == Role)
      return &Row;
  return nullptr;
}

} // namespace

TEST(Compose, ARowMoreForEachRoleOfARegion) {
  RoleSample S;
  const Report R = S.report();
  const ReportRegion *Wait = findRole(R, "gemm/loop/wait", "mma");
  ASSERT_NE(Wait, nullptr);
  EXPECT_EQ(valueOf(*Wait, "duration.count"), 1);
  // Of the time of the role's warps.
  EXPECT_DOUBLE_EQ(valueOf(*Wait, "share.kernel"), 0.08);
  EXPECT_EQ(valueOf(*findRole(R, "gemm/loop/wait", ""), "duration.count"), 2);
  EXPECT_EQ(valueOf(*findRole(R, "gemm", "mma"), "duration.total"), 100);
  EXPECT_EQ(findRole(R, "gemm/loop", "mma"), nullptr);
  EXPECT_EQ(findRole(R, "gemm/cold", "mma"), nullptr);
  EXPECT_EQ(valueOf(*findRole(R, "gemm/loop", ""), "iterations.count"), 6);
  EXPECT_EQ(findRole(R, "gemm/loop/wait", "")->field("iterations.count"), nullptr);
}

TEST(Compose, RegionsOfOtherRolesAndTripsAreListedAndHaveNoRow) {
  Sample S;
  S.Asked.Scope.Role = "mma";
  for (JoinedRun &Run : S.Runs) {
    Run.Kernels[0].Regions[2] = {};
    Run.Kernels[0].Elsewhere[2] = true;
  }
  const Report R = S.report();
  EXPECT_EQ(Sample::find(R, "gemm/loop/wait"), nullptr);
  EXPECT_EQ(R.OutOfScope, std::vector<std::string>{"gemm/loop/wait"});
  ASSERT_EQ(R.Missing.size(), 1u);
  EXPECT_EQ(R.Missing[0].Region, "gemm/cold");
  // Asked for by name, it is missed.
  S.Asked.Regions = {"wait"};
  const Report Named = S.report();
  EXPECT_TRUE(Named.OutOfScope.empty());
  ASSERT_EQ(Named.Missing.size(), 1u);
  EXPECT_EQ(Named.Missing[0].Region, "gemm/loop/wait");
}

TEST(Compose, TripsOfTraceAndMarkersAreCompared) {
  RoleSample S;
  Report R = S.report();
  TruthTable Truth;
  TruthRow &Loop = Truth[{"_Z4gemmv", "gemm/loop"}];
  Loop.Entries = 2;
  Loop.Trips = 7;
  TruthRow &Wait = Truth[{"_Z4gemmv", "gemm/loop/wait"}];
  Wait.Entries = 2;
  Wait.Roles["mma"].Entries = 1;
  composeTruth(R, {Truth}, "truth-1");
  EXPECT_EQ(valueOf(*findRole(R, "gemm/loop", ""), "truth.iterations"), 7);
  EXPECT_EQ(findRole(R, "gemm/loop", "")->Flags,
            (std::vector<std::string>{"truth: its loops' trip markers were executed 7 "
                                      "times, the trace has 6 trips"}));
  EXPECT_EQ(valueOf(*findRole(R, "gemm/loop/wait", "mma"), "truth.count"), 1);
  EXPECT_TRUE(findRole(R, "gemm/loop/wait", "mma")->Flags.empty());
}
