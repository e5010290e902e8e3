//===- CompareTest.cpp - reference runs against trace runs -------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "join/Compare.h"

#include <gtest/gtest.h>

using namespace argus;

static RuntimeLog logOf(const std::vector<std::string> &Kernels, uint64_t Grid = 4) {
  RuntimeLog Log;
  for (const std::string &Kernel : Kernels) {
    LaunchRecord L;
    L.Launch = Log.Launches.size() + 1;
    L.Kernel = Kernel;
    L.Grid = {Grid, 1, 1};
    Log.Launches.push_back(L);
  }
  return Log;
}

TEST(Compare, EqualLaunches) {
  const RuntimeLog A = logOf({"k", "l"}), B = logOf({"k", "l"});
  EXPECT_EQ(launchDifference({&A}, {&B}), "");
}

TEST(Compare, DifferencesAreNamed) {
  const RuntimeLog A = logOf({"k", "l"}), B = logOf({"k", "m"}), C = logOf({"k"}),
                   D = logOf({"k", "l"}, 5);
  EXPECT_EQ(launchDifference({&A}, {&B}),
            "process 0, launch 2: l grid (4,1,1) block (1,1,1) in the first "
            "such run, m grid (4,1,1) block (1,1,1) in this one");
  EXPECT_EQ(launchDifference({&A}, {&C}),
            "process 0: 2 launches in the first such run, 1 in this one");
  EXPECT_NE(launchDifference({&A}, {&D}), "");
  EXPECT_EQ(launchDifference({&A}, {&A, &A}),
            "1 processes in the first such run, 2 in this one");
}

TEST(Compare, KernelsOfAnotherModuleAreOthers) {
  RuntimeLog A = logOf({"k"}), B = logOf({"k"});
  A.Modules.push_back({0, "aa", "program", "a.cu", false});
  B.Modules.push_back({0, "bb", "other", "b.cu", false});
  EXPECT_EQ(launchDifference({&A}, {&B}),
            "process 0, launch 1: k is of another module");
  B.Modules.front().ModuleId = "aa";
  EXPECT_EQ(launchDifference({&A}, {&B}), "");
}

TEST(Compare, TimesAreOfTheScopesLaunches) {
  RuntimeLog Log = logOf({"k", "k", "l"});
  Log.GpuNs = {{1, 1000}, {2, 3000}, {3, 5000}, {9, 1}};
  std::map<KernelKey, RunTimes> Times;
  addKernelTimes(Times, 0, {&Log}, parseScope("launch=2:"));
  addKernelTimes(Times, 2, {&Log}, {});
  EXPECT_EQ((Times[{0, "k"}]), (RunTimes{{3}, {}, {1, 3}}));
  EXPECT_EQ((Times[{0, "l"}]), (RunTimes{{5}, {}, {5}}));
}

TEST(Compare, RatioOfMediansWithTheSpreadOfRuns) {
  const auto R = timeRatio({{100, 110, 120}, {100}}, {{110}, {}, {121}});
  ASSERT_TRUE(R);
  EXPECT_DOUBLE_EQ(R->Ratio, 115.5 / 105);
  EXPECT_DOUBLE_EQ(R->Low, 110.0 / 110);
  EXPECT_DOUBLE_EQ(R->High, 121.0 / 100);
  EXPECT_EQ(R->Samples, 2u);
}

TEST(Compare, NoRatioWithoutBothSides) {
  EXPECT_FALSE(timeRatio({}, {{1}}));
  EXPECT_FALSE(timeRatio({{1}}, {{}}));
  EXPECT_FALSE(timeRatio({{0}}, {{1}}));
}

TEST(Compare, TimesAreOfTheScopesRanks) {
  RuntimeLog A = logOf({"k"}), B = logOf({"k"});
  A.GpuNs = B.GpuNs = {{1, 1000}};
  A.Rank = 0;
  B.Rank = 1;
  std::map<KernelKey, RunTimes> Times;
  addKernelTimes(Times, 0, {&A, &B}, parseScope("rank=1"));
  ASSERT_EQ(Times.size(), 1u);
  EXPECT_EQ(Times.begin()->first.Process, 1u);
}
