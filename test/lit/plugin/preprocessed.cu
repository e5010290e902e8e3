// Marks survive -E, so that ccache and distcc see them.
// RUN: %argus_cxx -std=c++17 --cuda-gpu-arch=sm_90a --cuda-device-only -E -o %t.cui %s
// RUN: grep clang::suppress %t.cui | FileCheck %s
// RUN: %argus_cxx -std=c++17 --cuda-gpu-arch=sm_90a --cuda-device-only -x cuda -nocudainc \
// RUN:   -fplugin-arg-argus-capsule=%t.capsule -S -o %t.ptx %t.cui
// RUN: argus-capsule-dump paths %t.capsule | FileCheck %s --check-prefix=PATHS
#include "argus_region.h"
#include <cuda_runtime.h>

__global__ void kernel(int *p) {
// CHECK: {{\[\[}}clang::suppress("argus:region:plain")]]
#pragma argus region("plain")
  p[0] = 1;
  // CHECK: {{\[\[}}clang::suppress("argus:scope:macro")]]
  ARGUS_REGION("macro");
  p[1] = 1;
}
// PATHS: kernel/plain
// PATHS: kernel/macro
