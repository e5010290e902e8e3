//===- AttributionTest.cpp - instructions of a mapped build by region --------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "build/Attribution.h"

#include <gtest/gtest.h>

using namespace argus;

namespace {

/// A kernel "k" with "outer", "outer/inner" and "other"; a called function has "inner"
/// of its own. Contexts: 2 outside, 3 outer, 4 outer/inner, 5 merged in outer, 6 other,
/// 7 the function's own code, 8 its region "inner", 9 its region "other".
struct Attribution : testing::Test {
  Attribution() {
    for (const char *Name : {"outer", "inner", "other"})
      Capsule.Sites.push_back({Name, SiteForm::Statement, "k.cu", 1, 1});
    Capsule.Kernels = {{"_Z1kv", "k"}, {"_Z1lv", "l"}};
    Capsule.Regions = {{0, {0}, "k/outer", 1},
                       {0, {0, 1}, "k/outer/inner", 2},
                       {0, {2}, "k/other", 3},
                       {1, {2}, "l/other", 4}};
    Contexts = {{},
                {},
                {"k.cu", 1, 1, {}},
                {"k.cu", 2, 1, {0}},
                {"k.cu", 3, 1, {0, 1}},
                {"", 0, 0, {0}},
                {"k.cu", 4, 1, {2}},
                {"k.cu", 5, 1, {}},
                {"k.cu", 6, 1, {1}},
                {"k.cu", 7, 1, {2}}};
  }

  KernelInstructions count(std::vector<uint32_t> Lines, unsigned Kernel = 0) {
    CubinKernel Code;
    Code.Text.resize(Lines.size() * InstructionBytes);
    Code.Lines = std::move(Lines);
    Code.Functions = Functions;
    return countInstructions(Capsule, Kernel, Code, Contexts);
  }

  CapsuleInfo Capsule;
  std::vector<ContextInfo> Contexts;
  std::vector<CubinFunction> Functions;
};

} // namespace

TEST_F(Attribution, EachInstructionOnceExclusively) {
  const KernelInstructions C = count({2, 3, 3, 4, 4, 4, 5, 6, 1, 0});
  EXPECT_EQ(C.Total, 10u);
  EXPECT_EQ(C.Outside, 1u);
  EXPECT_EQ(C.Unattributed, 2u);
  EXPECT_EQ(C.Merged, 1u);
  EXPECT_EQ(C.Shared, 0u);
  EXPECT_EQ(C.Regions[0].Exclusive, 3u); // with the merged one
  EXPECT_EQ(C.Regions[0].Inclusive, 6u);
  EXPECT_EQ(C.Regions[1].Exclusive, 3u);
  EXPECT_EQ(C.Regions[1].Inclusive, 3u);
  EXPECT_EQ(C.Regions[2].Exclusive, 1u);
  uint64_t Sum = C.Outside + C.Unattributed + C.Shared;
  for (const RegionInstructions &R : C.Regions)
    Sum += R.Exclusive;
  EXPECT_EQ(Sum, C.Total);
}

TEST_F(Attribution, KernelsDoNotMix) {
  const KernelInstructions C = count({6, 6}, 1);
  EXPECT_EQ(C.Regions[2].Exclusive, 0u);
  EXPECT_EQ(C.Regions[3].Exclusive, 2u);
}

TEST_F(Attribution, CalledFunctionsAreSharedUnlessOnePathEndsInTheirRegion) {
  Functions = {{"$k$helper", 2 * InstructionBytes, 2 * InstructionBytes}};
  const KernelInstructions C = count({2, 3, 7, 8});
  EXPECT_EQ(C.Shared, 1u);
  EXPECT_EQ(C.Regions[1].Exclusive, 1u);
  EXPECT_EQ(C.Regions[0].Inclusive, 2u);

  Capsule.Regions.push_back({0, {2, 1}, "k/other/inner", 5});
  EXPECT_EQ(count({2, 3, 7, 8}).Shared, 2u);
}

TEST_F(Attribution, UnknownContextsAreUnattributed) {
  EXPECT_EQ(count({99}).Unattributed, 1u);
}
