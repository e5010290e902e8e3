//===- unrolling.cu - loops that are unrolled fully, partly, at run time; peeled ===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "corpus.h"

__global__ void unrolling(unsigned *data, int trips) {
  unsigned x = data[corpus::thread()];
#pragma argus region("full")
#pragma unroll
  for (int i = 0; i < 4; ++i) {
#pragma argus region("step")
    x = x * 3u + data[i];
  }
#pragma unroll 3
  for (int i = 0; i < 32; ++i) {
#pragma argus region("partial")
    x ^= data[(x + i) & 511u];
  }
#pragma argus region("runtime")
#pragma unroll 4
  for (int i = 0; i < trips; ++i) {
#pragma argus region("step")
    x += data[(i * 7) & 511] >> (i & 3);
  }
#pragma argus region("peeled")
  for (int i = 0; i < trips; ++i) {
    if (i == 0) {
#pragma argus region("first")
      x += data[5];
    }
    x = x * 5u + i;
  }
#pragma argus region("rolled")
#pragma unroll 1
  for (int i = 0; i < 3; ++i)
    x = (x << 3) ^ (x >> 5) ^ data[i];
  data[corpus::Half + corpus::thread()] = x;
}

int main() {
  return corpus::run(
      [](unsigned *data) { unrolling<<<corpus::Ctas, corpus::Threads>>>(data, 11); });
}
