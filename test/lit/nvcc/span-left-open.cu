// A span that a branch leaves without ARGUS_END: the report of an nvcc build names it, and what
// ends it is measured. (clang refuses to compile it.)
// REQUIRES: cuda, nvcc
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %argus nvcc -cudart shared -O3 %nvcc_arch -o program %s
// RUN: %argus run --device virtual --store store --out out -- ./program | FileCheck %s
// CHECK: leaves/tail {{ *}}2 
// CHECK: unmatched: 1 begins without end, 0 ends without begin
// CHECK: region 'tail' ({{.*}}span-left-open.cu:[[#]]) is left by a branch without ARGUS_END
// CHECK-NOT: region 'closed'
#include <argus_region.h>
#include <cstdio>

__global__ void leaves(int *out) {
  ARGUS_BEGIN("closed");
  out[threadIdx.x] = 1;
  ARGUS_END("closed");
  ARGUS_BEGIN("tail");
  if (blockIdx.x == 1)
    return;
  out[blockIdx.x * 32 + threadIdx.x] *= 3;
  ARGUS_END("tail");
}

int main() {
  int *Out;
  cudaMalloc(&Out, 3 * 32 * sizeof(int));
  leaves<<<3, 32>>>(Out);
  std::printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
