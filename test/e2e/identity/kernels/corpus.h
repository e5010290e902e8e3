//===- corpus.h - runs one kernel of the corpus and prints a checksum --===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_CORPUS_H
#define ARGUS_CORPUS_H

#include <argus_region.h>
#include <cstdio>
#include <cuda_runtime.h>

namespace corpus {

constexpr int Ctas = 3, Threads = 96;
/// Kernels read the first half of the buffer and write to the second.
constexpr int Elements = 1024, Half = Elements / 2;

/// Gives the kernel a buffer of known numbers, runs it and prints what it left there.
/// Returns the program's exit status.
template <typename Launch> int run(Launch launch) {
  static unsigned host[Elements];
  for (int i = 0; i < Elements; ++i)
    host[i] = 17u * i % 101u;
  unsigned *data;
  cudaMalloc(&data, sizeof host);
  cudaMemcpy(data, host, sizeof host, cudaMemcpyHostToDevice);
  launch(data);
  cudaMemcpy(host, data, sizeof host, cudaMemcpyDeviceToHost);
  cudaFree(data);
  if (cudaError_t status = cudaGetLastError()) {
    std::printf("error: %s\n", cudaGetErrorString(status));
    return 1;
  }
  unsigned checksum = 0;
  for (unsigned value : host)
    checksum = 31u * checksum + value;
  std::printf("checksum %u\n", checksum);
  return 0;
}

__device__ inline int cta() { return blockIdx.x; }
__device__ inline int warp() { return threadIdx.x / 32; }
__device__ inline int thread() { return blockIdx.x * blockDim.x + threadIdx.x; }

} // namespace corpus

#endif // ARGUS_CORPUS_H
