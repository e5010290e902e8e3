//===- VirtualTest.h - a program on a fake machine -===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_TEST_VIRTUAL_TEST_H
#define ARGUS_TEST_VIRTUAL_TEST_H

#include "CudaApi.h"
#include "FakeMachine.h"

#include "../fatbin/FatbinBytes.h"
#include "Api.h"

#include <gtest/gtest.h>

namespace argus::test {

/// A program with one module: kernels `k` (int, pointer) and `empty`, a variable `v` of
/// 16 bytes.
struct VirtualTest : ::testing::Test {
  VirtualTest() { Api::get().restart(fakeMachine(Gpu), ""); }

  void **registerModule(const std::string &Entries) {
    Images.push_back(std::make_unique<std::string>(fatbin(Entries)));
    Wrappers.push_back(std::make_unique<FatbinWrapper>(
        FatbinWrapper{FatbinWrapperMagic, 1, Images.back()->data(), nullptr}));
    return __cudaRegisterFatBinary(Wrappers.back().get());
  }

  void registerProgram(const std::string &Ptx = "kernel k 4 8\nkernel empty\n"
                                                "variable v 16\n") {
    Handle = registerModule(fatbinEntry(1, 90, PlainFlags, Ptx));
    addKernel(Handle, &StubK, "k");
    addKernel(Handle, &StubEmpty, "empty");
    __cudaRegisterVar(Handle, &HostV, nullptr, "v", 0, 16, 0, 0);
    __cudaRegisterFatBinaryEnd(Handle);
  }

  static void addKernel(void **Handle, const char *Stub, const char *Name) {
    __cudaRegisterFunction(Handle, Stub, nullptr, Name, -1, nullptr, nullptr, nullptr,
                           nullptr, nullptr);
  }

  int launchEmpty(StreamHandle S = nullptr) {
    return cudaLaunchKernel(&StubEmpty, {1, 1, 1}, {32, 1, 1}, nullptr, 0, S);
  }

  /// Kernel `empty` ends with this.
  void failWith(int Code, const std::string &Text = "kernel 'empty': it failed") {
    Gpu.Kernels["empty"] = [=](const vm::LaunchRequest &) {
      vm::LaunchResult R;
      R.Error = {Code, Text};
      return R;
    };
  }

  FakeGpu Gpu;
  char StubK = 0, StubEmpty = 0, HostV = 0;
  void **Handle = nullptr;
  std::vector<std::unique_ptr<std::string>> Images;
  std::vector<std::unique_ptr<FatbinWrapper>> Wrappers;
};

} // namespace argus::test

#endif // ARGUS_TEST_VIRTUAL_TEST_H
