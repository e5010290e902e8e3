//===- ErrorTest.cpp - errors, the device and processes -===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Errors.h"
#include "Properties.h"
#include "VirtualTest.h"

#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace argus;
using namespace argus::test;
using testing::internal::CaptureStderr;
using testing::internal::GetCapturedStderr;

using ErrorTest = VirtualTest;

TEST_F(ErrorTest, TheLastErrorIsTakenOnce) {
  EXPECT_EQ(cudaSetDevice(3), ErrorInvalidDevice);
  int Count = 0;
  EXPECT_EQ(cudaGetDeviceCount(&Count), Success); // does not clear it
  EXPECT_EQ(Count, 1);
  EXPECT_EQ(cudaPeekAtLastError(), ErrorInvalidDevice);
  std::thread([] { EXPECT_EQ(cudaGetLastError(), Success); }).join();
  EXPECT_EQ(cudaGetLastError(), ErrorInvalidDevice);
  EXPECT_EQ(cudaGetLastError(), Success);
}

TEST_F(ErrorTest, AKernelsFaultIsTheNextCallsError) {
  registerProgram();
  failWith(vm::IllegalAddress);
  CaptureStderr();
  EXPECT_EQ(launchEmpty(), Success);
  EXPECT_EQ(GetCapturedStderr(), "argus virtual device: kernel 'empty': it failed\n");
  EXPECT_EQ(cudaGetLastError(), Success); // nobody has asked the device
  EXPECT_EQ(cudaDeviceSynchronize(), vm::IllegalAddress);
  EXPECT_EQ(cudaGetLastError(), vm::IllegalAddress);
  EXPECT_EQ(cudaGetLastError(), vm::IllegalAddress); // for good
  void *P = nullptr;
  EXPECT_EQ(cudaMalloc(&P, 4), vm::IllegalAddress);
  EXPECT_EQ(launchEmpty(), vm::IllegalAddress);
  EXPECT_EQ(Gpu.Launches.size(), 1u);
  EXPECT_EQ(cudaDeviceReset(), Success);
  EXPECT_EQ(cudaMalloc(&P, 4), Success);
}

/// The sizes in its headers would lead outside of the program.
TEST_F(ErrorTest, ADamagedFatbinaryIsSaidToBe) {
  const std::string Whole = fatbinEntry(1, 90, PlainFlags, "kernel empty\n");
  std::string BadEntry = Whole;
  BadEntry.replace(8, 8, littleEndian(uint64_t(1) << 40, 8));
  for (int Damage = 0; Damage < 3; ++Damage) {
    void **Module = registerModule(Damage == 2 ? BadEntry : Whole);
    if (Damage < 2)
      Images.back()->replace(
          8, 8, littleEndian(Damage ? ~uint64_t(0) : uint64_t(1) << 62, 8));
    const char Stub = 0;
    addKernel(Module, &Stub, "empty");
    CaptureStderr();
    EXPECT_EQ(cudaLaunchKernel(&Stub, {1, 1, 1}, {32, 1, 1}, nullptr, 0, nullptr),
              ErrorInvalidImage);
    EXPECT_NE(GetCapturedStderr().find(": damaged fatbinary: "), std::string::npos);
    __cudaUnregisterFatBinary(Module);
  }
}

TEST_F(ErrorTest, ARefusedLaunchLeavesTheContext) {
  registerProgram();
  failWith(vm::InvalidConfiguration);
  CaptureStderr();
  EXPECT_EQ(launchEmpty(), ErrorInvalidConfiguration);
  GetCapturedStderr();
  EXPECT_EQ(cudaDeviceSynchronize(), Success);
  EXPECT_EQ(cudaGetLastError(), ErrorInvalidConfiguration);
  EXPECT_EQ(cudaGetLastError(), Success);
}

TEST_F(ErrorTest, AnUnknownInstructionEndsTheContext) {
  registerProgram();
  failWith(vm::UnsupportedInstruction);
  CaptureStderr();
  EXPECT_EQ(launchEmpty(), ErrorNotSupported);
  GetCapturedStderr();
  EXPECT_EQ(cudaDeviceSynchronize(), ErrorNotSupported);
}

