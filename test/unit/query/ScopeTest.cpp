//===- ScopeTest.cpp - scope coordinates -------------------------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "query/Scope.h"

#include "../Failures.h"

using namespace argus;

TEST(Scope, Ranges) {
  EXPECT_EQ(parseRange("3", "launch"), (Range{3, 4}));
  EXPECT_EQ(parseRange("0:16", "launch"), (Range{0, 16}));
  EXPECT_EQ(parseRange("5:", "launch"), (Range{5, UINT64_MAX}));
  EXPECT_EQ(parseRange(":5", "launch"), (Range{0, 5}));
  EXPECT_FALSE(parseRange("0:16", "launch").contains(16));
  EXPECT_EQ(toString(parseRange("5:", "launch")), "5:");
  EXPECT_EQ(toString(parseRange("3", "launch")), "3:4");
}

TEST(Scope, BadRangesNameCoordinateAndValue) {
  const Failure Empty = failureOf([] { parseRange("4:4", "cta"); });
  EXPECT_EQ(Empty.Code, ExitCode::BadUsage);
  EXPECT_EQ(Empty.Message, "scope: cta=4:4: the range is empty");
  EXPECT_EQ(failureOf([] { parseRange("1:x", "warp"); }).Message,
            "scope: warp=1:x: 'x' is not a number");
  EXPECT_EQ(failureOf([] { parseRange("", "warp"); }).Message,
            "scope: warp=: '' is not a number");
  EXPECT_EQ(failureOf([] { parseRange("1:2:3", "warp"); }).Message,
            "scope: warp=1:2:3: '2:3' is not a number");
}

TEST(Scope, ParsesAllCoordinates) {
  const Scope S = parseScope("kernel=gemm,launch=1:3,cta=0:8,warp=0,role=mma,iter=4:");
  EXPECT_EQ(S.Kernel, "gemm");
  EXPECT_TRUE(S.holdsLaunch(2));
  EXPECT_FALSE(S.holdsLaunch(3));
  EXPECT_TRUE(S.holdsWarp(7, 0));
  EXPECT_FALSE(S.holdsWarp(8, 0));
  EXPECT_FALSE(S.holdsWarp(7, 1));
  EXPECT_EQ(toString(S), "kernel=gemm,launch=1:3,cta=0:8,warp=0:1,role=mma,iter=4:");
  EXPECT_EQ(S.Role, "mma");
  EXPECT_TRUE(S.Iter->contains(4));
  EXPECT_FALSE(S.Iter->contains(3));
}

TEST(Scope, ProcessesByRank) {
  const Scope S = parseScope("rank=1:3,kernel=gemm");
  EXPECT_FALSE(S.empty());
  EXPECT_EQ(toString(S), "rank=1:3,kernel=gemm");
  EXPECT_FALSE(S.holdsRank(0));
  EXPECT_TRUE(S.holdsRank(1));
  EXPECT_FALSE(S.holdsRank(3));
  EXPECT_FALSE(S.holdsRank(std::nullopt));
  EXPECT_TRUE(Scope().holdsRank(std::nullopt));
  EXPECT_EQ(failureOf([] { parseScope("rank=-1"); }).Message,
            "scope: rank=-1: '-1' is not a number");
  EXPECT_EQ(failureOf([] { parseScope("rank=2:2"); }).Message,
            "scope: rank=2:2: the range is empty");
}

TEST(Scope, EmptyScopeHoldsEverything) {
  const Scope S;
  EXPECT_TRUE(S.empty());
  EXPECT_TRUE(S.holdsKernel("k", "_Z1kv"));
  EXPECT_TRUE(S.holdsLaunch(1));
  EXPECT_TRUE(S.holdsWarp(1, 1));
}

TEST(Scope, KernelByNameMangledNameOrGlob) {
  EXPECT_TRUE(parseScope("kernel=gemm").holdsKernel("gemm", "_Z4gemmv"));
  EXPECT_TRUE(parseScope("kernel=_Z4gemmv").holdsKernel("gemm", "_Z4gemmv"));
  EXPECT_TRUE(parseScope("kernel=ge*").holdsKernel("gemm", "_Z4gemmv"));
  EXPECT_FALSE(parseScope("kernel=gem").holdsKernel("gemm", "_Z4gemmv"));
}

TEST(Scope, RoleByNamePathOrGlobOfItOrOneAround) {
  for (const char *Held : {"role=tma", "role=producer", "role=producer/tma",
                           "role=prod*", "role=producer/*", "role=t?a"})
    EXPECT_TRUE(parseScope(Held).holdsRole("producer/tma")) << Held;
  for (const char *Other : {"role=consumer", "role=duce", "role=tma/producer"})
    EXPECT_FALSE(parseScope(Other).holdsRole("producer/tma")) << Other;
  EXPECT_FALSE(parseScope("role=tma").holdsRole("producer"));
  EXPECT_TRUE(parseScope("iter=0").holdsRole("producer"));
}

TEST(Scope, KernelsWithoutTheRoleAreOutOfScope) {
  EXPECT_FALSE(parseScope("role=mma").holdsAnyRole({}));
  EXPECT_FALSE(parseScope("role=mma").holdsAnyRole({"load"}));
  EXPECT_TRUE(parseScope("role=mma").holdsAnyRole({"load", "mma"}));
  EXPECT_TRUE(parseScope("warp=0").holdsAnyRole({}));
}

TEST(Scope, UnknownCoordinates) {
  EXPECT_EQ(failureOf([] { parseScope("lanch=1"); }).Message,
            "scope: unknown coordinate 'lanch' (did you mean 'launch'?)");
}

TEST(Scope, BadSyntax) {
  EXPECT_EQ(failureOf([] { parseScope("launch"); }).Message,
            "scope: 'launch' is not COORDINATE=VALUE");
  EXPECT_EQ(failureOf([] { parseScope("cta=1,,warp=2"); }).Message,
            "scope: '' is not COORDINATE=VALUE");
  EXPECT_EQ(failureOf([] { parseScope("cta=1,cta=2"); }).Message,
            "scope: cta is given twice");
  EXPECT_EQ(failureOf([] { parseScope("kernel="); }).Message,
            "scope: kernel= needs a name");
  EXPECT_EQ(failureOf([] { parseScope("role="); }).Message,
            "scope: role= needs a name");
}

TEST(Scope, KernelsWithArguments) {
  const Scope S = parseScope("kernel=gemm<float, 3>,launch=1");
  EXPECT_EQ(S.Kernel, "gemm<float, 3>");
  EXPECT_TRUE(S.Launch);
  EXPECT_TRUE(S.holdsKernel("gemm<float, 3>", "_Z4gemmIfLi3EEvPT_"));
  EXPECT_FALSE(S.holdsKernel("gemm<double, 4>", "_Z4gemmIdLi4EEvPT_"));
  EXPECT_TRUE(parseScope("kernel=gemm").holdsKernel("gemm<float, 3>", "_Z4gemmIf"));
}
