// What ships is what a compile without the plugin gives, marks or not; the PTX version is
// the toolkit's.
// RUN: %argus_cxx -std=c++17 -O3 --cuda-gpu-arch=sm_90a --cuda-device-only -S -o %t.with.ptx %s
// RUN: %plain_cxx -std=c++17 -O3 -Wno-unknown-pragmas -Wno-unknown-attributes \
// RUN:   --cuda-gpu-arch=sm_90a --cuda-device-only -S -o %t.without.ptx %s
// RUN: diff -I "^\.version" %t.with.ptx %t.without.ptx
// RUN: %argus_cxx -std=c++17 -O0 --cuda-gpu-arch=sm_90a --cuda-device-only -S -o %t.with.ptx %s
// RUN: %plain_cxx -std=c++17 -O0 -Wno-unknown-pragmas -Wno-unknown-attributes \
// RUN:   --cuda-gpu-arch=sm_90a --cuda-device-only -S -o %t.without.ptx %s
// RUN: diff -I "^\.version" %t.with.ptx %t.without.ptx
#include "argus_region.h"
#include <cuda_runtime.h>

[[argus::region("helper")]] __device__ float helper(float x) { return x * x + 1; }

__global__ void kernel(float *p, int n) {
#pragma argus region("loop")
#pragma unroll 4
  for (int i = 0; i < n; ++i) {
    ARGUS_REGION("body");
    if (p[i] < 0)
      break;
    p[i] = helper(p[i]);
  }
  ARGUS_BEGIN("tail");
  p[n] = 0;
  ARGUS_END("tail");
}
