// Wrong uses of the cluster attributes are nvcc's errors.
// REQUIRES: cuda
// RUN: not %argus_cxx --cuda-gpu-arch=sm_90a --cuda-device-only -S -o %t.ptx %s 2>&1 | FileCheck %s
int n;
// CHECK: [[@LINE+1]]:{{[0-9]+}}: error: __cluster_dims__ arguments must be positive integers
__global__ __cluster_dims__(0) void zero() {}
// CHECK: [[@LINE+1]]:{{[0-9]+}}: error: __cluster_dims__ arguments must be positive integers
__global__ __cluster_dims__(1, -1) void negative() {}
// CHECK: [[@LINE+1]]:{{[0-9]+}}: error: __cluster_dims__ arguments must be integer constants
__global__ __cluster_dims__(n) void variable() {}
// CHECK: [[@LINE+1]]:{{[0-9]+}}: error: 'cluster_dims' attribute takes no more than 3 arguments
__global__ __cluster_dims__(1, 1, 1, 1) void four() {}
// CHECK: [[@LINE+1]]:{{[0-9]+}}: error: __cluster_dims__ is only allowed on a __global__ function
__device__ __cluster_dims__(2) void noKernel() {}
// CHECK: [[@LINE+1]]:{{[0-9]+}}: error: the __launch_bounds__ and __maxnreg__ qualifiers cannot be applied to the same kernel
__global__ __maxnreg__(32) __launch_bounds__(32) void both() {}
