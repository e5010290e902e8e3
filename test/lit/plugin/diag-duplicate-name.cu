// Two regions of one name at one level could not be told apart in a report.
// RUN: not %argus_cxx -std=c++17 --cuda-gpu-arch=sm_90a --cuda-device-only -fsyntax-only %s 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=error:
#include <cuda_runtime.h>

__global__ void kernel(int *p) {
#pragma argus region("step")
  p[0] = 1;
// CHECK: diag-duplicate-name.cu:[[#@LINE+1]]:9: error: a region named "step" is already marked at this level
#pragma argus region("step")
  p[1] = 2;
#pragma argus region("outer")
  {
// Inside another region the name is free.
#pragma argus region("step")
    p[2] = 3;
  }
}
