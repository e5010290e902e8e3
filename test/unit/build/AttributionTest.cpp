//===- AttributionTest.cpp - instructions of a mapped build by region ---===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "build/Attribution.h"

#include "SassBytes.h"

#include <gtest/gtest.h>

using namespace argus;

namespace {

/// A kernel "k" with "outer", "outer/inner" and "other"; a function "f" has "inner" of
/// its own.
struct Attribution : testing::Test {
  enum Line : uint32_t {
    None,
    Unknown,
    Entry,
    Outside,
    Outer,
    Inner,
    MergedOuter,
    Other,
    FunctionOwn,
    FunctionInner,
    InferredOuter,
    InferredBoth,
    MergedKernel
  };

  Attribution() {
    for (const char *Name : {"outer", "inner", "other"})
      Capsule.Sites.push_back({Name, SiteForm::Statement, "k.cu", 1, 1});
    Capsule.Kernels = {{"_Z1kv", "k"}, {"_Z1lv", "l"}};
    Capsule.Regions = {{0, {0}, "k/outer", 1},
                       {0, {0, 1}, "k/outer/inner", 2},
                       {0, {2}, "k/other", 3},
                       {1, {2}, "l/other", 4}};
    using O = ContextOrigin;
    Origins.Contexts = {{"", 0, 0, {}, O::Unknown, "", {}},
                        {"", 0, 0, {}, O::Unknown, "", {}},
                        {"", 0, 0, {}, O::Entry, "", {}},
                        {"k.cu", 1, 1, {}},
                        {"k.cu", 2, 1, {0}},
                        {"k.cu", 3, 1, {0, 1}},
                        {"", 0, 0, {0}, O::Merged, "", {}},
                        {"k.cu", 4, 1, {2}},
                        {"k.cu", 5, 1, {}, O::Known, "f", {}},
                        {"k.cu", 6, 1, {1}, O::Known, "f", {}},
                        {"k.cu", 2, 1, {0}, O::Inferred, "", {}},
                        {"", 0, 0, {}, O::Inferred, "", {{0}, {2}}},
                        {"", 0, 0, {}, O::Merged, "", {}}};
  }

  KernelMap map(std::vector<uint32_t> Lines, unsigned Kernel = 0) {
    CubinKernel Code;
    Code.Name = Capsule.Kernels[Kernel].Mangled;
    Instructions.resize(Lines.size(), sass::Exit);
    Code.Text = sass::code(Instructions);
    Code.Lines = std::move(Lines);
    Code.Functions = Functions;
    KernelMap Map = mapKernel(Capsule, Kernel, Code, Origins);
    checkCover(Map);
    return Map;
  }

  /// The classes' sum is the whole, and the ranges cover it once.
  static void checkCover(const KernelMap &Map) {
    uint64_t Sum = 0, At = 0, Regions = 0, InRegions = 0;
    for (const auto &[Class, Count] : Map.Classes)
      Sum += Count;
    EXPECT_EQ(Sum, Map.Total);
    for (const PcRange &R : Map.Ranges) {
      EXPECT_EQ(R.Begin, At);
      EXPECT_LT(R.Begin, R.End);
      At = R.End;
      if (Map.Owners[R.Owner].Region)
        InRegions += R.instructions();
    }
    EXPECT_EQ(At, Map.Total * InstructionBytes);
    for (const RegionInstructions &R : Map.Regions)
      Regions += R.Exclusive;
    EXPECT_EQ(Regions, InRegions);
  }

  CapsuleInfo Capsule;
  ContextTable Origins;
  std::vector<CubinFunction> Functions;
  std::vector<sass::Instruction> Instructions;
};

} // namespace

TEST_F(Attribution, EachInstructionHasOneClass) {
  const KernelMap M = map({Entry, Outside, Outer, Inner, Inner, MergedOuter, Other,
                           InferredOuter, InferredBoth, MergedKernel, Unknown, None});
  EXPECT_EQ(M.count(CodeClass::Outside), 2u);
  EXPECT_EQ(M.count(CodeClass::Region), 4u);
  EXPECT_EQ(M.count(CodeClass::Inferred), 2u);
  EXPECT_EQ(M.count(CodeClass::Shared), 2u);
  EXPECT_EQ(M.count(CodeClass::Unattributed), 2u);
  EXPECT_EQ(M.Causes.at("no_origin"), 1u);
  EXPECT_EQ(M.Causes.at("no_row"), 1u);
  EXPECT_EQ(M.Regions[0].Exclusive, 3u); // one merged and one inferred among them
  EXPECT_EQ(M.Regions[0].Inferred, 1u);
  EXPECT_EQ(M.Regions[0].Shared, 1u);
  EXPECT_EQ(M.Regions[0].Inclusive, 5u);
  EXPECT_EQ(M.Regions[1].Inclusive, 2u);
}

TEST_F(Attribution, InferredFromSeveralRegionsSaysWhich) {
  const KernelMap M = map({InferredBoth});
  const PcOwner &O = M.Owners[M.Ranges.at(0).Owner];
  EXPECT_FALSE(O.Region);
  EXPECT_EQ(O.Sharing, (std::vector<std::string>{"k/outer", "k/other"}));
}

TEST_F(Attribution, RangesJoinEqualNeighbours) {
  const KernelMap M = map({Outer, Outer, InferredOuter, Outer, Inner});
  EXPECT_EQ(M.Ranges.size(), 4u); // known and inferred code of one place stay apart
  EXPECT_EQ(M.Regions[0].Ranges, 1u);
  EXPECT_EQ(M.Regions[0].First, 0u);
  EXPECT_EQ(M.Regions[0].Last, 3 * InstructionBytes);
}

