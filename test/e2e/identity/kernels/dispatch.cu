//===- dispatch.cu - switches, virtual calls and calls through pointers ===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "corpus.h"

struct Operation {
  __device__ virtual unsigned apply(unsigned x) const { return x; }
};
struct Add : Operation {
  __device__ unsigned apply(unsigned x) const override {
#pragma argus region("add")
    x += 11u;
    return x;
  }
};
struct Rotate : Operation {
  __device__ unsigned apply(unsigned x) const override {
#pragma argus region("rotate")
    x = (x << 5) | (x >> 27);
    return x;
  }
};

using Function = unsigned (*)(unsigned);
__device__ unsigned triple(unsigned x) { return 3u * x; }
__device__ unsigned invert(unsigned x) { return ~x; }

__device__ unsigned choose(unsigned x, int which) {
  switch (which) {
  case 0:
#pragma argus region("zero")
  {
    x += 100u;
    break;
  }
  case 1:
  case 2:
#pragma argus region("few")
  {
    x ^= x >> 3;
    if (x & 8u)
      break;
    x *= 9u;
  }
    [[fallthrough]];
  case 3:
#pragma argus region("three")
    x -= 5u;
    break;
  case 4:
    return x + 1u;
  case 5:
    x = x / 3u;
    break;
  default:
#pragma argus region("many")
    x = x * x;
  }
  return x;
}

__global__ void dispatch(unsigned *data, int select) {
  const int at = corpus::thread();
  unsigned x = data[at];
  Add add;
  Rotate rotate;
  const Operation *operation =
      (select + corpus::cta()) & 1 ? static_cast<const Operation *>(&add) : &rotate;
#pragma argus region("virtual")
  x = operation->apply(x);
  const Function functions[] = {triple, invert};
#pragma argus region("pointer")
  x = functions[(select + corpus::warp()) & 1](x);
#pragma argus region("switch")
  for (int i = 0; i < 8; ++i)
    x = choose(x, (i + select + corpus::warp()) & 7);
  data[corpus::Half + at] = x;
}

int main() {
  return corpus::run(
      [](unsigned *data) { dispatch<<<corpus::Ctas, corpus::Threads>>>(data, 6); });
}
