// Roles and counted loops in the table; paths leave them out. Both work from _Pragma.
// RUN: %argus_cxx -std=c++17 -O1 --cuda-gpu-arch=sm_90a --cuda-device-only \
// RUN:   -fplugin-arg-argus-capsule=%t.capsule -S -o %t.ptx %s
// RUN: argus-capsule-dump table %t.capsule | %check
// RUN: argus-capsule-dump paths %t.capsule | FileCheck %s --check-prefix=PATHS
#include <cuda_runtime.h>

#define COUNTED(name) _Pragma("argus iteration") _Pragma("argus region(\"" name "\")")

[[argus::region("helper")]] __device__ void helper(int *p) { p[9] = 1; }

__global__ void kernel(int *p, int n) {
// CHECK-DAG: site [[#]] role "producer" [[#@LINE+1]]:9
#pragma argus role("producer")
  {
// CHECK-DAG: site [[#]] role "tma" [[#@LINE+1]]:9
#pragma argus role("tma")
// CHECK-DAG: site [[#]] statement "load" [[#@LINE+1]]:9
#pragma argus region("load")
    p[0] = 1;
    helper(p);
  }
  helper(p);
// CHECK-DAG: site [[#]] iteration "" [[#@LINE+1]]:9
#pragma argus iteration
#pragma argus region("loop")
  for (int i = 0; i < n; ++i) {
#pragma argus region("step")
    p[i] += 1;
  }
  _Pragma("argus role(\"consumer\")") p[3] = 1;
  _Pragma("argus iteration") do {
#pragma argus region("body")
    p[n] = n;
  } while (--n);
}

// PATHS: kernel/load role producer/tma{{$}}
// PATHS-NEXT: kernel/helper role producer{{$}}
// PATHS-NEXT: kernel/loop{{$}}
// PATHS-NEXT: kernel/loop/step counted{{$}}
// PATHS-NEXT: kernel/body counted{{$}}
// PATHS-NOT: kernel
