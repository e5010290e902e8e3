//===- LaunchTest.cpp - registration and launches -===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VirtualTest.h"

#include <cstring>
#include <dlfcn.h>

using namespace argus;
using namespace argus::test;
using testing::internal::CaptureStderr;
using testing::internal::GetCapturedStderr;

using LaunchTest = VirtualTest;

TEST_F(LaunchTest, ModulesLoadAtTheFirstLaunch) {
  registerProgram();
  EXPECT_TRUE(Gpu.Loads.empty());
  EXPECT_EQ(launchEmpty(), Success);
  EXPECT_EQ(launchEmpty(), Success);
  EXPECT_EQ(Gpu.Loads.size(), 1u);
  EXPECT_EQ(Gpu.Launches.size(), 2u);
}

TEST_F(LaunchTest, ParametersAreCopiedWithTheirSizes) {
  registerProgram();
  int32_t A = 7;
  uint64_t B = 0x123456789abcdef0;
  void *Arguments[] = {&A, &B};
  ASSERT_EQ(cudaLaunchKernel(&StubK, {2, 3, 4}, {64, 2, 1}, Arguments, 512, nullptr),
            Success);
  const vm::LaunchRequest &R = Gpu.Launches.at(0);
  EXPECT_EQ(R.Grid.Y, 3u);
  EXPECT_EQ(R.Block.X, 64u);
  EXPECT_EQ(R.DynamicShared, 512u);
  ASSERT_EQ(R.Parameters.size(), 2u);
  EXPECT_EQ(R.Parameters[0].size(), 4u);
  EXPECT_EQ(std::memcmp(R.Parameters[1].data(), &B, 8), 0);
  EXPECT_EQ(cudaLaunchKernel(&StubK, {1, 1, 1}, {1, 1, 1}, nullptr, 0, nullptr),
            ErrorInvalidValue);
}

TEST_F(LaunchTest, TooMuchSharedMemoryExplainsItself) {
  registerProgram();
  const auto Said = [&](size_t Dynamic) {
    CaptureStderr();
    EXPECT_EQ(
        cudaLaunchKernel(&StubEmpty, {1, 1, 1}, {32, 1, 1}, nullptr, Dynamic, nullptr),
        ErrorInvalidValue);
    return GetCapturedStderr();
  };
  EXPECT_EQ(
      Said(49153),
      "argus virtual device: kernel 'empty': launched with 49153 bytes of dynamic "
      "shared memory, of which it may have 49152; cudaFuncSetAttribute(kernel, "
      "cudaFuncAttributeMaxDynamicSharedMemorySize, BYTES) allows up to 232448\n");
  EXPECT_EQ(Said(232449),
            "argus virtual device: kernel 'empty': launched with 232449 bytes of "
            "dynamic shared memory, of which it may have 232448 at most beside its 0 "
            "static ones\n");
}

TEST_F(LaunchTest, ConfigurationsNest) {
  __cudaPushCallConfiguration({1, 2, 3}, {4, 5, 6}, 7, perThreadStream());
  __cudaPushCallConfiguration({9, 1, 1}, {1, 1, 1}, 0, nullptr);
  Dim3 Grid, Block;
  size_t Shared = 1;
  StreamHandle S = nullptr;
  EXPECT_EQ(__cudaPopCallConfiguration(&Grid, &Block, &Shared, &S), Success);
  EXPECT_EQ(Grid.X, 9u);
  EXPECT_EQ(Shared, 0u);
  EXPECT_EQ(__cudaPopCallConfiguration(&Grid, &Block, &Shared, &S), Success);
  EXPECT_EQ(Grid.Z, 3u);
  EXPECT_EQ(Block.Y, 5u);
  EXPECT_EQ(Shared, 7u);
  EXPECT_EQ(S, perThreadStream());
  EXPECT_EQ(__cudaPopCallConfiguration(&Grid, &Block, &Shared, &S),
            ErrorMissingConfiguration);
}

TEST_F(LaunchTest, HandlesStandForKernels) {
  registerProgram();
  void *F = nullptr, *K = nullptr;
  ASSERT_EQ(cudaGetFuncBySymbol(&F, &StubEmpty), Success);
  ASSERT_EQ(__cudaGetKernel(&K, &StubEmpty), Success);
  EXPECT_EQ(cudaLaunchKernel(F, {1, 1, 1}, {1, 1, 1}, nullptr, 0, nullptr), Success);
  EXPECT_EQ(__cudaLaunchKernel(K, {1, 1, 1}, {1, 1, 1}, nullptr, 0, nullptr), Success);
  EXPECT_EQ(cudaGetFuncBySymbol(&F, this), ErrorInvalidDeviceFunction);
}

