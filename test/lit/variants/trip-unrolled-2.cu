// Each copy of a body that unrolling makes records its own trip; the kind of a trip's
// event is 3, and the loop's site 0.
// RUN: %argus_cxx -std=c++17 -O3 --cuda-gpu-arch=sm_90a --cuda-device-only \
// RUN:   -fplugin-arg-argus-capsule=%t.capsule -S -o %t.ptx %s
// RUN: argus-capsule-dump trace %t.capsule | tee %t.trace | grep -c "hi, 196608;" | %check
// RUN: grep -c "hi, 65537;" %t.trace | %check
// RUN: ptxas -arch=sm_90a -o %t.cubin %t.trace
// CHECK: {{^}}2{{$}}
#include "argus_region.h"
#include <cuda_runtime.h>
__global__ void kernel(float *p) {
#pragma unroll 2
#pragma argus iteration
  for (int i = 0; i < 8; ++i) {
    ARGUS_REGION("body");
    p[i * 1024] = sqrtf(p[i * 512]);
  }
}
