//===- work.h - the kernel that all programs of this folder launch ---------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each launch adds one to each of 1024 numbers: 8 blocks of 4 warps, and each warp goes
// through the region once, which is two events. Every program checks the sums, prints
// "ok" and ends with status 0 (or as its mode says).
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_TEST_HOOKS_WORK_H
#define ARGUS_TEST_HOOKS_WORK_H

#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

constexpr int Blocks = 8, Threads = 128, Numbers = Blocks * Threads;

inline void check(cudaError_t Error, const char *What) {
  if (Error == cudaSuccess)
    return;
  std::printf("%s: %s\n", What, cudaGetErrorString(Error));
  std::fflush(stdout);
  std::exit(1);
}

template <class Tag> __global__ void add(int *Sums) {
#pragma argus region("work")
  {
    Sums[blockIdx.x * blockDim.x + threadIdx.x] += Tag::Amount;
  }
}

struct One {
  static constexpr int Amount = 1;
};

inline int *newSums() {
  int *Sums = nullptr;
  check(cudaMalloc(&Sums, Numbers * sizeof(int)), "cudaMalloc");
  check(cudaMemset(Sums, 0, Numbers * sizeof(int)), "cudaMemset");
  return Sums;
}

/// Waits for the device and compares.
inline void expect(const int *Sums, int Value) {
  static int Host[Numbers];
  check(cudaDeviceSynchronize(), "cudaDeviceSynchronize");
  check(cudaMemcpy(Host, Sums, sizeof(Host), cudaMemcpyDeviceToHost), "cudaMemcpy");
  for (int I = 0; I < Numbers; ++I)
    if (Host[I] != Value) {
      std::printf("number %d is %d, not %d\n", I, Host[I], Value);
      std::exit(1);
    }
}

/// Launches one kernel of the translation unit that includes this.
template <class Tag> void launchAdd(int *Sums, cudaStream_t Stream = nullptr) {
  add<Tag><<<Blocks, Threads, 0, Stream>>>(Sums);
  check(cudaGetLastError(), "launch");
}

inline void ok() {
  std::puts("ok");
  std::fflush(stdout);
}

#endif // ARGUS_TEST_HOOKS_WORK_H