TEST_F(LaunchTest, UnregisteredKernelsAreUnknown) {
  registerProgram();
  EXPECT_EQ(launchEmpty(), Success);
  void *F = nullptr;
  ASSERT_EQ(cudaGetFuncBySymbol(&F, &StubEmpty), Success);
  __cudaUnregisterFatBinary(Handle);
  EXPECT_EQ(launchEmpty(), ErrorInvalidDeviceFunction);
  EXPECT_EQ(cudaLaunchKernel(F, {1, 1, 1}, {1, 1, 1}, nullptr, 0, nullptr),
            ErrorInvalidDeviceFunction);
  __cudaUnregisterFatBinary(Handle); // again: nothing happens
}

TEST_F(LaunchTest, ASharedStubSurvivesTheFirstOfItsModules) {
  registerProgram();
  void **Other = registerModule(fatbinEntry(1, 90, PlainFlags, "kernel empty\n"));
  addKernel(Other, &StubEmpty, "empty");
  __cudaUnregisterFatBinary(Handle);
  EXPECT_EQ(launchEmpty(), Success);
}

TEST_F(LaunchTest, LaunchAttributes) {
  registerProgram();
  LaunchAttribute Attributes[2] = {};
  Attributes[0].Id = LaunchCluster;
  Attributes[0].Cluster = {4, 1, 1};
  Attributes[1].Id = LaunchCooperative;
  Attributes[1].Number = 1;
  LaunchConfig Config = {{8, 1, 1}, {32, 1, 1}, 0, nullptr, Attributes, 2};
  ASSERT_EQ(cudaLaunchKernelExC(&Config, &StubEmpty, nullptr), Success);
  EXPECT_EQ(Gpu.Launches.at(0).Cluster.X, 4u);
  EXPECT_TRUE(Gpu.Launches.at(0).Cooperative);
  Attributes[0].Cluster = {16, 1, 1};
  EXPECT_EQ(cudaLaunchKernelExC(&Config, &StubEmpty, nullptr), 912);
  EXPECT_EQ(cudaFuncSetAttribute(&StubEmpty, FuncNonPortableCluster, 1), Success);
  EXPECT_EQ(cudaLaunchKernelExC(&Config, &StubEmpty, nullptr), Success);
  Attributes[1].Id = 13;
  CaptureStderr();
  EXPECT_EQ(cudaLaunchKernelExC(&Config, &StubEmpty, nullptr), ErrorNotSupported);
  EXPECT_EQ(GetCapturedStderr(),
            "argus virtual device: launch attribute 13 is not supported\n");
}

TEST_F(LaunchTest, MuchSharedMemoryNeedsPermission) {
  registerProgram("kernel empty\nshared empty 1024\n");
  auto Launch = [&](size_t Shared) {
    return cudaLaunchKernel(&StubEmpty, {1, 1, 1}, {1, 1, 1}, nullptr, Shared, nullptr);
  };
  EXPECT_EQ(Launch(47 << 10), Success);
  EXPECT_EQ(Launch(48 << 10), ErrorInvalidValue);
  EXPECT_EQ(cudaFuncSetAttribute(&StubEmpty, FuncMaxDynamicShared, 227 << 10),
            ErrorInvalidValue);
  EXPECT_EQ(cudaFuncSetAttribute(&StubEmpty, FuncMaxDynamicShared, 226 << 10), Success);
  EXPECT_EQ(Launch(226 << 10), Success);
  FuncAttributes A = {};
  EXPECT_EQ(cudaFuncGetAttributes(&A, &StubEmpty), Success);
  EXPECT_EQ(A.SharedBytes, 1024u);
  EXPECT_EQ(A.MaxDynamicShared, 226 << 10);
  EXPECT_EQ(A.MaxThreads, 1024);
}

TEST_F(LaunchTest, Occupancy) {
  registerProgram();
  int Blocks = 0;
  EXPECT_EQ(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&Blocks, &StubEmpty, 256, 0),
            Success);
  EXPECT_EQ(Blocks, 8); // threads
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&Blocks, &StubEmpty, 32, 0);
  EXPECT_EQ(Blocks, 32); // blocks
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&Blocks, &StubEmpty, 32, 100 << 10);
  EXPECT_EQ(Blocks, 2); // shared memory
  size_t Bytes = 0;
  EXPECT_EQ(cudaOccupancyAvailableDynamicSMemPerBlock(&Bytes, &StubEmpty, 2, 256),
            Success);
  EXPECT_EQ(Bytes, size_t(113 << 10));
}

