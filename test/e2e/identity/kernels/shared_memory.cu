//===- shared_memory.cu - cooperative groups, dynamic shared memory, launch bounds ===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "corpus.h"
#include <cooperative_groups.h>

__global__ void __launch_bounds__(corpus::Threads, 2)
    shared_memory(unsigned *data, int stages) {
  extern __shared__ unsigned tile[];
  namespace cg = cooperative_groups;
  cg::thread_block block = cg::this_thread_block();
  cg::thread_block_tile<32> lanes = cg::tiled_partition<32>(block);
  unsigned sum = 0;
  for (int s = 0; s < stages; ++s) {
#pragma argus region("fill")
    tile[threadIdx.x] = data[(corpus::thread() + 32 * s) & 511];
#pragma argus region("wait")
    block.sync();
#pragma argus region("read")
    {
      sum += tile[(threadIdx.x * 7 + s) % corpus::Threads];
#pragma argus region("shuffle")
      for (int d = 16; d > 0; d /= 2)
        sum += lanes.shfl_xor(sum, d);
    }
    block.sync();
  }
#pragma argus region("store")
  data[corpus::Half + corpus::thread()] = sum;
}

int main() {
  return corpus::run([](unsigned *data) {
    shared_memory<<<1, corpus::Threads, corpus::Threads * sizeof(unsigned)>>>(data, 4);
  });
}
