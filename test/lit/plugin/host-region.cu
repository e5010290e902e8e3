// A region in host code is said to be without effect, not dropped in silence.
// RUN: %argus_cxx -std=c++17 --cuda-gpu-arch=sm_90a -c -o %t.o %s 2>&1 | %check
#include "argus_region.h"
#include <cuda_runtime.h>

// CHECK-NOT: warning:
__global__ void kernel(int *p) {
  ARGUS_REGION("device");
  *p = 1;
}
__host__ __device__ int both(int x) {
  ARGUS_REGION("both");
  return x + 1;
}
// CHECK: :[[#@LINE+2]]:3: warning: argus: 'host' is host code, whose regions are not measured
int host(int x) {
  ARGUS_REGION("host");
  return both(x);
}
// CHECK-NOT: warning:
