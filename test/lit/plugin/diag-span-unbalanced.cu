// Every way out of a region that BEGIN opened must pass the end of it.
// RUN: not %argus_cxx -std=c++17 --cuda-gpu-arch=sm_90a --cuda-device-only -S -o %t.ptx %s 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=error:
// With optimisation, variables have lifetimes: all ways out lead through their ends.
// RUN: not %argus_cxx -std=c++17 -O3 --cuda-gpu-arch=sm_90a --cuda-device-only -S -o %t.ptx %s 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=error:
#include "argus_region.h"
#include <cuda_runtime.h>

__global__ void leaves(int *p, int n) {
// CHECK-DAG: :[[#@LINE+1]]:3: error: region 'left' is left by a branch (line {{[0-9]+}}) without ARGUS_END
  ARGUS_BEGIN("left");
  if (n)
    return;
  ARGUS_END("left");
  p[0] = 1;
}

__global__ void leavesVariables(int *p, int n) {
  int i = threadIdx.x;
// CHECK-DAG: :[[#@LINE+1]]:3: error: region 'early' is left by a branch (line [[#@LINE+3]]) without ARGUS_END
  ARGUS_BEGIN("early");
  if (i > n)
    return;
  p[i] = 1;
  ARGUS_END("early");
}

__global__ void leavesLoop(int *p, int n) {
  for (int i = 0; i < n; ++i) {
    int v = p[i];
// CHECK-DAG: :[[#@LINE+1]]:5: error: region 'skipped' is left by a branch{{.*}} without ARGUS_END
    ARGUS_BEGIN("skipped");
    if (v == 3)
      continue;
    p[v] = i;
    ARGUS_END("skipped");
  }
}

__global__ void balancedVariables(int *p, int n) {
  for (int i = 0; i < n; ++i) {
    int v = p[i];
    ARGUS_BEGIN("whole");
    if (v == 3) {
      ARGUS_END("whole");
      continue;
    }
    if (v == 4) {
      int w = p[v];
      p[w] = 1;
      ARGUS_END("whole");
      return;
    }
    p[v] = i;
    ARGUS_END("whole");
  }
}

__global__ void neverEnds(int *p) {
// CHECK-DAG: :[[#@LINE+1]]:3: error: region 'open' has no ARGUS_END before the function returns
  ARGUS_BEGIN("open");
  p[0] = 1;
}

__global__ void neverBegins(int *p) {
// CHECK-DAG: :[[#@LINE+2]]:3: error: ARGUS_END of region 'closed' (line {{[0-9]+}}) is reached without ARGUS_BEGIN
  p[0] = 1;
  ARGUS_END("closed");
}

__global__ void twice(int *p) {
// CHECK-DAG: :[[#@LINE+1]]:3: error: ARGUS_BEGIN of region 'again' (line {{[0-9]+}}) is reached while the region is open
  ARGUS_BEGIN("again");
  p[0] = 1;
  ARGUS_BEGIN("again");
  ARGUS_END("again");
  ARGUS_END("again");
}

__global__ void balanced(int *p, int n) {
  ARGUS_BEGIN("fine");
  if (n) {
    p[0] = 1;
    ARGUS_END("fine");
    return;
  }
  ARGUS_END("fine");
}
