//===- template_a.cu - one instantiation in two translation units ----------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The linker keeps one host stub of add<One>; both units register the kernel.
//
//===----------------------------------------------------------------------===//

#include "work.h"

void launchInB(int *Sums);

__global__ void onlyInA(int *Sums) {
#pragma argus region("a")
  {
    Sums[blockIdx.x * blockDim.x + threadIdx.x] += 1;
  }
}

int main() {
  int *Sums = newSums();
  launchAdd<One>(Sums);
  launchInB(Sums);
  onlyInA<<<Blocks, Threads>>>(Sums);
  expect(Sums, 4);
  ok();
  return 0;
}
