// What only nvcc knows is an error, not a warning that something was ignored; what is
// unknown to nvcc, too, stays a warning.
// REQUIRES: cuda
// RUN: not %argus_cxx --cuda-gpu-arch=sm_90a --cuda-device-only -S -o %t.ptx -I%S/Inputs %s 2>&1 | FileCheck %s
#include "newer/host_defines.h"
// CHECK: [[@LINE+1]]:{{[0-9]+}}: error: __local_maxnreg__ is supported neither by clang 19 nor by Argus
__device__ void __local_maxnreg__(32) limited() {}
// CHECK: [[@LINE+1]]:{{[0-9]+}}: error: '__of_a_later_toolkit__' is an attribute of this CUDA toolkit that neither clang 19 nor Argus knows
__global__ void __of_a_later_toolkit__ kernel() {}
// CHECK: [[@LINE+1]]:{{[0-9]+}}: warning: unknown attribute 'of_another_compiler' ignored
__attribute__((of_another_compiler)) void host() {}
// CHECK-NOT: {{warning|error}}:
__device__ void __nv_pure__ hinted();
// CHECK: 2 errors generated
