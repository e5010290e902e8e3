// Lines name the user's code, not the headers of CUDA and of clang whose functions were
// inlined; a header of the user's keeps its own.
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: %argus_cxx -std=c++17 -O3 --cuda-gpu-arch=sm_90a --cuda-device-only \
// RUN:   -fplugin-arg-argus-capsule=%t/capsule -S -o %t/k.ptx %t/k.cu
// RUN: argus-capsule-dump lines %t/capsule > %t/lines
// RUN: FileCheck %t/k.cu < %t/lines
// RUN: ptxas -arch=sm_90a -o %t/cubin %t/lines

//--- put.h
__device__ inline void put(int *p) { p[7] = 1; }

//--- k.cu
#include "put.h"
// CHECK: .entry at(
// CHECK: .loc [[FILE:[0-9]+]] [[#@LINE+8]]
// CHECK-NOT: .loc
// CHECK: {{red|atom}}.global
// CHECK: .entry stop(
// CHECK: .loc [[FILE]] [[#@LINE+8]]
// CHECK-NOT: .loc
// CHECK: trap;
extern "C" __global__ void at(int *p) {
  atomicAdd(p, 1);
}
extern "C" __global__ void stop(int *p) {
  if (*p == 0)
    __trap();
}
// CHECK: .entry calls(
// CHECK: .loc [[PUT:[0-9]+]] 1
// CHECK-NOT: .loc
// CHECK: st.global
// CHECK-NOT: inlined_at
// CHECK: .file [[FILE]] "{{.*}}k.cu"
// CHECK-NOT: __clang_cuda
// CHECK: .file [[PUT]] "{{.*}}put.h"
extern "C" __global__ void calls(int *p) { put(p); }
