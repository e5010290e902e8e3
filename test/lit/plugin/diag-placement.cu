// A mark that would mark nothing, or something else than it seems to.
// RUN: not %argus_cxx -std=c++17 --cuda-gpu-arch=sm_90a --cuda-device-only -fsyntax-only %s 2>&1 \
// RUN:   | FileCheck %s
#include "argus_region.h"
#include <cuda_runtime.h>

__global__ void kernel(int *p, int n) {
  switch (n) {
// CHECK-DAG: :[[#@LINE+1]]:9: error: '#pragma argus region' before a label: put it after the label
#pragma argus region("a")
  case 1:
    p[0] = 1;
  }
// CHECK-DAG: :[[#@LINE+1]]:9: error: '#pragma argus region' before an empty statement marks nothing
#pragma argus region("b")
  ;
// CHECK-DAG: :[[#@LINE+1]]:3: error: expected ';' after the region macro
  ARGUS_REGION("c") p[1] = 1;
  if (n)
// CHECK-DAG: :[[#@LINE+1]]:5: error: ARGUS_REGION as the only statement marks nothing
    ARGUS_REGION("e");
  int x = ({
// CHECK-DAG: :[[#@LINE+1]]:9: error: a region cannot be marked inside a statement expression
#pragma argus region("d")
    p[2] = 1;
    3;
  });
  p[x] = x;
}
