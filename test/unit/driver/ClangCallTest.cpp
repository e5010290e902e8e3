//===- ClangCallTest.cpp - what argus clang++ adds to a command -------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/Driver.h"
#include <algorithm>
#include <gtest/gtest.h>

using namespace argus;
using Strings = std::vector<std::string>;

namespace {

ToolkitLocation cuda(int Major, int Minor) {
  ToolkitLocation T;
  T.Path = "/cuda dir";
  T.Version = {Major, Minor};
  T.LibDir = "/cuda dir/lib64";
  return T;
}

Strings commandFor(const Strings &Args, const ToolkitLocation &T = cuda(13, 0)) {
  return clangCommand("/llvm/clang++", parseClangCall(Args), layoutAt("/argus"), T);
}

bool has(const Strings &Command, const std::string &Arg) {
  return std::find(Command.begin(), Command.end(), Arg) != Command.end();
}

TEST(ClangCall, CompileAndLinkOfOneFile) {
  EXPECT_EQ(commandFor({"-O3", "a b.cu", "-o", "a"}),
            (Strings{"/llvm/clang++",
                     "--start-no-unused-arguments",
                     "-fplugin=/argus/lib/libArgus.so",
                     "-idirafter",
                     "/argus/include",
                     "--cuda-path=/cuda dir",
                     "-Wno-unknown-cuda-version",
                     "-isystem",
                     "/argus/share/argus/cuda/include",
                     "-idirafter",
                     "/cuda dir/include",
                     "-D__CUDACC_VER_MAJOR__=13",
                     "-D__CUDACC_VER_MINOR__=0",
                     "-D__CUDACC_VER_BUILD__=0",
                     "-Xarch_sm_90a",
                     "-D__CUDA_ARCH_SPECIFIC__=900",
                     "-Xarch_sm_90a",
                     "-D__CUDA_ARCH_FAMILY_SPECIFIC__=900",
                     "-B/argus/share/argus/cuda/bin",
                     "--offload-arch=sm_75",
                     "-D__nv_sqrtf=__nv_fsqrt_rn",
                     "-include",
                     "argus_cuda_dialect.h",
                     "-Wno-error=c++11-narrowing",
                     "-Wno-error=register",
                     "-Wno-error=reserved-user-defined-literal",
                     "-Wno-error=missing-template-arg-list-after-template-kw",
                     "-Xarch_device",
                     "-mllvm=-unroll-threshold=2000",
                     "-Xarch_device",
                     "-mllvm=-inline-threshold=5000",
                     "-Xarch_device",
                     "-mllvm=-locally-hot-callsite-threshold=5000",
                     "--end-no-unused-arguments",
                     "-O3",
                     "a b.cu",
                     "-o",
                     "a",
                     "-L/cuda dir/lib64",
                     "-Wl,--push-state,--as-needed",
                     "-lcudart",
                     "-Wl,--pop-state",
                     "-Wl,-rpath,/cuda dir/lib64"}));
}

TEST(ClangCall, ToolkitVersionIsForCudaAndTheUsersWins) {
  EXPECT_FALSE(has(commandFor({"a.cpp"}), "-D__CUDACC_VER_MAJOR__=13"));
  EXPECT_FALSE(has(commandFor({"a.cu", "-D__CUDACC_VER_MAJOR__=11"}),
                   "-D__CUDACC_VER_MAJOR__=13"));
  Strings Older = commandFor({"a.cu"}, cuda(12, 4));
  EXPECT_TRUE(has(Older, "-D__CUDACC_VER_MINOR__=4"));
  EXPECT_FALSE(has(Older, "-D__CUDA_ARCH_SPECIFIC__=900"));
}

TEST(ClangCall, NoFatbinaryOverlayBeforeCuda13) {
  Strings Command = commandFor({"a.cu", "-c"}, cuda(12, 4));
  EXPECT_FALSE(has(Command, "-B/argus/share/argus/cuda/bin"));
  EXPECT_FALSE(has(Command, "--offload-arch=sm_75"));
  EXPECT_TRUE(has(Command, "/argus/share/argus/cuda/include"));
  EXPECT_TRUE(has(Command, "--cuda-path=/cuda dir"));
}

TEST(ClangCall, CcclIsASystemFolder) {
  ToolkitLocation T = cuda(13, 0);
  EXPECT_FALSE(has(commandFor({"a.cu"}, T), "/cuda dir/include/cccl"));
  T.CcclDir = "/cuda dir/include/cccl";
  Strings Command = commandFor({"a.cu"}, T);
  auto It = std::find(Command.begin(), Command.end(), T.CcclDir);
  ASSERT_NE(It, Command.end());
  EXPECT_EQ(*(It - 1), "-isystem");
}

TEST(ClangCall, UsersChoicesWin) {
  Strings Command = commandFor({"--cuda-path=/mine", "--offload-arch=sm_90a", "a.cu",
                                "-lcudart_static", "-ldl"});
  EXPECT_FALSE(has(Command, "--cuda-path=/cuda dir"));
  EXPECT_FALSE(has(Command, "--offload-arch=sm_75"));
  EXPECT_FALSE(has(Command, "-lcudart"));
  EXPECT_TRUE(has(Command, "-L/cuda dir/lib64"));
  EXPECT_EQ(parseClangCall({"--cuda-path=/mine"}).CudaPath, "/mine");
  EXPECT_TRUE(parseClangCall({"a.o", "/x/libcudart_static.a"}).NamesCudart);
  EXPECT_TRUE(parseClangCall({"a.o", "-l", "cudart"}).NamesCudart);
  EXPECT_FALSE(parseClangCall({"a.o", "-L/x/libcudart", "-lcuda"}).NamesCudart);
}

TEST(ClangCall, Plugin) {
  EXPECT_TRUE(parseClangCall({"a.cu"}).UsePlugin);
  EXPECT_FALSE(parseClangCall({"a.cu", "--no-argus"}).UsePlugin);
  EXPECT_FALSE(has(commandFor({"a.cu", "--no-argus"}), "--no-argus"));
  EXPECT_FALSE(parseClangCall({"-fplugin=/x/libArgus.so", "a.cu"}).UsePlugin);
  EXPECT_TRUE(parseClangCall({"-fplugin=/x/other.so", "a.cu"}).UsePlugin);
}

TEST(ClangCall, Dialect) {
  EXPECT_TRUE(has(commandFor({"a.cu"}), "argus_cuda_dialect.h"));
  EXPECT_FALSE(has(commandFor({"a.cpp"}), "argus_cuda_dialect.h"));
  EXPECT_FALSE(has(commandFor({"-ffast-math", "a.cu"}), "-D__nv_sqrtf=__nv_fsqrt_rn"));
  Strings Plain = commandFor({"a.cu", "--no-dialect"});
  EXPECT_FALSE(has(Plain, "argus_cuda_dialect.h"));
  EXPECT_FALSE(has(Plain, "-Wno-error=c++11-narrowing"));
  EXPECT_FALSE(has(Plain, "--no-dialect"));
}

TEST(ClangCall, FastCode) {
  const std::string Unroll = "-mllvm=-unroll-threshold=2000";
  const std::string Inline = "-mllvm=-inline-threshold=5000";
  for (const char *Level : {"-O2", "-O3", "-Ofast"}) {
    EXPECT_TRUE(has(commandFor({Level, "a.cu"}), Unroll)) << Level;
    EXPECT_FALSE(has(commandFor({Level, "a.cpp"}), Unroll)) << Level;
    EXPECT_FALSE(has(commandFor({Level, "a.cu", "--no-fast-code"}), Unroll)) << Level;
  }
  for (const char *Level : {"-O0", "-O1", "-O", "-Os", "-Oz", "-Og"})
    EXPECT_FALSE(has(commandFor({Level, "a.cu"}), Unroll)) << Level;
  // The user's wins, however it is spelt.
  for (const char *Own :
       {"-unroll-threshold=7", "--unroll-threshold", "-unroll-threshold"}) {
    const Strings Command = commandFor({"-O3", "a.cu", "-mllvm", Own});
    EXPECT_FALSE(has(Command, Unroll)) << Own;
    EXPECT_TRUE(has(Command, Inline)) << Own;
  }
  EXPECT_FALSE(
      has(commandFor({"-O3", "a.cu", "-Xarch_device", "-mllvm=-inline-threshold=9"}),
          Inline));
  EXPECT_FALSE(has(commandFor({"-O3", "a.cu", "-Xclang", "-mllvm", "-Xclang",
                               "-inline-threshold=9"}),
                   Inline));
  EXPECT_TRUE(has(commandFor({"-O3", "a.cu", "-mllvm", "-partial-unroll-threshold=9"}),
                  Unroll));
}

TEST(ClangCall, DeviceCodeIsOptimisedAsByNvcc) {
  EXPECT_TRUE(has(commandFor({"a.cu"}), "-O3"));
  EXPECT_FALSE(has(commandFor({"a.cpp"}), "-O3"));
  EXPECT_FALSE(has(commandFor({"a.cu", "--no-dialect"}), "-O3"));
  EXPECT_FALSE(has(commandFor({"a.cu", "--no-fast-code"}), "-O3"));
  EXPECT_FALSE(has(commandFor({"a.cu", "-O0"}), "-O3"));
  EXPECT_EQ(parseClangCall({"-Xarch_device", "-O0", "-O3", "a.cu"}).Level, "3");
  EXPECT_EQ(parseClangCall({"-O3", "-Xarch_sm_90a", "-O0", "a.cu"}).Level, "0");
  EXPECT_EQ(parseClangCall({"-O3", "-Xarch_host", "-O0", "a.cu"}).Level, "3");
  EXPECT_EQ(parseClangCall({"-O", "a.cu"}).Level, "1");
}

TEST(ClangCall, ChosenCudart) {
  ClangCall Call = parseClangCall({"a.cu"});
  Call.Cudart = CudartChoice::Static;
  Strings Command = clangCommand("clang++", Call, layoutAt("/argus"), cuda(13, 0));
  EXPECT_TRUE(has(Command, "-lcudart_static"));
  EXPECT_FALSE(has(Command, "-lcudart"));
  Call.Cudart = CudartChoice::None;
  Command = clangCommand("clang++", Call, layoutAt("/argus"), cuda(13, 0));
  EXPECT_FALSE(has(Command, "-lcudart_static"));
  EXPECT_FALSE(has(Command, "-lcudart"));
}

TEST(ClangCall, Linking) {
  for (const Strings &Args :
       {Strings{"a.o"}, {"a.cu", "-o", "a"}, {"-shared", "a.o"}, {"-"}})
    EXPECT_TRUE(parseClangCall(Args).Links) << Args[0];
  for (const Strings &Args : {Strings{"-c", "a.cu"},
                              {"a.cu", "-S"},
                              {"-E", "a.cu"},
                              {"-v"},
                              {},
                              {"-o", "a"},
                              {"--version"},
                              {"-fsyntax-only", "a.cu"},
                              {"-x", "cuda"},
                              {"--cuda-device-only", "a.cu"},
                              {"-print-resource-dir", "a.cu"}})
    EXPECT_FALSE(parseClangCall(Args).Links) << (Args.empty() ? "" : Args[0]);
}

TEST(ClangCall, CudaSources) {
  for (const Strings &Args : {Strings{"a.cu"},
                              {"-x", "cuda", "a.cpp"},
                              {"-xcuda", "a.cpp"},
                              {"b.cpp", "a.cui"}})
    EXPECT_TRUE(parseClangCall(Args).CudaSource) << Args[0];
  for (const Strings &Args : {Strings{"a.cpp"},
                              {"a.o"},
                              {"-x", "c++", "a.cu"},
                              {"-o", "a.cu"},
                              {"-xcuda", "-xnone", "a.cpp"},
                              {"a.cpp", "-x", "cuda"}})
    EXPECT_FALSE(parseClangCall(Args).CudaSource) << Args[0];
}

TEST(ClangCall, WithoutToolkitNothingOfCudaIsAdded) {
  EXPECT_EQ(commandFor({"a.cpp"}, {}),
            (Strings{"/llvm/clang++", "--start-no-unused-arguments",
                     "-fplugin=/argus/lib/libArgus.so", "-idirafter", "/argus/include",
                     "--end-no-unused-arguments", "a.cpp"}));
}

} // namespace
