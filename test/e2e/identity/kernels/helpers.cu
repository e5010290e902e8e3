//===- helpers.cu - functions that several regions call ----------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "corpus.h"

__device__ __noinline__ unsigned hash(unsigned x, int rounds) {
  for (int i = 0; i < rounds; ++i)
    x = (x ^ (x >> 3)) * 0x45d9f3bu;
  return x;
}

__device__ __noinline__ unsigned outer(unsigned x) {
#pragma argus region("outer")
  x = hash(x, 2) + 1u;
  return x;
}

__global__ void helpers(unsigned *data) {
  unsigned x = data[corpus::thread()];
#pragma argus region("one")
  x += hash(x, 3);
#pragma argus region("two")
  x ^= outer(hash(x, 1));
  data[corpus::Half + corpus::thread()] = x;
}

int main() {
  return corpus::run(
      [](unsigned *data) { helpers<<<corpus::Ctas, corpus::Threads>>>(data); });
}
