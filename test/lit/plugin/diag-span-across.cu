// What cannot be a span across functions, and why.
// RUN: not %argus_cxx -std=c++17 --cuda-gpu-arch=sm_90a --cuda-device-only -S -o %t.ptx %s 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=error:
#include "argus_region.h"
#include <cuda_runtime.h>

__device__ void beginsAlone(int *p) {
// CHECK-DAG: :[[#@LINE+1]]:3: error: region 'alone' has no ARGUS_END in this translation unit; both must be in one
  ARGUS_BEGIN("alone");
  p[0] = 1;
}

__device__ void endsAlone(int *p) {
  p[0] = 1;
// CHECK-DAG: :[[#@LINE+1]]:3: error: region 'orphan' has no ARGUS_BEGIN in this translation unit; both must be in one
  ARGUS_END("orphan");
}

// CHECK-DAG: :[[#@LINE+1]]:47: error: region 'some' is left by a branch (line {{[0-9]+}}) without ARGUS_END
__device__ void someBegin(int *p) { p[0] = 1; ARGUS_BEGIN("some"); }
__device__ void someEnd(int *p) { ARGUS_END("some"); p[0] = 2; }
__global__ void onSomePaths(int *p, int n) {
  if (n)
    someBegin(p);
  p[1] = 1;
  someEnd(p);
}

// CHECK-DAG: :[[#@LINE+1]]:46: error: region 'order' has no ARGUS_END before the function returns
__device__ void orderEnd(int *p) { p[0] = 2; ARGUS_END("order"); }
__device__ void orderBegin(int *p) { ARGUS_BEGIN("order"); p[0] = 1; }
__global__ void wrongOrder(int *p) {
  orderBegin(p);
  orderEnd(p);
  orderBegin(p);
}

__device__ void pathsBegin(int *p) {
// CHECK-DAG: :[[#@LINE+1]]:3: error: region 'paths', which a caller begins, ends on some paths only (line {{[0-9]+}})
  ARGUS_BEGIN("paths");
  p[0] = 1;
}
__device__ void pathsEnd(int *p, int n) {
  if (n)
    ARGUS_END("paths");
  p[0] = 2;
}
__global__ void endsOnSomePaths(int *p, int n) {
  pathsBegin(p);
  pathsEnd(p, n);
}

struct Base {
  __device__ virtual void start(int *p) = 0;
};
struct Derived : Base {
  __device__ void start(int *p) override {
// CHECK-DAG: :[[#@LINE+1]]:5: error: region 'virtual' does not begin and end in 'Derived::start(int*)', which is called through a pointer
    ARGUS_BEGIN("virtual");
    p[0] = 1;
  }
};
__global__ void throughPointer(int *p) {
  Derived d;
  Base *b = &d;
  b->start(p);
  ARGUS_END("virtual");
}
