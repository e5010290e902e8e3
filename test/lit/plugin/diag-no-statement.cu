// A mark before what takes none is an error about the pragma, not about an attribute.
// RUN: not %argus_cxx -std=c++20 --cuda-gpu-arch=sm_90a --cuda-device-only -fsyntax-only %s 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning:
#include <cuda_runtime.h>

enum class Color { Red };

__global__ void kernel(int *p) {
// CHECK: :[[#@LINE+1]]:9: error: '#pragma argus' marks the statement that follows, and none follows here
#pragma argus region("label")
again:
  p[0] = 1;
// CHECK: :[[#@LINE+1]]:9: error: '#pragma argus' marks the statement
#pragma argus region("type")
  using Int = int;
// CHECK: :[[#@LINE+1]]:9: error: '#pragma argus' marks the statement
#pragma argus role("names")
  using enum Color;
// CHECK: :[[#@LINE+1]]:9: error: '#pragma argus' marks the statement
#pragma argus region("assertion")
  static_assert(sizeof(Int) == 4);
  if (p[1])
    goto again;
}
