// A region in a constexpr function marks what runs on the device; what the compiler
// evaluates stays a constant.
// REQUIRES: cuda
// RUN: %argus_cxx -std=c++17 -O2 --cuda-gpu-arch=sm_90a -c %s -o %t.o
// RUN: %argus regions --store %t.store %t.o | %check
// CHECK: reference identical
// CHECK: kernel/square
#include <cuda_runtime.h>

constexpr __host__ __device__ int square(int x) {
#pragma argus region("square")
  x = x * x;
  return x;
}
static_assert(square(3) == 9);

__global__ void kernel(int *p) {
  int values[square(2)];
  for (int &value : values)
    value = square(p[threadIdx.x]);
  p[threadIdx.x] = values[p[1] & 3] + square(5);
}
