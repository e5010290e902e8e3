// A mark before a declaration outside of functions is an error, not lost.
// RUN: not %argus_cxx -std=c++17 --cuda-gpu-arch=sm_90a --cuda-device-only -fsyntax-only %s 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=error:
#include <cuda_runtime.h>

// CHECK: :[[#@LINE+1]]:9: error: '#pragma argus' before a declaration marks nothing: put it before a statement
#pragma argus region("kernel")
__global__ void kernel(int *p) { *p = 1; }
// CHECK: :[[#@LINE+1]]:9: error: '#pragma argus' before a declaration marks nothing
#pragma argus region("variable")
__device__ int variable;
struct S {
// CHECK: :[[#@LINE+1]]:9: error: '#pragma argus' before a declaration marks nothing
#pragma argus region("member")
  int member;
};
__global__ void fine(int *p) {
#pragma argus region("local")
  int x = p[1];
  p[0] = x;
}
