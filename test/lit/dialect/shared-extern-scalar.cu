// extern __shared__ without brackets: the start of the dynamic shared memory.
// REQUIRES: cuda
// RUN: not %argus_cxx --no-dialect --offload-arch=sm_90a -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=CLANG
// CLANG: shared-extern-scalar.cu:[[#@LINE+7]]:{{[0-9]+}}: error: __shared__ variable 'start' cannot be 'extern'
// RUN: %argus_cxx --offload-arch=sm_90a --cuda-device-only -S %s -o - | %check
// RUN: %argus_cxx --offload-arch=sm_90a %s -o %t
// RUN: %argus exec --device virtual -- %t

#include <cstdio>

extern __shared__ int4 start;
// CHECK: .extern .shared .align 16 .b8 start

__global__ void kernel(int *p) {
  int *all = (int *)&start;
  all[threadIdx.x] = threadIdx.x;
  __syncthreads();
  p[threadIdx.x] = all[31 - threadIdx.x];
}

int main() {
  int *p, host[32];
  cudaMalloc(&p, sizeof host);
  kernel<<<1, 32, 128>>>(p);
  cudaMemcpy(host, p, sizeof host, cudaMemcpyDeviceToHost);
  return host[0] == 31 && host[31] == 0 ? 0 : 1;
}
