//===- TruthTest.cpp - line table and markers side by side ----------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "join/Truth.h"

#include <gtest/gtest.h>

using namespace argus;

namespace {

/// A kernel "gemm" with the regions outer (site 0) and inner (site 1) in it.
struct Truth : testing::Test {
  Truth() {
    Capsule.Sites.resize(4);
    Capsule.Sites[0].Name = "outer";
    Capsule.Sites[1].Name = "inner";
    Capsule.Sites[2] = {"mma", SiteForm::Role, "k.cu", 1, 1};
    Capsule.Sites[3] = {"", SiteForm::Iteration, "k.cu", 1, 1};
    Capsule.Kernels = {{"_Z4gemmv", "gemm"}};
    // 0 is no line, 1 the unattributed one
    Origins.Contexts.resize(4);
    Origins.Contexts[1].From = ContextOrigin::Unknown;
    Origins.Contexts[2].Stack = {0};
    Origins.Contexts[3].Stack = {0, 1};
    Builds["p"] = {&Capsule, &Origins};
    Counts.Stacks[{"p", 1}] = {0, 0};
    Counts.Stacks[{"p", 2}] = {1, 1};
  }

  void executed(unsigned Context, unsigned Stack, uint64_t Warps, uint64_t Launch = 1) {
    Counts.Executed.push_back({"p", "_Z4gemmv", Launch, 10, Context, Stack, Warps, 0});
  }

  TruthRow row(const char *Path, const Scope &S = {}) {
    return joinTruth(Counts, Builds, S)[{"_Z4gemmv", Path}];
  }

  CapsuleInfo Capsule;
  ContextTable Origins;
  std::map<std::string, TruthBuild> Builds;
  ExecutionCounts Counts;
};

} // namespace

TEST_F(Truth, OuterRegionsHoldWhatInnerOnesExecuted) {
  executed(1, 0, 5);
  executed(2, 1, 10);
  executed(3, 2, 100);
  EXPECT_EQ(row("gemm").Attributed, 115u);
  EXPECT_EQ(row("gemm/outer").Attributed, 110u);
  EXPECT_EQ(row("gemm/outer").Marked, 110u);
  EXPECT_EQ(row("gemm/outer/inner").Both, 100u);
  EXPECT_EQ(row("gemm/outer").agreement(), 1);
}

TEST_F(Truth, WhereTheyDifferBothAreToldAndHowFarTheyAgree) {
  executed(3, 2, 60); // both say inner
  executed(3, 1, 30); // the line table says inner, the markers outer
  executed(2, 2, 10); // the other way round
  EXPECT_EQ(row("gemm/outer/inner").Attributed, 90u);
  EXPECT_EQ(row("gemm/outer/inner").Marked, 70u);
  EXPECT_EQ(row("gemm/outer/inner").Both, 60u);
  EXPECT_EQ(row("gemm/outer/inner").agreement(), 0.6);
  EXPECT_EQ(row("gemm/outer").agreement(), 1);
}

TEST_F(Truth, EntriesAreThoseOfTheStackItself) {
  Counts.Entered = {{"p", "_Z4gemmv", 1, 1, 4, 128}, {"p", "_Z4gemmv", 2, 2, 8, 256}};
  EXPECT_EQ(row("gemm/outer").Entries, 4u);
  EXPECT_EQ(row("gemm/outer/inner").Entries, 8u);
  EXPECT_EQ(row("gemm").Entries, 0u);
}

TEST_F(Truth, OtherLaunchesKernelsAndBuildsAreLeftOut) {
  executed(2, 1, 1, 1);
  executed(2, 1, 2, 2);
  Counts.Executed.push_back({"other", "_Z4gemmv", 2, 10, 2, 1, 50, 0});
  Counts.Executed.push_back({"p", "_Z5otherv", 2, 10, 2, 1, 50, 0});
  Scope S;
  S.Launch = Range{2, 3};
  EXPECT_EQ(row("gemm/outer", S).Attributed, 2u);
  EXPECT_EQ(row("gemm/outer").Attributed, 3u);
}

TEST_F(Truth, NothingExecutedAgrees) { EXPECT_EQ(row("gemm/outer").agreement(), 1); }

TEST_F(Truth, RolesAndLoopsAreNoPartOfThePathAndNoEntryOfTheRegionAround) {
  Counts.Stacks[{"p", 3}] = {1, 2}; // outer, mma
  Counts.Stacks[{"p", 4}] = {3, 3}; // outer, mma, loop
  Counts.Stacks[{"p", 5}] = {4, 1}; // outer, mma, loop, inner
  Counts.Entered = {{"p", "_Z4gemmv", 1, 1, 4, 0},
                    {"p", "_Z4gemmv", 1, 3, 2, 0},
                    {"p", "_Z4gemmv", 1, 4, 2, 0},
                    {"p", "_Z4gemmv", 1, 5, 16, 0}};
  Counts.Trips = {{"p", "_Z4gemmv", 1, 4, 20, 0}};
  executed(3, 5, 7);
  EXPECT_EQ(row("gemm/outer").Entries, 4u);
  EXPECT_EQ(row("gemm/outer").Trips, 20u);
  EXPECT_FALSE(row("gemm/outer").RolesKnown);
  EXPECT_EQ(row("gemm/outer/inner").Entries, 16u);
  EXPECT_TRUE(row("gemm/outer/inner").RolesKnown);
  EXPECT_EQ(row("gemm/outer/inner").Roles["mma"].Entries, 16u);
  EXPECT_EQ(row("gemm/outer/inner").Roles["mma"].Marked, 7u);
  EXPECT_EQ(row("gemm/outer/inner").Roles["mma"].Attributed, 0u);
  Scope Other;
  Other.Role = "load";
  EXPECT_EQ(row("gemm/outer/inner", Other).Entries, 0u);
  EXPECT_EQ(row("gemm/outer/inner", Other).Marked, 0u);
}

TEST_F(Truth, CalledCodeOfOneRegionIsThatRegionsAndOfSeveralTheirNearestCommonOnes) {
  // A function called in outer/inner, then in outer, too; its own code has context 4.
  Origins.Contexts.push_back({"k.cu", 9, 1, {}, ContextOrigin::Known, "_Z1fv", {}});
  Origins.Calls = {{"_Z4gemmv", "_Z1fv", {0, 1}}};
  executed(4, 2, 7);
  EXPECT_EQ(row("gemm/outer/inner").Attributed, 7u);
  EXPECT_EQ(row("gemm/outer/inner").agreement(), 1);
  EXPECT_EQ(row("gemm/outer/inner").Shared, 0u);

  Origins.Calls.push_back({"_Z4gemmv", "_Z1fv", {0}});
  EXPECT_EQ(row("gemm/outer/inner").Attributed, 0u);
  EXPECT_EQ(row("gemm/outer").Attributed, 7u);
  EXPECT_EQ(row("gemm/outer").Shared, 7u);
  EXPECT_EQ(row("gemm").Shared, 0u); // told where it cannot be split further
}
