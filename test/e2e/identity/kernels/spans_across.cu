//===- spans_across.cu - regions from one function into another --------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "corpus.h"

/// A region that lives as long as an object.
struct Busy {
  unsigned *data;
  __device__ explicit Busy(unsigned *data) : data(data) {
    ARGUS_BEGIN("busy");
    data[corpus::Half] = 1;
  }
  __device__ ~Busy() {
    data[corpus::Half] = 2;
    ARGUS_END("busy");
  }
};

__device__ unsigned acquire(const unsigned *data, int i) {
  const unsigned old = data[i];
  ARGUS_BEGIN("fill");
  return old * 5u + data[i + 1];
}

__device__ __noinline__ unsigned release(unsigned x) {
  x = x * 7u + 3u;
  ARGUS_END("fill");
  return x ^ (x >> 3);
}

/// Ends one stage's region and begins the next one's.
__device__ __noinline__ unsigned step(const unsigned *data, unsigned x, int i) {
  x += data[i + 2];
  ARGUS_END("stage");
  x ^= x << 1;
  ARGUS_BEGIN("stage");
  return x + data[i + 3];
}

/// Calls what begins and what ends; leaves nothing behind itself.
__device__ unsigned once(const unsigned *data, int i) {
  unsigned x = acquire(data, i);
#pragma argus region("inside")
  x += data[i + 9];
  return release(x);
}

__global__ void spansAcross(unsigned *data, int trips) {
  unsigned x = data[corpus::thread()];
  for (int i = 0; i < trips; ++i) {
    x += acquire(data, i);
    if (i == corpus::cta())
      x *= 9u;
    x = release(x);
  }
  ARGUS_BEGIN("stage");
  for (int i = 0; i < trips; ++i)
    x = step(data, x, i);
  ARGUS_END("stage");
#pragma argus region("outer")
  {
    x += once(data, corpus::cta());
    Busy busy(data);
    if (x & 1)
      x += data[11];
  }
  data[corpus::Half + corpus::thread()] = x;
}

int main() {
  return corpus::run(
      [](unsigned *data) { spansAcross<<<corpus::Ctas, corpus::Threads>>>(data, 5); });
}