TEST_F(ErrorTest, NamesAndTexts) {
  EXPECT_STREQ(cudaGetErrorName(700), "cudaErrorIllegalAddress");
  EXPECT_STREQ(cudaGetErrorString(700), "an illegal memory access was encountered");
  EXPECT_STREQ(cudaGetErrorString(0), "no error");
  EXPECT_STREQ(cudaGetErrorName(12345), "unrecognized error code");
  EXPECT_STREQ(driverErrorName(600), "CUDA_ERROR_NOT_READY");
  EXPECT_EQ(driverErrorName(12345), nullptr);
}

TEST_F(ErrorTest, ResetForgetsWhatTheContextHeld) {
  registerProgram();
  StreamHandle S = nullptr;
  ASSERT_EQ(cudaStreamCreate(&S), Success);
  EXPECT_EQ(launchEmpty(S), Success);
  EXPECT_EQ(cudaDeviceReset(), Success);
  EXPECT_EQ(launchEmpty(S), ErrorInvalidResourceHandle);
  EXPECT_EQ(launchEmpty(), Success);
  EXPECT_EQ(Gpu.Loads.size(), 2u);
}

TEST_F(ErrorTest, TheDevice) {
  DeviceProp12 P12;
  ASSERT_EQ(cudaGetDeviceProperties_v2(&P12, 0), Success);
  EXPECT_STREQ(P12.name, "Argus virtual device");
  EXPECT_EQ(P12.major, 9);
  EXPECT_EQ(P12.sharedMemPerBlockOptin, size_t(227 << 10));
  DeviceProp13 P13;
  ASSERT_EQ(cudaGetDeviceProperties(&P13, 0), Success); // no libcudart here: 13
  EXPECT_EQ(P13.clusterLaunch, 1);
  EXPECT_EQ(P13.multiProcessorCount, P12.multiProcessorCount);
  EXPECT_EQ(cudaGetDeviceProperties(&P13, 1), ErrorInvalidDevice);
  int Value = 0;
  EXPECT_EQ(cudaDeviceGetAttribute(&Value, 16, 0), Success);
  EXPECT_EQ(Value, P12.multiProcessorCount);
  EXPECT_EQ(cudaDeviceGetAttribute(&Value, 4000, 0), ErrorInvalidValue);
  int Runtime = 0, Driver = 0;
  EXPECT_EQ(cudaRuntimeGetVersion(&Runtime), Success);
  EXPECT_EQ(cudaDriverGetVersion(&Driver), Success);
  EXPECT_LE(Runtime, Driver);
}

TEST_F(ErrorTest, AChildOfForkHasNoDevice) {
  registerProgram();
  EXPECT_EQ(launchEmpty(), Success);
  const pid_t Child = fork();
  if (Child == 0)
    _exit(cudaDeviceSynchronize() == ErrorInitialization ? 0 : 1);
  int Status = 1;
  waitpid(Child, &Status, 0);
  EXPECT_EQ(Status, 0);
  EXPECT_EQ(launchEmpty(), Success);
}

TEST_F(ErrorTest, AChildMayBeTheFirstToUseTheDevice) {
  registerProgram();
  const pid_t Child = fork();
  if (Child == 0)
    _exit(launchEmpty());
  int Status = 1;
  waitpid(Child, &Status, 0);
  EXPECT_EQ(Status, 0);
}

TEST_F(ErrorTest, ThreadsTakeTurns) {
  registerProgram();
  int Running = 0, Most = 0;
  Gpu.Kernels["empty"] = [&](const vm::LaunchRequest &) {
    Most = std::max(Most, ++Running);
    std::this_thread::yield();
    --Running;
    return vm::LaunchResult();
  };
  std::vector<std::thread> Threads;
  for (int I = 0; I < 4; ++I)
    Threads.emplace_back([&] {
      for (int J = 0; J < 100; ++J)
        EXPECT_EQ(launchEmpty(perThreadStream()), Success);
    });
  for (std::thread &T : Threads)
    T.join();
  EXPECT_EQ(Most, 1);
  EXPECT_EQ(Gpu.Launches.size(), 400u);
}

TEST_F(ErrorTest, WhatTheMachineThrowsStaysInside) {
  registerProgram();
  Gpu.Kernels["empty"] = [](const vm::LaunchRequest &) -> vm::LaunchResult {
    throw std::runtime_error("a mistake");
  };
  CaptureStderr();
  EXPECT_EQ(launchEmpty(), ErrorUnknown);
  EXPECT_EQ(GetCapturedStderr(), "argus virtual device: a mistake\n");
}
