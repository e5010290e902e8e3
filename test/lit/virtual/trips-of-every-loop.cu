// Trips of every kind of loop, left in every way, unrolled by any factor, and made by a part
// of the warp: the optimised trace counts what the markers count, and both what is true.
// REQUIRES: cuda
// RUN: rm -rf %t && mkdir %t
// RUN: %argus_cxx -std=c++17 -O3 --cuda-gpu-arch=sm_90a %s -o %t/program
// RUN: %argus run --device virtual --store %t/store --out %t/out -- %t/program | FileCheck %s --check-prefix=TEXT
// RUN: python3 %S/Inputs/scopes.py %t/out/report.json | %check
// RUN: %argus_cxx -std=c++17 -O0 --cuda-gpu-arch=sm_90a %s -o %t/program0
// RUN: %argus run --device virtual --store %t/store0 --out %t/out0 -- %t/program0 | FileCheck %s --check-prefix=TEXT
// RUN: python3 %S/Inputs/scopes.py %t/out0/report.json | %check
// What is not selected takes no trips from what is.
// RUN: %argus run --device virtual --store %t/store --out %t/some --region by2 --region leaves --region while -- %t/program | FileCheck %s --check-prefix=REST
// RUN: python3 %S/Inputs/scopes.py %t/some/report.json | FileCheck %s --check-prefix=SOME
// RUN: %argus run --device virtual --store %t/store --out %t/kernel --region loops -- %t/program | FileCheck %s --check-prefix=REST
#include "argus_region.h"
#include <cstdio>
#include <cuda_runtime.h>

__device__ int leaves(const int *p, int n) {
  ARGUS_REGION("leaves");
#pragma argus iteration
  for (int i = 0; i < n; ++i)
    if (p[i] == 5)
      return i;
  return n;
}

template <int Factor> __device__ int unrolled(const int *p, int n) {
  int sum = 0;
#pragma unroll Factor
#pragma argus iteration
  for (int i = 0; i < n; ++i) {
    ARGUS_REGION("trip");
    sum += p[i] * sum;
  }
  return sum;
}

__global__ void loops(int *p, int n) {
  int sum = 0;
#pragma argus region("while")
#pragma argus iteration
  while (sum < 7 * n) {
    sum += 7;
    if (p[sum % 16] == 3)
      continue;
    p[100 + threadIdx.x] = sum;
  }
#pragma argus region("do")
#pragma argus iteration
  do {
    if (p[sum % 16] == 100)
      break;
    p[200 + threadIdx.x] = sum;
  } while (sum-- > 60);
#pragma argus region("range")
  {
    const int list[] = {1, 2, 3, 4, 5};
#pragma argus iteration
    for (int value : list)
      p[300 + threadIdx.x] += value * sum;
  }
#pragma argus region("goto")
#pragma argus iteration
  for (int i = 0; i < n; ++i)
#pragma argus iteration
    for (int k = 0; k < n; ++k) {
      if (p[k] + p[i] == 9)
        goto out;
      p[400 + threadIdx.x] += k * i;
    }
out:
  sum += leaves(p, n);
#pragma argus region("lanes")
#pragma argus iteration
  for (unsigned i = 0; i <= threadIdx.x % 32; ++i) {
    p[500 + threadIdx.x] += i * p[i];
    __syncwarp(__activemask());
  }
#pragma argus region("by1")
  sum += unrolled<1>(p, n);
#pragma argus region("by2")
  sum += unrolled<2>(p, n);
#pragma argus region("by4")
  sum += unrolled<4>(p, n);
#pragma argus region("by16")
  sum += unrolled<16>(p, n);
#pragma argus region("full")
  sum += unrolled<16>(p, 16);
#pragma argus region("once")
  sum += unrolled<4>(p, n - 10);
  p[600 + threadIdx.x] = sum;
}

int main() {
  int *p, host[1024] = {};
  for (int i = 0; i < 16; ++i)
    host[i] = i;
  cudaMalloc(&p, sizeof host);
  cudaMemcpy(p, host, sizeof host, cudaMemcpyHostToDevice);
  loops<<<1, 64>>>(p, 11);
  std::printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}

// TEXT: no error
// TEXT-NOT: truth:
// The program's own run is in the store by then.
// REST: qualifier
// REST-NOT: truth:
// Two warps. sum is 77 after 11 trips; then 77 to 60: 18. The first i + k of 9 is
// in row 0: 1 and 10 trips.
// CHECK: loops/while {} count 2 truth 2 trips 22 truth 22 flags 0
// CHECK-NEXT: loops/do {} count 2 truth 2 trips 36 truth 36 flags 0
// CHECK-NEXT: loops/range {} count 2 truth 2 trips 10 truth 10 flags 0
// CHECK-NEXT: loops/goto {} count 2 truth 2 trips 22 truth 22 flags 0
// CHECK-NEXT: loops/leaves {} count 2 truth 2 trips 12 truth 12 flags 0
// CHECK-NEXT: loops/lanes {} count 2 truth 2 trips 64 truth 64 flags 0
// CHECK-NEXT: loops/by1 {} count 2 truth 2 trips 22 truth 22 flags 0
// CHECK-NEXT: loops/by1/trip {} count 22 truth 22
// CHECK-NEXT: loops/by2 {} count 2 truth 2 trips 22 truth 22 flags 0
// CHECK-NEXT: loops/by2/trip {} count 22 truth 22
// CHECK-NEXT: loops/by4 {} count 2 truth 2 trips 22 truth 22 flags 0
// CHECK-NEXT: loops/by4/trip {} count 22 truth 22
// CHECK-NEXT: loops/by16 {} count 2 truth 2 trips 22 truth 22 flags 0
// CHECK-NEXT: loops/by16/trip {} count 22 truth 22
// CHECK-NEXT: loops/full {} count 2 truth 2 trips 32 truth 32 flags 0
// CHECK-NEXT: loops/full/trip {} count 32 truth 32
// CHECK-NEXT: loops/once {} count 2 truth 2 trips 2 truth 2 flags 0
// SOME: loops/while {} count 2 truth 2 trips 22 truth 22 flags 0
// SOME: loops/leaves {} count 2 truth 2 trips 12 truth 12 flags 0
// SOME: loops/by2 {} count 2 truth 2 trips 22 truth 22 flags 0
