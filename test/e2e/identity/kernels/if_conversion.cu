//===- if_conversion.cu - branches of lanes that become predicates or selects ===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "corpus.h"

__global__ void if_conversion(unsigned *data) {
  const int at = corpus::thread();
  unsigned x = data[at];
  if (x & 1u) {
#pragma argus region("odd")
    x = 3u * x + 1u;
  }
#pragma argus region("select")
  x = x > 50u ? x - 50u : x + 7u;
  if (x < 20u) {
#pragma argus region("small")
    data[corpus::Half + at] = x * x;
  } else {
#pragma argus region("large")
    data[corpus::Half + at] = x + 4u;
  }
}

int main() {
  return corpus::run(
      [](unsigned *data) { if_conversion<<<corpus::Ctas, corpus::Threads>>>(data); });
}
