// A warp that parts at `if (lane & 1) {region} else {region}` executes both regions; the counts
// of trace and markers are exact and agree.
// REQUIRES: cuda
// RUN: rm -rf %t && mkdir %t
// RUN: %argus_cxx -std=c++17 -O3 --cuda-gpu-arch=sm_90a %s -o %t/program
// RUN: %argus run --device virtual --store %t/store --out %t/out -- %t/program | FileCheck %s --check-prefix=TEXT
// RUN: python3 %S/Inputs/scopes.py %t/out/report.json | %check --check-prefix=COUNTS
// TEXT: no error
// TEXT-NOT: truth:
// Three CTAs of two warps.
// COUNTS: both {} count 6
// COUNTS: both/odd {} count 6 truth 6
// COUNTS-SAME: flags 0
// COUNTS: both/even {} count 6 truth 6
// COUNTS-SAME: flags 0
#include <cstdio>

extern "C" __global__ void both(int *p) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i & 1) {
#pragma argus region("odd")
    p[i] = p[i] * 3 + 1;
  } else {
#pragma argus region("even")
    p[i] = p[i] / 2;
  }
}

int main() {
  int *p = nullptr;
  cudaMalloc(&p, 4096);
  cudaMemset(p, 0, 4096);
  both<<<3, 64>>>(p);
  std::printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
