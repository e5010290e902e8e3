// Every way out of a region that BEGIN opened must pass the end of it.
// RUN: not %argus_cxx -std=c++17 --cuda-gpu-arch=sm_90a --cuda-device-only -S -o %t.ptx %s 2>&1 \
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
