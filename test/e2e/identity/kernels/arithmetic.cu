//===- arithmetic.cu - division, libdevice and 64 bits: what ptxas makes calls of ===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "corpus.h"

__global__ void arithmetic(unsigned *data, int divisor) {
  const int at = corpus::thread();
  unsigned x = data[at];
#pragma argus region("integer")
  x = (x * 1000u + 77u) / (divisor + corpus::cta()) + x % 13u;
#pragma argus region("wide")
  {
    unsigned long long w = static_cast<unsigned long long>(x) * 0x9e3779b97f4a7c15ull;
    x ^= static_cast<unsigned>(w / (3ull + divisor) >> 16);
  }
  float f = static_cast<float>(x & 255u) + 1.0f;
#pragma argus region("divide")
  f = 1000.0f / f;
#pragma argus region("root")
  f += sqrtf(f) * 16.0f;
  double d = f;
#pragma argus region("double")
  d = 1.0 / (d + 2.0);
  data[corpus::Half + at] =
      x + static_cast<unsigned>(f) + static_cast<unsigned>(d * 1024.0);
}

int main() {
  return corpus::run(
      [](unsigned *data) { arithmetic<<<corpus::Ctas, corpus::Threads>>>(data, 7); });
}
