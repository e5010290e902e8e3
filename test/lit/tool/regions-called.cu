// Called functions count to the region that calls them; where several do, they are shared
// by call. ptxas's helpers belong to the instructions that call them.
// REQUIRES: cuda
// RUN: rm -rf %t && mkdir %t
// RUN: %argus_cxx -O3 --cuda-gpu-arch=sm_90a -c %s -o %t/o.o
// RUN: %argus regions --store %t/store %t/o.o | %check
// RUN: %argus regions --store %t/store --format json %t/o.o | %check --check-prefix=JSON
#include <cuda_runtime.h>

__device__ __noinline__ float both(float x, float y) {
  for (int i = 0; i < 7; ++i)
    x = x * y + 1;
  return x;
}
__device__ __noinline__ float one(float x, float y) {
  for (int i = 0; i < 5; ++i)
    x = x * y + 2;
  return x;
}

__global__ void kernel(float *p, double *q) {
#pragma argus region("a")
  p[0] = both(p[1], p[2]) + one(p[3], p[4]);
#pragma argus region("b")
  p[5] = both(p[6], p[7]);
#pragma argus region("c")
  q[0] = q[1] / q[2];
}

// CHECK: 0 unattributed;
// CHECK: kernel/a
// CHECK: called function
// CHECK-DAG: _Z3oneff {{.*}} kernel/a{{$}}
// CHECK-DAG: _Z4bothff {{.*}} kernel/a, kernel/b
// CHECK-DAG: $__internal_{{.*}}div{{.*}} kernel/c
// JSON: "class": "shared_by_call",
// JSON-NEXT: "region": null,
// JSON-NEXT: "source": "{{.*}}regions-called.cu:
// JSON-NEXT: "origin": "known",
// JSON-NEXT: "sharing": [
// JSON-NEXT: "kernel/a",
// JSON-NEXT: "kernel/b"
