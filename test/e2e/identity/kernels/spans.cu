//===- spans.cu - regions that begin and end in different blocks -------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "corpus.h"

__global__ void spans(unsigned *data, int trips) {
  unsigned x = data[corpus::thread()];
  ARGUS_BEGIN("first");
  for (int i = 0; i < trips; ++i) {
    x = x * 3u + i;
    if (i == corpus::cta()) {
      ARGUS_END("first");
      ARGUS_BEGIN("second");
      x += data[i];
      ARGUS_END("second");
      ARGUS_BEGIN("first");
    }
  }
  ARGUS_END("first");
  // Overlapping: neither is inside the other.
  ARGUS_BEGIN("a");
  x ^= 0x55u;
  ARGUS_BEGIN("b");
  x += data[7];
  ARGUS_END("a");
  x *= 3u;
  ARGUS_END("b");
  data[corpus::Half + corpus::thread()] = x;
}

int main() {
  return corpus::run(
      [](unsigned *data) { spans<<<corpus::Ctas, corpus::Threads>>>(data, 5); });
}
