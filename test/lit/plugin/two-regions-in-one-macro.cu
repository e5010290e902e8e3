// All that a macro produces has one line and column; its regions stay apart.
// RUN: %argus_cxx -std=c++17 -O0 --cuda-gpu-arch=sm_90a --cuda-device-only \
// RUN:   -fplugin-arg-argus-capsule=%t.capsule -S -o %t.ptx %s
// RUN: argus-capsule-dump paths %t.capsule | %check
// RUN: argus-capsule-dump contexts %t.capsule | FileCheck %s --check-prefix=CONTEXTS
#include "argus_region.h"
#include <cuda_runtime.h>

#define BOTH(p)                                                                        \
  {                                                                                    \
    ARGUS_REGION("first");                                                             \
    p[0] = p[1] * 3;                                                                   \
  }                                                                                    \
  {                                                                                    \
    ARGUS_REGION("second");                                                            \
    p[2] = p[3] * 5;                                                                   \
  }

__global__ void kernel(int *p) { BOTH(p) }
// CHECK: kernel/first
// CHECK: kernel/second
// CONTEXTS: {{[0-9]+}} [[PLACE:[0-9]+:[0-9]+]] /first
// CONTEXTS: {{[0-9]+}} [[PLACE]] /second
