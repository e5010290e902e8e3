//===- early_exits.cu - break, continue, goto and return out of regions ===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "corpus.h"

__global__ void early_exits(unsigned *data, int trips) {
  const int at = corpus::thread();
  unsigned x = data[at & ~31];
  for (int i = 0; i < trips; ++i) {
#pragma argus region("outer")
    {
      if (i == corpus::cta()) {
#pragma argus region("skip")
        {
          x += 1u;
          continue;
        }
      }
#pragma argus region("inner")
      for (int j = 0; j < trips; ++j) {
        ARGUS_REGION("body");
        x = x * 5u + j;
        if (j == i + 2)
          break;
        if (i + j == 9)
          goto done;
      }
    }
    x ^= 3u;
  }
  if (corpus::warp() == 1) {
#pragma argus region("leave")
    {
      data[corpus::Half + at] = x + 2u;
      return;
    }
  }
done:
#pragma argus region("finish")
  data[corpus::Half + at] = x;
}

int main() {
  return corpus::run(
      [](unsigned *data) { early_exits<<<corpus::Ctas, corpus::Threads>>>(data, 7); });
}
