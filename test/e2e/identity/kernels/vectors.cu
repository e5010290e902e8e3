//===- vectors.cu - vector loads, structures and local arrays in registers ===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "corpus.h"

struct Tile {
  unsigned value[8];
  unsigned sum;
};

__global__ void vectors(unsigned *data, int select) {
  const int at = corpus::thread();
  uint4 quad;
#pragma argus region("load")
  quad = reinterpret_cast<const uint4 *>(data)[at & 127];
  Tile tile;
#pragma argus region("fill")
  {
    tile.sum = 0;
    for (int i = 0; i < 8; ++i)
      tile.value[i] = quad.x * i + (i & 1 ? quad.y : quad.z);
  }
#pragma argus region("reduce")
  for (int i = 0; i < 8; ++i)
    tile.sum += tile.value[i] ^ quad.w;
  unsigned spilled[16];
#pragma argus region("indexed")
  {
    for (int i = 0; i < 16; ++i)
      spilled[i] = tile.sum + i * data[i];
    tile.sum += spilled[(select + corpus::warp()) & 15];
  }
#pragma argus region("store")
  data[corpus::Half + at] = tile.sum;
}

int main() {
  return corpus::run(
      [](unsigned *data) { vectors<<<corpus::Ctas, corpus::Threads>>>(data, 5); });
}
