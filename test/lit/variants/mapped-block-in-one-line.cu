// LLVM prints the high half of 64 bits as a block of its own in one line; it is an
// instruction like others, and what follows is still the same function.
// REQUIRES: cuda
// RUN: rm -rf %t.store
// RUN: %argus_cxx -O3 --cuda-gpu-arch=sm_90a -c -o %t.o %s
// RUN: %argus regions --store %t.store %t.o | %check
// RUN: %argus_cxx -O3 --cuda-gpu-arch=sm_90a --cuda-device-only -S -o - %s \
// RUN:   | FileCheck %s --check-prefix=PTX
#include <cuda_runtime.h>

// PTX: {{{.*}}mov.b64 {tmp, %r{{[0-9]+}}}, %rd{{[0-9]+}}; }
__global__ void first(unsigned *p, const unsigned long long *q) {
#pragma argus region("high")
  p[threadIdx.x] = unsigned((q[threadIdx.x] + q[0]) >> 32) + 1;
}

__global__ void second(unsigned *p) {
#pragma argus region("store")
  p[threadIdx.x] = 1;
}

// CHECK: kernel first: reference identical
// CHECK: 0 unattributed
// CHECK: kernel second: reference identical
// CHECK: 0 unattributed
