// A kernel with an array in local memory is traced: `.local` in its PTX is no `.loc`.
// REQUIRES: cuda, nvcc
// RUN: %argus nvcc %nvcc_arch -cudart shared %s -o %t
// RUN: %argus run --device virtual --store %t.store -- %t 2>&1 | FileCheck %s
// CHECK: ok
// CHECK: reverse/write {{ *}}1 {{.*}} observed
// CHECK: identical

#include <cstdio>

__global__ void reverse(int *out, int n) {
  int array[32];
#pragma argus region("write")
  for (int i = 0; i < n; ++i)
    array[(n - 1 - i) & 31] = i + threadIdx.x;
  for (int i = 0; i < n; ++i)
    out[threadIdx.x * n + i] = array[i & 31];
}

int main() {
  int *out = nullptr;
  int host[32 * 8];
  cudaMalloc(&out, sizeof(host));
  reverse<<<1, 32>>>(out, 8);
  cudaMemcpy(host, out, sizeof(host), cudaMemcpyDeviceToHost);
  std::puts(host[3 * 8 + 2] == 5 + 3 ? "ok" : "wrong");
}
