// What a region may be called.
// RUN: not %argus_cxx -std=c++17 --cuda-gpu-arch=sm_90a --cuda-device-only -fsyntax-only %s 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=error:
#include <cuda_runtime.h>

__global__ void kernel(int *p) {
// CHECK: :[[#@LINE+1]]:22: error: a region's name must not be empty
#pragma argus region("")
  p[0] = 1;
// CHECK: :[[#@LINE+1]]:22: error: a region's name must not contain '/'
#pragma argus region("a/b")
  p[1] = 1;
// CHECK: :[[#@LINE+1]]:22: error: a region's name must consist of printable characters
#pragma argus region("a\tb")
  p[2] = 1;
// CHECK: :[[#@LINE+1]]:22: error: a region's name must be valid UTF-8
#pragma argus region("a\xff")
  p[3] = 1;
// CHECK: :[[#@LINE+1]]:22: error: a region's name has at most 128 characters, this one has 130
#pragma argus region("1234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890")
  p[4] = 1;
// CHECK: :[[#@LINE+1]]:22: error: a region's name is a string: write it in quotes
#pragma argus region(mainloop)
// CHECK: "mainloop"
  p[5] = 1;
// These are names.
#pragma argus region("load \"A\" 100% ünïcode 😀")
  p[6] = 1;
#pragma argus region("two " "pieces")
  p[7] = 1;
}