TEST_F(LaunchTest, Variables) {
  registerProgram();
  size_t Size = 0;
  void *Address = nullptr;
  EXPECT_EQ(cudaGetSymbolSize(&Size, &HostV), Success);
  EXPECT_EQ(Size, 16u);
  EXPECT_EQ(cudaGetSymbolAddress(&Address, &HostV), Success);
  EXPECT_EQ(cudaGetSymbolAddress(&Address, this), ErrorInvalidSymbol);
  const char Text[] = "abcd";
  char Back[5] = "";
  EXPECT_EQ(cudaMemcpyToSymbol(&HostV, Text, 5, 8, HostToDevice), Success);
  EXPECT_EQ(cudaMemcpyFromSymbol(Back, &HostV, 5, 8, DeviceToHost), Success);
  EXPECT_STREQ(Back, "abcd");
  EXPECT_EQ(cudaMemcpyToSymbol(&HostV, Text, 5, 12, HostToDevice), ErrorInvalidValue);
  EXPECT_EQ(cudaMemcpyToSymbol(&HostV, Text, 5, 8, DeviceToHost),
            ErrorInvalidMemcpyDirection);
  EXPECT_EQ(cudaFree(Address), ErrorInvalidValue); // not the program's to free
}

TEST_F(LaunchTest, ManagedVariablesAreTherePerInit) {
  void **Module = registerModule(fatbinEntry(1, 90, PlainFlags, "variable m 4\n"));
  void *M = nullptr;
  __cudaRegisterManagedVar(Module, &M, nullptr, "m", 0, 4, 0, 0);
  EXPECT_EQ(M, nullptr);
  __cudaInitModule(Module);
  ASSERT_NE(M, nullptr);
  *static_cast<int *>(M) = 3;
}

TEST_F(LaunchTest, NoPtxSaysWhatToDo) {
  void **Module = registerModule(fatbinEntry(2, 90, PlainFlags, "elf"));
  addKernel(Module, &StubEmpty, "empty");
  CaptureStderr();
  EXPECT_EQ(launchEmpty(), ErrorNoImageForDevice);
  EXPECT_EQ(launchEmpty(), ErrorNoImageForDevice);
  const std::string Text = GetCapturedStderr();
  EXPECT_NE(Text.find("carries no PTX for compute capability 9.0 (its images: sm_90 "
                      "(machine code)); compile with --cuda-include-ptx=all"),
            std::string::npos)
      << Text;
  EXPECT_EQ(Text.find("argus virtual device"), Text.rfind("argus virtual device"));
}

TEST_F(LaunchTest, MalformedPtxSaysWhere) {
  registerProgram("error\n");
  CaptureStderr();
  EXPECT_EQ(launchEmpty(), ErrorInvalidPtx);
  EXPECT_NE(GetCapturedStderr().find("(sm_90):1:1: expected a directive"),
            std::string::npos);
  EXPECT_EQ(cudaGetLastError(), ErrorInvalidPtx);
  EXPECT_EQ(cudaGetLastError(), Success);
}

TEST_F(LaunchTest, TheHighestTargetThatRuns) {
  const auto Entry = [](unsigned Arch, uint64_t Flags) {
    return fatbinEntry(1, Arch, PlainFlags | Flags,
                       "of " + std::to_string(Arch) + (Flags ? "a" : ""));
  };
  const std::string Bytes =
      fatbin(Entry(80, 0) + Entry(90, SpecificFlag) + Entry(90, 0) + Entry(100, 0));
  EXPECT_EQ(choosePtx(Bytes).Text, "of 90a");
  EXPECT_EQ(choosePtx(fatbin(Entry(75, 0) + Entry(80, 0))).Text, "of 80");
  EXPECT_EQ(choosePtx(fatbin(Entry(100, SpecificFlag))).Error, ErrorNoImageForDevice);
}

TEST_F(LaunchTest, PtxIsNamedByItsHash) {
  EXPECT_EQ(hashOf(""), "cbf29ce484222325");
  EXPECT_EQ(hashOf("a"), "af63dc4c8601ec8c");
}
