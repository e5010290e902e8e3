//===- template_b.cu - one instantiation in two translation units ----------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "work.h"

__global__ void onlyInB(int *Sums) {
#pragma argus region("b")
  {
    Sums[blockIdx.x * blockDim.x + threadIdx.x] += 1;
  }
}

void launchInB(int *Sums) {
  launchAdd<One>(Sums);
  onlyInB<<<Blocks, Threads>>>(Sums);
}
