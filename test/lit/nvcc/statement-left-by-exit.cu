// A statement's region that inline assembly leaves by `exit`: as under clang, the report tells the
// begins without end, and counts the rest; ARGUS_END is no way out of it.
// REQUIRES: cuda, nvcc
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %argus nvcc -cudart shared -O3 %nvcc_arch -o program %s
// RUN: %argus run --device virtual --store store --out out -- ./program | FileCheck %s
// CHECK-NOT: without ARGUS_END
// CHECK: leaves/outer {{ *}}2{{ }}
// CHECK: leaves/outer/part {{ *}}2{{ }}
// CHECK: leaves/outer {{ *}}3{{ }}
// CHECK: leaves/outer/part {{ *}}3{{ }}
// CHECK: unmatched: 2 begins without end, 0 ends without begin
// CHECK-NOT: without ARGUS_END
#include <argus_region.h>
#include <cstdio>

__global__ void leaves(int *out) {
#pragma argus region("outer")
  {
#pragma argus region("part")
    {
      if (blockIdx.x == 1)
        asm volatile("exit;");
      out[blockIdx.x * 32 + threadIdx.x] *= 3;
    }
    out[blockIdx.x * 32 + threadIdx.x] += 3;
  }
}

int main() {
  int *Out;
  cudaMalloc(&Out, 3 * 32 * sizeof(int));
  leaves<<<3, 32>>>(Out);
  std::printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
