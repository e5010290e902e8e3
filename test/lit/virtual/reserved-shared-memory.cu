// Cooperative groups find the shared memory that the driver reserves, at any level.
// REQUIRES: cuda
// RUN: %argus_cxx -std=c++17 -O0 --cuda-gpu-arch=sm_90a %s -o %t
// RUN: %argus exec --device virtual -- %t | %check
// CHECK: sum 6144
#include <cooperative_groups.h>
#include <cstdio>

namespace cg = cooperative_groups;

__global__ void kernel(int *sum) {
  extern __shared__ int values[];
  cg::thread_block block = cg::this_thread_block();
  values[threadIdx.x] = 64;
  block.sync();
  atomicAdd(sum, values[(threadIdx.x + 1) % blockDim.x]);
}

int main() {
  int *sum, host = 0;
  cudaMalloc(&sum, sizeof host);
  cudaMemset(sum, 0, sizeof host);
  kernel<<<1, 96, 96 * sizeof(int)>>>(sum);
  cudaMemcpy(&host, sum, sizeof host, cudaMemcpyDeviceToHost);
  std::printf("sum %d\n", host);
}
