//===- pipelined_gemm.cu - examples/pipelined_gemm, timed by hand ------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../../../examples/pipelined_gemm/ptx.h"
#include "../../../examples/pipelined_gemm/reference.h"
#include "clock_log.h"
#include <cuda_fp16.h>

enum Region { Load, Mainloop, Wait, LoopLoad, Mma, Epilogue };

constexpr int TileM = 128, TileN = 128, TileK = 32;
constexpr int Threads = 256; // 2 x 4 warps
constexpr int WarpM = 64, WarpN = 32;
constexpr int Stages = 4;
constexpr int TileBytesA = TileM * TileK * 2, TileBytesB = TileK * TileN * 2;
constexpr int StageBytes = TileBytesA + TileBytesB;
constexpr int SharedBytes = Stages * StageBytes;

// Tiles lie in shared memory row by row in chunks of 16 bytes. XOR with the row spreads
// the chunks over the banks, so that neither the copies nor ldmatrix conflict.
__device__ inline uint32_t offsetA(int row, int chunk) {
  return row * 64 + ((chunk ^ (row >> 1 & 3)) << 4);
}
__device__ inline uint32_t offsetB(int row, int chunk) {
  return row * 256 + ((chunk ^ (row & 7)) << 4);
}

/// What one thread copies of each tile: two chunks of A and two of B.
struct TileCopier {
  const __half *a, *b;
  size_t rowsA, rowsB, stepB; // distances in elements
  uint32_t toA, toB;

  __device__ TileCopier(const __half *matrixA, const __half *matrixB, int n, int k) {
    int rowA = threadIdx.x / 4, chunkA = threadIdx.x % 4;
    int rowB = threadIdx.x / 16, chunkB = threadIdx.x % 16;
    a = matrixA + size_t(blockIdx.y * TileM + rowA) * k + chunkA * 8;
    b = matrixB + size_t(rowB) * n + blockIdx.x * TileN + chunkB * 8;
    rowsA = size_t(TileM / 2) * k;
    rowsB = size_t(TileK / 2) * n;
    stepB = size_t(TileK) * n;
    toA = offsetA(rowA, chunkA);
    toB = TileBytesA + offsetB(rowB, chunkB);
  }

  /// Starts the copies of the next tile along K.
  template <unsigned Region> __device__ void copyNext(uint32_t stage, ClockLog &log) {
    log.begin<Region>();
    copyAsync16(stage + toA, a);
    copyAsync16(stage + toA + TileBytesA / 2, a + rowsA);
    copyAsync16(stage + toB, b);
    copyAsync16(stage + toB + TileBytesB / 2, b + rowsB);
    a += TileK;
    b += stepB;
    log.end<Region>();
  }
};

/// One warp's 64x32 part of the tile of C, in 4x4 fragments.
struct WarpTile {
  float c[4][4][4] = {};
  int row, column; // of the part in the CTA's tile
  uint32_t fromA, fromB;

  __device__ WarpTile() {
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    row = warp / 4 * WarpM;
    column = warp % 4 * WarpN;
    fromA = offsetA(row + lane % 16, lane / 16);
    fromB = TileBytesA + offsetB(lane % 16, column / 8 + lane / 16);
  }

  __device__ void multiply(uint32_t stage, ClockLog &log) {
    log.begin<Mma>();
#pragma unroll
    for (int step = 0; step < TileK / 16; ++step) {
      uint32_t a[4][4], b[2][4];
#pragma unroll
      for (int i = 0; i < 4; ++i) // 16 rows of A; step is bit 1 of the chunk
        loadMatrices(a[i], stage + (fromA ^ step << 5) + i * 16 * 64);
#pragma unroll
      for (int j = 0; j < 2; ++j) // 16 columns of B; j is bit 1 of the chunk
        loadMatricesTransposed(b[j], stage + (fromB ^ j << 5) + step * 16 * 256);
#pragma unroll
      for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j)
          multiplyAdd(c[i][j], a[i], b[j / 2][j % 2 * 2], b[j / 2][j % 2 * 2 + 1]);
    }
    log.end<Mma>();
  }

  /// To shared memory as rows of 256 bytes, swizzled like B.
  __device__ void store(char *shared) const {
    int lane = threadIdx.x % 32;
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
      for (int j = 0; j < 4; ++j)
#pragma unroll
        for (int half = 0; half < 2; ++half) {
          int r = row + i * 16 + half * 8 + lane / 4;
          char *to = shared + offsetB(r, column / 8 + j) + lane % 4 * 4;
          *reinterpret_cast<__half2 *>(to) =
              __floats2half2_rn(c[i][j][half * 2], c[i][j][half * 2 + 1]);
        }
  }
};

