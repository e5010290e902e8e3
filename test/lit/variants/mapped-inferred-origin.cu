// What has no location gets the nearest common region of its users, and says so.
// REQUIRES: cuda
// RUN: %argus_cxx -O3 --cuda-gpu-arch=sm_90a --cuda-device-only \
// RUN:   -fplugin-arg-argus-capsule=%t.capsule -S -o %t.ptx %s
// RUN: argus-capsule-dump contexts %t.capsule | %check
// RUN: argus-capsule-dump mapped %t.capsule | FileCheck %s --check-prefix=PTX
#include <cuda_runtime.h>

__global__ void kernel(float *p, const float *q, int n) {
#pragma argus region("first")
  for (int i = 0; i < n; ++i)
    p[i * 3] = 1;
#pragma argus region("second")
  for (int i = 0; i < n; ++i)
    p[i * 5] += q[i];
}

// The parameter q is loaded for "second" alone, p for both.
// CHECK-DAG: {{^[0-9]+ [0-9]+:[0-9]+}} /second inferred{{$}}
// CHECK-DAG: {{^[0-9]+}} 0:0 inferred {{(/ )?}}/first /second{{$}}
// Each function begins with the entry's context, and no instruction is without one.
// PTX: {
// PTX: .loc 1 2 0
// PTX-NOT: .loc 1 1 0
// PTX-NOT: .loc 1 0
