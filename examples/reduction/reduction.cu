//===- reduction.cu - nested regions and a helper that two of them call -----===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// reduction [N [TIMES]]: the sum of N numbers (default 2^22) by warp shuffles and
// shared memory, in two launches of one kernel: first a partial sum per block, then
// their sum; once or more.
//
//===----------------------------------------------------------------------===//

#include "../common.h"
#include "argus_region.h"

constexpr int BlockSize = 256;
constexpr int WarpsPerBlock = BlockSize / 32;
constexpr int MaxBlocks = 256;

/// Not inlined: its instructions exist once and serve "warp" as well as "block".
__device__ __noinline__ float warpSum(float value) {
  for (int offset = 16; offset > 0; offset /= 2)
    value += __shfl_xor_sync(0xffffffffu, value, offset);
  return value;
}

__global__ void reduce(int n, const float *in, float *out) {
  __shared__ float partial[WarpsPerBlock];
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32;

  float sum = 0;
#pragma argus region("accumulate")
  for (int i = blockIdx.x * BlockSize + threadIdx.x; i < n; i += gridDim.x * BlockSize)
    sum += in[i];

  ARGUS_REGION("combine");
#pragma argus region("warp")
  {
    sum = warpSum(sum);
    if (lane == 0)
      partial[warp] = sum;
  }

#pragma argus region("barrier")
  __syncthreads();

  if (warp == 0) {
    ARGUS_REGION("block");
    sum = warpSum(lane < WarpsPerBlock ? partial[lane] : 0.0f);
    if (lane == 0)
      out[blockIdx.x] = sum;
  }
}

/// 0 to 3, so that the sum of 2^22 of them is exact in float, in any order.
static float initialValue(unsigned i) {
  return static_cast<float>(i * 2654435761u >> 30);
}

int main(int argc, char **argv) {
  int n = argc > 1 ? numberArgument(argv[1], "N", 1, 1 << 22) : 1 << 22;
  int times = argc > 2 ? numberArgument(argv[2], "TIMES", 1, 1000) : 1;
  std::vector<float> values(n);
  double expected = 0;
  for (int i = 0; i < n; ++i) {
    values[i] = initialValue(i);
    expected += values[i];
  }

  DeviceArray<float> in(values), partials(MaxBlocks), out(1);
  int blocks = (n + BlockSize - 1) / BlockSize;
  blocks = blocks < MaxBlocks ? blocks : MaxBlocks;
  for (int i = 0; i < times; ++i) {
    reduce<<<blocks, BlockSize>>>(n, in.get(), partials.get());
    CUDA_CHECK(cudaGetLastError());
    reduce<<<1, BlockSize>>>(blocks, partials.get(), out.get());
    CUDA_CHECK(cudaGetLastError());
  }

  float sum = out.toHost()[0];
  if (sum != expected) {
    std::printf("FAILED the sum is %.0f, expected %.0f\n", sum, expected);
    return 1;
  }
  std::printf("OK reduction n=%d checksum=%.0f\n", n, sum);
}
