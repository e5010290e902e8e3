// A kernel that faults is no measurement, although the program ignores its errors and ends
// with status 0.
// REQUIRES: cuda
// RUN: rm -rf %t && mkdir %t
// RUN: %argus_cxx -std=c++17 -O1 --cuda-gpu-arch=sm_90a %s -o %t/program
// RUN: not %argus run --device virtual --store %t/store -- %t/program > %t/out 2>&1
// RUN: FileCheck %s < %t/out
//
// The same in the run that counts instructions, alone: the rest is measured.
// RUN: not %argus run --device virtual --store %t/store --out %t/counting -- %t/program counting > %t/out 2>&1
// RUN: FileCheck %s --check-prefix=COUNTING < %t/out
// RUN: not grep truth.instructions %t/counting/report.json
// COUNTING: argus: run truth-1
// COUNTING-DAG: wild/all {{.*}} observed
// COUNTING-DAG: not measured: truth: a kernel of the program failed in run truth-1, though the program ended with status 0: kernel 'wild': warp 0
//
// CHECK: argus: run reference-1
// CHECK-NOT: argus: run
// CHECK-NOT: 100.0 %
// CHECK: error: a kernel of the program failed in run reference-1, though the program ended with status 0: kernel 'wild': warp 0 of CTA (0,0,0) wrote 4 bytes
// CHECK-SAME: ignored-fault.cu:[[#@LINE+7]])
#include <cstdlib>
extern "C" __global__ void wild(int *p, int i) {
  {
#pragma argus region("all")
    p[threadIdx.x] *= 3;
  }
  static_cast<volatile int *>(p)[p[0] + i] = 1;
}

int main(int argc, char **) {
  const bool well = argc > 1 && !std::getenv("ARGUS_VIRTUAL_COUNTS");
  int *p = nullptr;
  cudaMalloc(&p, 4096);
  cudaMemset(p, 0, 4096);
  wild<<<1, 32>>>(p, well ? 0 : 100000);
  cudaDeviceSynchronize();
}
