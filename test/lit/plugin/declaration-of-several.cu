// A mark on a declaration of several variables marks it once.
// RUN: %argus_cxx -std=c++17 -O1 --cuda-gpu-arch=sm_90a --cuda-device-only \
// RUN:   -fplugin-arg-argus-capsule=%t.capsule -S -o %t.ptx %s
// RUN: argus-capsule-dump paths %t.capsule | FileCheck %s --match-full-lines
// CHECK: {{.*}}kernel/two role loader
// CHECK-NEXT: {{.*}}kernel/three
// CHECK-NOT: {{.}}
#include <cuda_runtime.h>

__global__ void kernel(int *p) {
#pragma argus role("loader")
#pragma argus region("two")
  int a = p[0], b = p[1];
#pragma argus region("three")
  int c = p[2], d = p[3], *e = p + 4;
  *e = a * b * c * d;
}
