//===- merging.cu - equal code in two regions, and what is hoisted out of both ===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "corpus.h"

__global__ void merging(unsigned *data, int trips) {
  const int at = corpus::thread();
  unsigned x = data[at];
#pragma argus region("either")
  if (corpus::warp() == 0) {
#pragma argus region("one")
    {
      x = x * 33u + data[at + 1];
      data[corpus::Half + at] = x;
    }
  } else {
#pragma argus region("other")
    {
      x = x * 33u + data[at + 1];
      data[corpus::Half + at] = x;
    }
  }
#pragma argus region("hoisted")
  for (int i = 0; i < trips; ++i) {
#pragma argus region("use")
    x += (trips * 77 + 5) / 3 + (x >> 2);
#pragma argus region("reuse")
    x ^= (trips * 77 + 5) / 3;
  }
  switch (corpus::cta()) {
  case 0: {
#pragma argus region("tail0")
    data[corpus::Half + at] = x + 1u;
    break;
  }
  case 1: {
#pragma argus region("tail1")
    data[corpus::Half + at] = x + 1u;
    break;
  }
  default:
    data[corpus::Half + at] = x + 1u;
  }
}

int main() {
  return corpus::run(
      [](unsigned *data) { merging<<<corpus::Ctas, corpus::Threads>>>(data, 9); });
}
