//===- kernel.cu - the kernel that the tests' programs claim to run -------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

__global__ void k(float *p, int n) {
#pragma argus region("outer")
  {
    for (int i = 0; i < n; ++i) {
#pragma argus region("inner")
      p[i] *= 2;
    }
    if (n < 0) {
#pragma argus region("never")
      p[0] = 1;
    }
  }
}

__global__ void unmarked(float *p) { p[0] = 1; }
