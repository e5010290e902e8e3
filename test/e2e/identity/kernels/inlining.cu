//===- inlining.cu - regions in functions that are inlined, or must not be ===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "corpus.h"

__device__ __forceinline__ unsigned mix(unsigned x) {
#pragma argus region("mix")
  {
    x ^= x >> 7;
    x *= 2654435761u;
  }
  return x;
}

[[argus::region("twice")]] __device__ inline unsigned twice(unsigned x) {
  return mix(x) + mix(x + 1);
}

__device__ __noinline__ unsigned far(unsigned x, int rounds) {
#pragma argus region("far")
  for (int i = 0; i < rounds; ++i)
    x = x * 3u + mix(x);
  return x;
}

__global__ void inlining(unsigned *data) {
  unsigned x = data[corpus::thread()];
#pragma argus region("near")
  x = twice(x) + twice(x ^ 5u);
#pragma argus region("calls")
  x += far(x, 3);
  data[corpus::Half + corpus::thread()] = x;
}

int main() {
  return corpus::run(
      [](unsigned *data) { inlining<<<corpus::Ctas, corpus::Threads>>>(data); });
}
