//===- macros.cu - regions that macros make, and regions in their arguments ===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "corpus.h"

#define TWO_REGIONS(x)                                                                 \
  do {                                                                                 \
    _Pragma("argus region(\"first\")") { (x) += 7u; }                                  \
    _Pragma("argus region(\"second\")") { (x) ^= (x) >> 4; }                           \
  } while (0)
#define FOR(i, n) for (int i = 0; i < (n); ++i)
#define WRAP(...) __VA_ARGS__

__global__ void macros(unsigned *data) {
  unsigned x = data[corpus::thread()];
  TWO_REGIONS(x);
#pragma argus region("loop")
  FOR(i, 5) {
    ARGUS_REGION("body");
    x = x * 9u + i;
  }
  WRAP({
    ARGUS_REGION("argument");
    x -= data[3];
  })
#pragma argus region("again")
  TWO_REGIONS(x);
  data[corpus::Half + corpus::thread()] = x;
}

int main() {
  return corpus::run(
      [](unsigned *data) { macros<<<corpus::Ctas, corpus::Threads>>>(data); });
}
