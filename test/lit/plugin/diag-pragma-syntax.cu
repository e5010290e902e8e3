// RUN: not %argus_cxx -std=c++17 --cuda-gpu-arch=sm_90a --cuda-device-only -fsyntax-only %s 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=error:
#include <cuda_runtime.h>

__global__ void kernel(int *p) {
// CHECK: :[[#@LINE+1]]:15: error: expected 'region', 'role' or 'iteration' after '#pragma argus'
#pragma argus regoin("a")
// CHECK: region
  p[0] = 1;
// CHECK: :[[#@LINE+1]]:14: error: expected 'region', 'role' or 'iteration' after '#pragma argus'
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
// CHECK: :[[#@LINE+1]]:15: error: expected 'region', 'role' or 'iteration' after '#pragma argus'
#pragma argus iterations
// CHECK: iteration
  p[5] = 1;
// CHECK: :[[#@LINE+1]]:20: error: a role's name is a string: write it in quotes
#pragma argus role(producer)
// CHECK: "producer"
  p[6] = 1;
// CHECK: :[[#@LINE+1]]:20: error: a role's name must not contain '/', which separates nested roles
#pragma argus role("producer/tma")
  p[7] = 1;
// CHECK: :[[#@LINE+1]]:20: error: a role's name must not be empty
#pragma argus role("")
  p[8] = 1;
// CHECK: :[[#@LINE+1]]:30: error: expected ')' after the role's name
#pragma argus role("producer"
  p[9] = 1;
// CHECK: :[[#@LINE+1]]:24: error: '#pragma argus iteration' takes no name
#pragma argus iteration("k")
  for (int k = 0; k < 4; ++k)
    p[10 + k] = 1;
}
