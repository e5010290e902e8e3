// The block around a marked asm statement changes nothing in the PTX, with debug information
// either.
// RUN: %argus_cxx -O3 -g -Werror --cuda-gpu-arch=sm_90a --cuda-device-only -S -o %t.with %s
// RUN: %plain_cxx -O3 -g --cuda-gpu-arch=sm_90a --cuda-device-only -S -o %t.without %s \
// RUN:   -Wno-unknown-pragmas
// RUN: diff -I "^\.version" %t.with %t.without
#include <cuda_runtime.h>

__global__ void kernel(int *p) {
  int q = p[1];
#pragma argus region("store")
  asm volatile("st.global.u32 [%0], %1;" ::"l"(p), "r"(q) : "memory");
  p[2] = q;
}
