//===- HelperKernels.cpp - small kernels around the program's --------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HelperKernels.h"
#include "argus/Abi.h"

#include <cstddef>

namespace argus::rt {

/// Longer than a launch takes, the first of a kernel included (some 40 us on an H200's
/// host); a program of many short kernels pays it for each.
constexpr uint64_t DelayNanoseconds = 80000;

static_assert(offsetof(ArgusArenaHeader, next_chunk) == 0 &&
                  offsetof(ArgusArenaHeader, shared) == 4 &&
                  offsetof(ArgusTraceControl, launch) == 16 &&
                  offsetof(ArgusTraceControl, first_chunk) == 20,
              "the PTX below has these offsets");

constexpr char HelperPtx[] = R"(
.version 6.0
.target sm_50
.address_size 64
.visible .entry argus_delay(.param .u64 delay) {
  .reg .pred p;
  .reg .b64 start, now, delay_ns;
  ld.param.u64 delay_ns, [delay];
  mov.u64 start, %globaltimer;
again:
  mov.u64 now, %globaltimer;
  sub.u64 now, now, start;
  setp.lt.u64 p, now, delay_ns;
  @p bra again;
  ret;
}
.visible .entry argus_reserve(.param .u64 control, .param .u64 arena,
                              .param .u32 warps, .param .u32 launch) {
  .reg .b64 c, a;
  .reg .b32 w, l, first, shared;
  .reg .pred full, p;
  ld.param.u64 c, [control];
  ld.param.u64 a, [arena];
  ld.param.u32 w, [warps];
  ld.param.u32 l, [launch];
  st.global.u32 [c+16], l;
  ld.volatile.global.u32 shared, [a+4];
  setp.ne.u32 p, shared, 0;
  @p bra together;
  // Beyond all chunks the cursor stands still: it must not wrap.
  ld.volatile.global.u32 first, [a];
  setp.ge.u32 full, first, 0x80000000;
  @!full atom.global.add.u32 first, [a], w;
  st.volatile.global.u32 [c+20], first;
  membar.sys;
  ld.volatile.global.u32 shared, [a+4];
  setp.eq.u32 p, shared, 0;
  @p ret;
together:
  mov.u32 first, 0xffffffff;
  st.volatile.global.u32 [c+20], first;
  ret;
}
)";

Result HelperKernels::load() {
  if (Tried)
    return LoadResult;
  Tried = true;
  CudaModule Loaded = nullptr;
  LoadResult = D.moduleLoadData(&Loaded, HelperPtx);
  if (LoadResult == Success)
    LoadResult = D.moduleGetFunction(&Spin, Loaded, "argus_delay");
  if (LoadResult == Success)
    LoadResult = D.moduleGetFunction(&Reserve, Loaded, "argus_reserve");
  return LoadResult;
}

Result HelperKernels::delay(Stream S) {
  if (Result R = load())
    return R;
  uint64_t Delay = DelayNanoseconds;
  void *Arguments[] = {&Delay};
  return D.launchKernel(Spin, 1, 1, 1, 1, 1, 1, 0, S, Arguments, nullptr);
}

Result HelperKernels::reserve(Stream S, DevicePtr Control, DevicePtr Arena,
                              uint32_t Warps, uint32_t Launch) {
  if (Result R = load())
    return R;
  void *Arguments[] = {&Control, &Arena, &Warps, &Launch};
  return D.launchKernel(Reserve, 1, 1, 1, 1, 1, 1, 0, S, Arguments, nullptr);
}

} // namespace argus::rt
