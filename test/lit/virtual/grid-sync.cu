// cooperative_groups::this_grid().sync(): no CTA goes on before all have arrived, as often
// as it is called; in a launch that is not cooperative it traps, as on a GPU.
// REQUIRES: cuda
// RUN: rm -rf %t && mkdir %t
// RUN: %argus_cxx -std=c++17 -O2 --cuda-gpu-arch=sm_90a %s -o %t/program
// RUN: %argus exec --device virtual -- %t/program 1 | FileCheck %s --check-prefix=SYNC
// RUN: not %argus exec --device virtual -- %t/program 0 2>&1 | FileCheck %s --check-prefix=PLAIN
// RUN: %argus run --device virtual --store %t/store -- %t/program 1 | FileCheck %s --check-prefix=MEASURED
// SYNC: wrong 0: no error
// PLAIN: kernel '{{.*}}rounds{{.*}}': warp 0 of CTA ({{[0-9]+}},0,0) executed a trap
// PLAIN-SAME: grid-sync.cu:[[#@LINE+9]])
// MEASURED: rounds/round{{ +}}640 
#include <cooperative_groups.h>
#include <cstdio>
namespace cg = cooperative_groups;

__global__ void rounds(unsigned *count, unsigned *wrong) {
  for (unsigned i = 1; i <= 5; ++i) {
    atomicAdd(count, 1);
    cg::this_grid().sync();
#pragma argus region("round")
    if (*(volatile unsigned *)count != i * gridDim.x * blockDim.x)
      atomicAdd(wrong, 1);
    cg::this_grid().sync();
  }
}

int main(int, char **argv) {
  unsigned *p;
  cudaMallocManaged(&p, 8);
  p[0] = p[1] = 0;
  unsigned *count = p, *wrong = p + 1;
  void *arguments[] = {&count, &wrong};
  if (argv[1][0] == '1')
    cudaLaunchCooperativeKernel((void *)rounds, dim3(64), dim3(64), arguments, 0, 0);
  else
    rounds<<<64, 64>>>(count, wrong);
  cudaError_t error = cudaDeviceSynchronize();
  std::printf("wrong %u: %s\n", p[1], cudaGetErrorString(error));
  return error != cudaSuccess;
}
