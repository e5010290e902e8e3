// What only an indirect call reaches counts to the region around the call.
// REQUIRES: cuda
// RUN: rm -rf %t && mkdir %t
// RUN: %argus_cxx -O3 --cuda-gpu-arch=sm_90a -c %s -o %t/o.o
// RUN: %argus regions --store %t/store %t/o.o | %check
#include <cuda_runtime.h>

struct Base {
  __device__ virtual float f(float) = 0;
};
struct First : Base {
  __device__ float f(float x) override { return x * 3; }
};
struct Second : Base {
  __device__ float f(float x) override { return x + 3; }
};
__global__ void kernel(float *p, int n) {
  First a;
  Second b;
#pragma argus region("call")
  {
    Base *x = n > 3 ? static_cast<Base *>(&a) : &b;
    p[n] = x->f(p[0]);
  }
}
// CHECK: 0 shared by call, 0 unattributed;
// CHECK-DAG: _ZN5First1fEf {{.*}} kernel/call
// CHECK-DAG: _ZN6Second1fEf {{.*}} kernel/call
