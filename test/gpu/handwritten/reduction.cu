//===- reduction.cu - examples/reduction, timed by hand ---------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "clock_log.h"

constexpr int BlockSize = 256;
constexpr int WarpsPerBlock = BlockSize / 32;
constexpr int MaxBlocks = 256;

enum Region { Accumulate, Combine, Warp, Barrier, Block };

__device__ __noinline__ float warpSum(float value) {
  for (int offset = 16; offset > 0; offset /= 2)
    value += __shfl_xor_sync(0xffffffffu, value, offset);
  return value;
}

__global__ void reduce(int n, const float *in, float *out) {
  ClockLog log;
  __shared__ float partial[WarpsPerBlock];
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32;

  float sum = 0;
  log.begin<Accumulate>();
  for (int i = blockIdx.x * BlockSize + threadIdx.x; i < n; i += gridDim.x * BlockSize)
    sum += in[i];
  log.end<Accumulate>();

  log.begin<Combine>();
  log.begin<Warp>();
  sum = warpSum(sum);
  if (lane == 0)
    partial[warp] = sum;
  log.end<Warp>();

  log.begin<Barrier>();
  __syncthreads();
  log.end<Barrier>();

  if (warp == 0) {
    log.begin<Block>();
    sum = warpSum(lane < WarpsPerBlock ? partial[lane] : 0.0f);
    if (lane == 0)
      out[blockIdx.x] = sum;
    log.end<Block>();
  }
  log.end<Combine>();
  log.close();
}

int main(int argc, char **argv) {
  int n = argc > 1 ? numberArgument(argv[1], "N", 1, 1 << 22) : 1 << 22;
  int launches = argc > 2 ? numberArgument(argv[2], "LAUNCHES", 1, 1000) : 1;
  DeviceArray<float> in(std::vector<float>(n, 1)), partials(MaxBlocks), out(1);
  int blocks = std::min((n + BlockSize - 1) / BlockSize, MaxBlocks);
  const std::vector<std::string> names = {"accumulate", "combine", "combine/warp",
                                          "combine/barrier", "combine/block"};
  LogReader reader(size_t(blocks) * WarpsPerBlock, 10, names, 2 * size_t(launches));
  for (int i = 0; i < launches; ++i) {
    reader.begin();
    reduce<<<blocks, BlockSize>>>(n, in.get(), partials.get());
    CUDA_CHECK(cudaGetLastError());
    if (i == launches - 1)
      reader.collect();
    reader.begin();
    reduce<<<1, BlockSize>>>(blocks, partials.get(), out.get());
    CUDA_CHECK(cudaGetLastError());
  }
  if (out.toHost()[0] != float(n)) {
    std::fprintf(stderr, "the sum is %g, expected %d\n", out.toHost()[0], n);
    return 1;
  }
  reader.print();
}
