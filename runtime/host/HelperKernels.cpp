//===- Pace.cpp - keeps launch latency out of kernel times -----------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pace.h"

namespace argus::rt {

/// Longer than a launch takes, the first of a kernel included (some 40 us on an H200's
/// host); a program of many short kernels pays it for each.
constexpr uint64_t DelayNanoseconds = 80000;

constexpr char SpinPtx[] = R"(
.version 6.0
.target sm_50
.address_size 64
.visible .entry argus_pace(.param .u64 delay) {
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
)";

Result Pace::load() {
  CudaModule Loaded = nullptr;
  if (Result R = D.moduleLoadData(&Loaded, SpinPtx))
    return R;
  return D.moduleGetFunction(&Spin, Loaded, "argus_pace");
}

Result Pace::delay(Stream S) {
  if (!Spin && LoadResult == Success)
    LoadResult = load();
  if (LoadResult != Success)
    return LoadResult;
  uint64_t Delay = DelayNanoseconds;
  void *Arguments[] = {&Delay};
  return D.launchKernel(Spin, 1, 1, 1, 1, 1, 1, 0, S, Arguments, nullptr);
}

} // namespace argus::rt
