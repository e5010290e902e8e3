//===- ToolkitTest.cpp - which CUDA toolkit is found ------------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/Toolkit.h"
#include "TempDir.h"
#include <gtest/gtest.h>
#include <map>

using namespace argus;
using argus::test::TempDir;

namespace {

/// A directory with what makes a toolkit usable.
void makeToolkit(const TempDir &Dir, const std::string &Name, int Version) {
  Dir.write(Name + "/include/cuda.h",
            "/* 2 */\n#define CUDA_VERSION " + std::to_string(Version) + "\n");
  Dir.write(Name + "/bin/ptxas", "", true);
  Dir.write(Name + "/bin/fatbinary", "", true);
  Dir.write(Name + "/lib/libcudart.so", "");
}

Environment fixed(std::map<std::string, std::string> Values) {
  return [Values = std::move(Values)](const char *Name) {
    auto It = Values.find(Name);
    return It == Values.end() ? std::string() : It->second;
  };
}

TEST(Toolkit, ReadsVersionAndTools) {
  TempDir Dir;
  makeToolkit(Dir, "cuda", 12040);
  Dir.write("cuda/bin/nvdisasm", "", true);
  ToolkitLocation Found = findCudaToolkitIn({Dir / "cuda"});
  ASSERT_TRUE(Found) << Found.Problem;
  EXPECT_EQ(Found.Version.str(), "12.4");
  EXPECT_EQ(Found.Ptxas, Dir / "cuda/bin/ptxas");
  EXPECT_EQ(Found.Nvdisasm, Dir / "cuda/bin/nvdisasm");
  EXPECT_EQ(Found.Cuobjdump, "");
  EXPECT_EQ(Found.LibDir, Dir / "cuda/lib");
}

TEST(Toolkit, FirstUsableWinsAndLib64BeforeLib) {
  TempDir Dir;
  makeToolkit(Dir, "old", 12030);
  makeToolkit(Dir, "good", 13000);
  makeToolkit(Dir, "other", 12060);
  Dir.write("good/lib64/libcudart.so", "");
  ToolkitLocation Found = findCudaToolkitIn({Dir / "old", Dir / "good", Dir / "other"});
  ASSERT_TRUE(Found);
  EXPECT_EQ(Found.Path, Dir / "good");
  EXPECT_EQ(Found.LibDir, Dir / "good/lib64");
}

TEST(Toolkit, FindsCcclWhereItHasItsOwnFolder) {
  TempDir Dir;
  makeToolkit(Dir, "old", 12040);
  makeToolkit(Dir, "new", 13000);
  Dir.write("new/include/cccl/cuda/std/version", "");
  EXPECT_EQ(findCudaToolkitIn({Dir / "old"}).CcclDir, "");
  EXPECT_EQ(findCudaToolkitIn({Dir / "new"}).CcclDir, Dir / "new/include/cccl");
}

TEST(Toolkit, SaysWhatIsWrongWithEachPlace) {
  TempDir Dir;
  makeToolkit(Dir, "old", 12030);
  makeToolkit(Dir, "new", 14000);
  makeToolkit(Dir, "broken", 13000);
  std::filesystem::remove(Dir / "broken/bin/ptxas");
  Dir.write("broken/bin/ptxas", "", /*Executable=*/false);
  Dir.write("headless/bin/ptxas", "", true);
  ToolkitLocation Found = findCudaToolkitIn(
      {Dir / "old", Dir / "new", Dir / "broken", Dir / "headless", Dir / "none"});
  ASSERT_FALSE(Found);
  for (const char *Part :
       {"old: CUDA 12.3; Argus supports 12.4 to 13.x", "new: CUDA 14.0",
        "broken: no executable bin/ptxas", "headless: no include/cuda.h",
        "none: no such directory", "CUDA_HOME"})
    EXPECT_NE(Found.Problem.find(Part), std::string::npos) << Part << " in\n"
                                                           << Found.Problem;
}

TEST(Toolkit, OrderOfCandidates) {
  TempDir Dir;
  Dir.write("tk/bin/ptxas", "", true);
  auto Roots = toolkitCandidates(fixed({{"CUDA_HOME", "/home/cuda//"},
                                        {"CUDA_PATH", "/path/cuda"},
                                        {"XDG_CACHE_HOME", "/cache"},
                                        {"PATH", "/nowhere:" + (Dir / "tk/bin")}}));
  EXPECT_EQ(Roots,
            (std::vector<std::string>{"/home/cuda", "/path/cuda", "/usr/local/cuda",
                                      "/cache/argus/cuda", Dir / "tk"}));
}

TEST(Toolkit, CandidatesWithoutEnvironment) {
  EXPECT_EQ(toolkitCandidates(fixed({})), std::vector<std::string>{"/usr/local/cuda"});
  EXPECT_EQ(
      toolkitCandidates(fixed({{"HOME", "/h"}, {"CUDA_HOME", "/usr/local/cuda"}})),
      (std::vector<std::string>{"/usr/local/cuda", "/h/.cache/argus/cuda"}));
}

TEST(Toolkit, ExplicitPathHasNoAlternative) {
  TempDir Dir;
  makeToolkit(Dir, "good", 13000);
  auto Env = fixed({{"CUDA_HOME", Dir / "good"}});
  EXPECT_EQ(findCudaToolkit("", Env).Path, Dir / "good");
  EXPECT_FALSE(findCudaToolkit(Dir / "missing", Env));
}

} // namespace
