//===- dead.cu - regions whose code the optimiser removes, wholly or in part ===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "corpus.h"

__global__ void dead(unsigned *data, int trips) {
  unsigned x = data[corpus::thread()], unused = 1;
#pragma argus region("unused")
  for (int i = 0; i < trips; ++i)
    unused = unused * 3u + i;
#pragma argus region("constant")
  {
    unsigned y = 6u;
    for (int i = 0; i < 4; ++i)
      y *= 2u;
    x += y;
  }
  if (false) {
#pragma argus region("never")
    x = 0;
  }
  if (corpus::cta() > 1000) {
#pragma argus region("unreached")
    x = unused;
  }
#pragma argus region("empty")
  {
  }
#pragma argus region("overwritten")
  data[corpus::Half + corpus::thread()] = 3u;
#pragma argus region("kept")
  data[corpus::Half + corpus::thread()] = x;
}

int main() {
  return corpus::run(
      [](unsigned *data) { dead<<<corpus::Ctas, corpus::Threads>>>(data, 5); });
}