/// Whole rows of 256 bytes at a time, 16 bytes a thread.
__device__ inline void copyTileOut(const char *shared, __half *c, int n) {
#pragma unroll
  for (int i = 0; i < TileM * 16 / Threads; ++i) {
    int row = (i * Threads + threadIdx.x) / 16, chunk = threadIdx.x % 16;
    __half *to = c + size_t(blockIdx.y * TileM + row) * n + blockIdx.x * TileN;
    *reinterpret_cast<uint4 *>(to + chunk * 8) =
        *reinterpret_cast<const uint4 *>(shared + offsetB(row, chunk));
  }
}

__global__ void __launch_bounds__(Threads, 2)
    gemm(int n, int k, const __half *a, const __half *b, __half *c) {
  ClockLog log;
  extern __shared__ __align__(128) char shared[];
  uint32_t base = sharedAddress(shared);
  int tiles = k / TileK;
  TileCopier copier(a, b, n, k);
  WarpTile tile;

#pragma unroll
  for (int stage = 0; stage < Stages - 1; ++stage) {
    if (stage < tiles)
      copier.copyNext<Load>(base + stage * StageBytes, log);
    commitCopies();
  }

  log.begin<Mainloop>();
  for (int i = 0; i < tiles; ++i) {
    log.begin<Wait>();
    waitCopies<Stages - 2>();
    __syncthreads();
    log.end<Wait>();
    // The barrier above also says that every warp is done with the stage reused here.
    if (i + Stages - 1 < tiles)
      copier.copyNext<LoopLoad>(base + (i + Stages - 1) % Stages * StageBytes, log);
    commitCopies();
    tile.multiply(base + i % Stages * StageBytes, log);
  }

  log.end<Mainloop>();

  log.begin<Epilogue>();
  __syncthreads();
  tile.store(shared);
  __syncthreads();
  copyTileOut(shared, c, n);
  log.end<Epilogue>();
  log.close();
}

int main(int argc, char **argv) {
  int size = argc > 1 ? numberArgument(argv[1], "SIZE", 128, 8192) : 1024;
  int launches = argc > 2 ? numberArgument(argv[2], "LAUNCHES", 1, 1000) : 1;
  DeviceArray<__half> a(makeMatrix(valueA, size, size)),
      b(makeMatrix(valueB, size, size));
  DeviceArray<__half> c(size_t(size) * size);
  CUDA_CHECK(cudaFuncSetAttribute(gemm, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                  SharedBytes));
  const dim3 grid(size / TileN, size / TileM);
  const size_t marks = 2 * (Stages + 1 + 3 * size_t(size / TileK));
  LogReader reader(size_t(grid.x) * grid.y * (Threads / 32), marks,
                   {"load", "mainloop", "mainloop/wait", "mainloop/load",
                    "mainloop/mma", "epilogue"},
                   launches);
  for (int i = 0; i < launches; ++i) {
    reader.begin();
    gemm<<<grid, Threads, SharedBytes>>>(size, size, a.get(), b.get(), c.get());
    CUDA_CHECK(cudaGetLastError());
  }
  reader.collect();
  long long checksum = 0;
  if (!checkProduct(c.toHost(), size, size, size, checksum))
    return 1;
  reader.print();
}
