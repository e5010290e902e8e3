// RUN: not %argus_cxx -std=c++17 --cuda-gpu-arch=sm_90a --cuda-device-only -fsyntax-only %s 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=error:
#include <cuda_runtime.h>

__global__ void kernel(int *p) {
// CHECK: :[[#@LINE+1]]:5: error: '{{..}}argus::region]]' marks functions; put '#pragma argus region("name")' before a statement
  [[argus::region("a")]] p[0] = 1;
}
