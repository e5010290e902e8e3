// Each form of marking, in one table.
// RUN: %argus_cxx -std=c++17 -O1 --cuda-gpu-arch=sm_90a --cuda-device-only \
// RUN:   -fplugin-arg-argus-capsule=%t.capsule -S -o %t.ptx %s
// RUN: argus-capsule-dump table %t.capsule | %check
// RUN: argus-capsule-dump paths %t.capsule | FileCheck %s --check-prefix=PATHS
#include "argus_region.h"
#include <cuda_runtime.h>

// CHECK: module {{[0-9a-f]+}} arch sm_90a
// CHECK-DAG: site [[#]] function "inlined" [[#@LINE+1]]:3
[[argus::region("inlined")]] __device__ float inlined(float x) { return x * 2; }

namespace space {
template <typename T> __global__ void kernel(T *p, int n) {
// CHECK-DAG: site [[#]] statement "loop" [[#@LINE+1]]:9
#pragma argus region("loop")
  for (int i = 0; i < n; ++i) {
// CHECK-DAG: site [[#]] scope "body" [[#@LINE+1]]:5
    ARGUS_REGION("body");
    p[i] += 1;
  }
// CHECK-DAG: site [[#]] statement "declaration" [[#@LINE+1]]:9
#pragma argus region("declaration")
  T first = inlined(p[0]);
// CHECK-DAG: site [[#]] span "span" [[#@LINE+1]]:3
  ARGUS_BEGIN("span");
  p[1] = first;
  ARGUS_END("span");
}
} // namespace space

template __global__ void space::kernel<float>(float *, int);
template __global__ void space::kernel<double>(double *, int);
// One source place is one site, for all instantiations.
// CHECK-NOT: site 5
// CHECK-DAG: kernel _ZN5space6kernelIfEEvPT_i space::kernel
// CHECK-DAG: kernel _ZN5space6kernelIdEEvPT_i space::kernel

// PATHS: 0x{{[0-9a-f]+}} space::kernel/loop
// PATHS-NEXT: space::kernel/loop/body
// PATHS-NEXT: space::kernel/declaration
// PATHS-NEXT: space::kernel/declaration/inlined
// PATHS-NEXT: space::kernel/span
