// Unrolled copies of a loop body carry their own transitions.
// RUN: %argus_cxx -std=c++17 -O3 --cuda-gpu-arch=sm_90a --cuda-device-only \
// RUN:   -fplugin-arg-argus-capsule=%t.capsule -S -o %t.ptx %s
// RUN: argus-capsule-dump trace %t.capsule | grep -c "hi, 65536;" | %check
// CHECK: 8
#include "argus_region.h"
#include <cuda_runtime.h>
__global__ void kernel(float *p) {
#pragma unroll
  for (int i = 0; i < 8; ++i) {
    ARGUS_REGION("body");
    p[i * 1024] = sqrtf(p[i * 512]);
  }
}
