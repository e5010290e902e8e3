// RUN: not %argus_cxx -std=c++17 --cuda-gpu-arch=sm_90a --cuda-device-only -fsyntax-only %s 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=error:
#include <cuda_runtime.h>

__global__ void kernel(int *p) {
// CHECK: :[[#@LINE+1]]:15: error: expected 'region' after '#pragma argus'
#pragma argus regoin("a")
// CHECK: region
  p[0] = 1;
// CHECK: :[[#@LINE+1]]:14: error: expected 'region' after '#pragma argus'
#pragma argus
  p[1] = 1;
// CHECK: :[[#@LINE+1]]:22: error: expected '("name")' after '#pragma argus region'
#pragma argus region "a"
  p[2] = 1;
// CHECK: :[[#@LINE+1]]:25: error: expected ')' after the region's name
#pragma argus region("a"
  p[3] = 1;
// CHECK: :[[#@LINE+1]]:27: error: extra text after '#pragma argus'
#pragma argus region("a") b
  p[4] = 1;
// CHECK: :[[#@LINE+1]]:15: error: '#pragma argus role' is not supported by this version
#pragma argus role("producer")
  p[5] = 1;
}
