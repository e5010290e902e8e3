//===- misbehaves.cu - ends in the way its argument names -------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// misbehaves fails | crashes | faults | hangs | launches-nothing | skips
//
// fails: exit status 7 after a launch. crashes: SIGSEGV after a launch. faults: the kernel
// writes to address 8. hangs: never ends. skips: a region that no warp enters.
//
//===----------------------------------------------------------------------===//

#include "../../../examples/common.h"
#include <csignal>
#include <cstring>
#include <string>
#include <unistd.h>

__global__ void kernel(int *p, int n) {
#pragma argus region("always")
  p[threadIdx.x] = n;
  if (n < 0) {
#pragma argus region("never")
    p[threadIdx.x] += threadIdx.x;
  }
}

int main(int argc, char **argv) {
  const std::string how = argc > 1 ? argv[1] : "";
  if (how == "launches-nothing")
    return 0;
  DeviceArray<int> data(32);
  kernel<<<1, 32>>>(how == "faults" ? reinterpret_cast<int *>(8) : data.get(), 3);
  CUDA_CHECK(cudaDeviceSynchronize());
  if (how == "fails")
    return 7;
  if (how == "crashes")
    std::raise(SIGSEGV);
  if (how == "hangs")
    for (;;)
      sleep(1);
  return 0;
}
