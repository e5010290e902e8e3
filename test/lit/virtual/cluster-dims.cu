// The attribute alone makes a launch run in clusters, in variants too.
// REQUIRES: cuda
// RUN: %argus_cxx -std=c++17 -O3 --cuda-gpu-arch=sm_90a %s -o %t
// RUN: %argus exec --device virtual -- %t | FileCheck %s
// RUN: rm -rf %t.store
// RUN: %argus run --device virtual --store %t.store --out %t.out -- %t | FileCheck %s
// CHECK: CTAs of a cluster: 2 2 2 2, ranks: 0 1 0 1
#include <cstdio>

__global__ void __cluster_dims__(2) ranks(unsigned *out) {
  unsigned rank, size;
  asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
  asm volatile("mov.u32 %0, %%cluster_nctarank;" : "=r"(size));
#pragma argus region("store")
  out[blockIdx.x] = size * 10 + rank;
}

int main() {
  unsigned *device, host[4] = {};
  cudaMalloc(&device, sizeof(host));
  ranks<<<4, 1>>>(device);
  cudaMemcpy(host, device, sizeof(host), cudaMemcpyDeviceToHost);
  std::printf("CTAs of a cluster: %u %u %u %u, ranks: %u %u %u %u\n", host[0] / 10,
              host[1] / 10, host[2] / 10, host[3] / 10, host[0] % 10, host[1] % 10,
              host[2] % 10, host[3] % 10);
}
