//===- Probe.cpp - a CUDA program for ProgramTest -===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// virtual_probe scale | fault | endless: what nvcc or clang would have made of a small
// .cu file, written by hand. It is linked with a libcudart.so.13 whose functions fail.
//
//===----------------------------------------------------------------------===//

#include "../fatbin/FatbinBytes.h"
#include "CudaApi.h"
#include "argus/fatbin/Fatbin.h"

#include <cstdio>
#include <string>
#include <vector>

using namespace argus::test;

static const std::string Ptx = R"(.version 8.0
.target sm_90
.address_size 64
.visible .entry scale(.param .u64 data, .param .u32 n, .param .f32 by) {
  .reg .pred p;
  .reg .b32 i, cta, size, thread, count;
  .reg .f32 x, factor;
  .reg .b64 base, at;
  ld.param.u64 base, [data];
  ld.param.u32 count, [n];
  ld.param.f32 factor, [by];
  mov.u32 cta, %ctaid.x;
  mov.u32 size, %ntid.x;
  mov.u32 thread, %tid.x;
  mad.lo.s32 i, cta, size, thread;
  setp.ge.u32 p, i, count;
  @p bra done;
  mul.wide.u32 at, i, 4;
  add.s64 at, base, at;
  ld.global.f32 x, [at];
  mul.rn.f32 x, x, factor;
  st.global.f32 [at], x;
done:
  ret;
}
.visible .entry endless() {
again:
  bra again;
}
)";

static const char ScaleStub = 0, EndlessStub = 0;

static void registerProgram() {
  static const std::string Bytes = fatbin(fatbinEntry(1, 90, PlainFlags, Ptx));
  static argus::FatbinWrapper Wrapper = {argus::FatbinWrapperMagic, 1, Bytes.data(),
                                         nullptr};
  void **Handle = __cudaRegisterFatBinary(&Wrapper);
  for (const auto &[Stub, Name] :
       {std::pair(&ScaleStub, "scale"), std::pair(&EndlessStub, "endless")})
    __cudaRegisterFunction(Handle, Stub, nullptr, Name, -1, nullptr, nullptr, nullptr,
                           nullptr, nullptr);
  __cudaRegisterFatBinaryEnd(Handle);
}

static int launchScale(void *Data, unsigned Count) {
  float By = 3;
  void *Arguments[] = {static_cast<void *>(&Data), &Count, &By};
  return cudaLaunchKernel(&ScaleStub, {(Count + 63) / 64, 1, 1}, {64, 1, 1}, Arguments,
                          0, nullptr);
}

static void say(const char *What, int Error) {
  std::printf("%s: %s\n", What, cudaGetErrorName(Error));
}

static int scale() {
  std::vector<float> Numbers(100);
  for (size_t I = 0; I < Numbers.size(); ++I)
    Numbers[I] = float(I);
  void *Device = nullptr;
  EventHandle Start = nullptr, End = nullptr;
  const size_t Bytes = Numbers.size() * sizeof(float);
  say("malloc", cudaMalloc(&Device, Bytes));
  say("copy", cudaMemcpy(Device, Numbers.data(), Bytes, HostToDevice));
  cudaEventCreate(&Start);
  cudaEventCreate(&End);
  cudaEventRecord(Start, nullptr);
  say("launch", launchScale(Device, 100));
  cudaEventRecord(End, nullptr);
  say("copy back", cudaMemcpy(Numbers.data(), Device, Bytes, DeviceToHost));
  float Ms = 0;
  say("elapsed", cudaEventElapsedTime(&Ms, Start, End));
  for (size_t I = 0; I < Numbers.size(); ++I)
    if (Numbers[I] != 3 * float(I))
      return 1;
  std::printf("%s\n", Ms > 0 ? "right" : "no time");
  return 0;
}

static int fail(int (*Launch)()) {
  say("launch", Launch());
  say("last", cudaGetLastError());
  say("synchronize", cudaDeviceSynchronize());
  void *Device = nullptr;
  say("malloc", cudaMalloc(&Device, 4));
  say("reset", cudaDeviceReset());
  say("malloc", cudaMalloc(&Device, 4));
  return 0;
}

static int launchOutside() {
  static char Host[256]; // no device has seen it
  return launchScale(Host, 64);
}

static int launchEndless() {
  return cudaLaunchKernel(&EndlessStub, {1, 1, 1}, {32, 1, 1}, nullptr, 0, nullptr);
}

int main(int, char **Arguments) {
  registerProgram();
  const std::string Way = Arguments[1];
  if (Way == "scale")
    return scale();
  return fail(Way == "fault" ? launchOutside : launchEndless);
}