TEST_F(Attribution, KernelsDoNotMix) {
  const KernelMap M = map({Other, Other}, 1);
  EXPECT_EQ(M.Regions[2].Exclusive, 0u);
  EXPECT_EQ(M.Regions[3].Exclusive, 2u);
}

TEST_F(Attribution, PaddingIsNobodysWhateverItsLine) {
  Instructions = {sass::Exit, sass::SelfBranch90, sass::Nop};
  const KernelMap M = map({Outer, Outer, Outer});
  EXPECT_EQ(M.count(CodeClass::Padding), 2u);
  EXPECT_EQ(M.Regions[0].Inclusive, 1u);
}

TEST_F(Attribution, CalledCodeIsItsOnlyCallersRegions) {
  Functions = {{"$_Z1kv$f", 2 * InstructionBytes, 3 * InstructionBytes}};
  Origins.Calls = {{"_Z1kv", "f", {0}}};
  const KernelMap M = map({Outside, Outer, Entry, FunctionOwn, FunctionInner});
  EXPECT_EQ(M.Regions[0].Exclusive, 3u);
  EXPECT_EQ(M.Regions[1].Exclusive, 1u); // outer/inner
  EXPECT_EQ(M.Functions.at(0).Name, "f");
  EXPECT_EQ(M.Functions.at(0).Callers, std::vector<std::string>{"k/outer"});
}

TEST_F(Attribution, CalledCodeOfSeveralRegionsIsSharedAndSaysWhose) {
  Functions = {{"$_Z1kv$f", InstructionBytes, InstructionBytes}};
  Origins.Calls = {{"_Z1kv", "f", {0}}, {"_Z1kv", "f", {2}}};
  const KernelMap M = map({Outside, FunctionOwn});
  EXPECT_EQ(M.count(CodeClass::SharedByCall), 1u);
  EXPECT_EQ(M.Functions.at(0).Callers,
            (std::vector<std::string>{"k/other", "k/outer"}));
  EXPECT_EQ(M.Owners[M.Ranges.at(1).Owner].Sharing,
            (std::vector<std::string>{"k/outer", "k/other"}));
}

TEST_F(Attribution, CallsThroughFunctionsAndPointersReachTheKernelsRegions) {
  Functions = {{"$_Z1kv$f", InstructionBytes, InstructionBytes}};
  Origins.Calls = {{"_Z1kv", "", {0}}, {"g", "f", {1}}};
  Origins.AddressTaken = {"g"};
  const KernelMap M = map({Outside, FunctionOwn});
  EXPECT_EQ(M.Regions[1].Exclusive, 1u); // k calls g in outer, g calls f in inner
}

TEST_F(Attribution, AFunctionThatEndsItsCallersRegionBelongsToItUpToThere) {
  Functions = {{"$_Z1kv$f", InstructionBytes, 2 * InstructionBytes}};
  Origins.Calls = {{"_Z1kv", "f", {0, 1}}};
  Origins.Contexts[FunctionInner].Stack = {EndOfCallersSite | 1u};
  const KernelMap M = map({Outside, FunctionOwn, FunctionInner});
  EXPECT_EQ(M.Regions[1].Exclusive, 1u);
  EXPECT_EQ(M.Regions[0].Exclusive, 1u);
}

TEST_F(Attribution, RecursionEnds) {
  Functions = {{"$_Z1kv$f", InstructionBytes, InstructionBytes}};
  Origins.Calls = {{"_Z1kv", "f", {0}}, {"f", "f", {1}}};
  EXPECT_EQ(map({Outside, FunctionOwn}).Regions[0].Exclusive, 1u);
}

TEST_F(Attribution, CodeThatNothingCallsIsUnattributed) {
  Functions = {{"$_Z1kv$f", InstructionBytes, InstructionBytes}};
  const KernelMap M = map({Outside, FunctionOwn});
  EXPECT_EQ(M.Causes.at("unknown_caller"), 1u);
}

TEST_F(Attribution, HelpersOfPtxasBelongToTheInstructionsThatCallThem) {
  // The helper's rows are those of what stands before it, here "other".
  Functions = {{"$__internal_0_$__cuda_div", 3 * InstructionBytes, InstructionBytes}};
  Instructions = {sass::call(0x20), sass::Exit, sass::Exit, sass::Exit};
  const KernelMap M = map({Inner, Outside, Other, Other});
  EXPECT_EQ(M.Regions[1].Exclusive, 2u);
  EXPECT_EQ(M.Regions[2].Exclusive, 1u);
  EXPECT_TRUE(M.Ranges.back().File.empty());

  Instructions[1] = sass::call(0x10);
  const KernelMap Both = map({Inner, Other, Other, Other});
  EXPECT_EQ(Both.count(CodeClass::SharedByCall), 1u);
}

TEST_F(Attribution, RegionsThatAreNotListedCountToTheOneAround) {
  Origins.Contexts[Inner].Stack = {0, 2, 1};
  EXPECT_EQ(map({Inner}).Regions[0].Exclusive, 1u);
}

TEST_F(Attribution, LinesThatAreNoContextAreUnattributed) {
  EXPECT_EQ(map({99}).Causes.at("unknown_context"), 1u);
}
