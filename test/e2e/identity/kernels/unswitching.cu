//===- unswitching.cu - conditions that are hoisted out of loops or threaded ===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "corpus.h"

__global__ void unswitching(unsigned *data, int trips, bool left, int mode) {
  unsigned x = data[corpus::thread()];
  for (int i = 0; i < trips; ++i) {
    if (left) {
#pragma argus region("left")
      x += data[i] * 3u;
    } else {
#pragma argus region("right")
      x ^= data[i + 1] + 9u;
    }
  }
  bool seen = false;
#pragma argus region("threaded")
  for (int i = 0; i < trips; ++i) {
    if (!seen && mode == i) {
#pragma argus region("found")
      {
        seen = true;
        x = x * 7u + i;
      }
    }
    if (seen) {
#pragma argus region("after")
      x += 3u;
    }
  }
  data[corpus::Half + corpus::thread()] = x;
}

int main() {
  return corpus::run([](unsigned *data) {
    unswitching<<<corpus::Ctas, corpus::Threads>>>(data, 6, true, 2);
    unswitching<<<corpus::Ctas, corpus::Threads>>>(data, 5, false, 4);
  });
}
