//===- RegionsTest.cpp - regions by name, path or glob -----------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "query/Regions.h"

#include "../Failures.h"

using namespace argus;

static const std::vector<std::string> Paths = {
    "gemm", "gemm/mainloop", "gemm/mainloop/wait", "gemm/epilogue", "axpy[0]/odd[1]"};

TEST(Regions, NameIsTheLastComponent) {
  EXPECT_TRUE(regionMatches("mainloop", "gemm/mainloop"));
  EXPECT_FALSE(regionMatches("mainloop", "gemm/mainloop/wait"));
  EXPECT_FALSE(regionMatches("loop", "gemm/mainloop"));
}

TEST(Regions, WholePathAndItsTails) {
  EXPECT_TRUE(regionMatches("gemm/mainloop/wait", "gemm/mainloop/wait"));
  EXPECT_TRUE(regionMatches("mainloop/wait", "gemm/mainloop/wait"));
  EXPECT_FALSE(regionMatches("loop/wait", "gemm/mainloop/wait"));
  EXPECT_FALSE(regionMatches("gemm/mainloop", "gemm/mainloop/wait"));
}

TEST(Regions, Globs) {
  EXPECT_TRUE(regionMatches("main*", "gemm/mainloop"));
  EXPECT_FALSE(regionMatches("main*", "gemm/mainloop/wait"));
  EXPECT_TRUE(regionMatches("gemm/*", "gemm/mainloop/wait"));
  EXPECT_TRUE(regionMatches("mainloop/w*", "gemm/mainloop/wait"));
  EXPECT_FALSE(regionMatches("gemm/*", "gemm"));
}

TEST(Regions, GlobCharactersInANameMatchThemselves) {
  EXPECT_TRUE(regionMatches("odd[1]", "axpy[0]/odd[1]"));
}

TEST(Regions, NoPatternSelectsAll) {
  EXPECT_TRUE(anyRegionMatches({}, "gemm"));
  EXPECT_TRUE(anyRegionMatches({"x", "gemm"}, "gemm"));
  EXPECT_FALSE(anyRegionMatches({"x"}, "gemm"));
}

TEST(Regions, UnknownRegionSuggestsTheNearest) {
  EXPECT_NO_THROW(requireKnownRegions({"mainloop", "gemm/*"}, Paths));
  const Failure Unknown = failureOf([] { requireKnownRegions({"mainlop"}, Paths); });
  EXPECT_EQ(Unknown.Code, ExitCode::BadUsage);
  EXPECT_EQ(Unknown.Message, "no region matches 'mainlop' (did you mean 'mainloop'?)");
  EXPECT_NE(Unknown.Remedy.find("gemm/mainloop/wait"), std::string::npos);
  EXPECT_EQ(
      failureOf([] { requireKnownRegions({"gemm/mainloop/wiat"}, Paths); }).Message,
      "no region matches 'gemm/mainloop/wiat' (did you mean 'gemm/mainloop/wait'?)");
  EXPECT_EQ(failureOf([] { requireKnownRegions({"w"}, {}); }).Remedy,
            "the program has no marked region");
}

TEST(Regions, UnknownKernelSuggestsTheNearest) {
  const std::vector<KernelInfo> Kernels = {{"_Z7softmaxPf", "softmax"},
                                           {"_Z4gemmv", "gemm"}};
  EXPECT_NO_THROW(requireKnownKernel(parseScope("kernel=soft*"), Kernels));
  EXPECT_NO_THROW(requireKnownKernel(parseScope("kernel=_Z4gemmv"), Kernels));
  EXPECT_NO_THROW(requireKnownKernel(parseScope("launch=1"), Kernels));
  const Failure Unknown =
      failureOf([&] { requireKnownKernel(parseScope("kernel=sofmax"), Kernels); });
  EXPECT_EQ(Unknown.Code, ExitCode::BadUsage);
  EXPECT_EQ(Unknown.Message, "scope: no kernel with a marked region matches 'sofmax' "
                             "(did you mean 'softmax'?)");
  EXPECT_EQ(Unknown.Remedy, "such kernels: gemm, softmax");
}

TEST(Regions, UnknownRoleSuggestsTheNearest) {
  const std::vector<std::string> Roles = {"consumer", "producer", "producer/tma"};
  EXPECT_NO_THROW(requireKnownScope(parseScope("role=tma"), Roles, false));
  EXPECT_NO_THROW(requireKnownScope(parseScope("warp=0"), {}, false));
  const Failure Unknown =
      failureOf([&] { requireKnownScope(parseScope("role=consumr"), Roles, false); });
  EXPECT_EQ(Unknown.Code, ExitCode::BadUsage);
  EXPECT_EQ(Unknown.Message,
            "scope: no role matches 'consumr' (did you mean 'consumer'?)");
  EXPECT_EQ(Unknown.Remedy, "known roles: consumer, producer, producer/tma");
  EXPECT_NE(failureOf([&] {
              requireKnownScope(parseScope("role=x"), {}, false);
            }).Remedy.find("#pragma argus role"),
            std::string::npos);
}

TEST(Regions, TripsNeedACountedLoop) {
  EXPECT_NO_THROW(requireKnownScope(parseScope("iter=0:4"), {}, true));
  const Failure None =
      failureOf([] { requireKnownScope(parseScope("iter=0:4"), {}, false); });
  EXPECT_EQ(None.Code, ExitCode::BadUsage);
  EXPECT_EQ(None.Remedy, "put '#pragma argus iteration' before the loop");
}

TEST(Regions, AKernelMayBeNamedWithoutItsArguments) {
  const std::string Path = "ns::S<int>::gemm<float, 3>(float*)/main/wait";
  EXPECT_TRUE(regionMatches("ns::S<int>::gemm/main/wait", Path));
  EXPECT_TRUE(regionMatches(Path, Path));
  EXPECT_TRUE(regionMatches("*gemm<float*/main/wait", Path));
  EXPECT_FALSE(regionMatches("gemm<double, 3>/main/wait", Path));
  EXPECT_EQ(plainPath(Path), "ns::S<int>::gemm/main/wait");
  EXPECT_EQ(plainPath("gemm/a<b>/c(d)"), "gemm/a<b>/c(d)");
  EXPECT_EQ(plainPath("(anonymous namespace)::gemm/a"),
            "(anonymous namespace)::gemm/a");
}
