// What the attributes of kernels cannot take is an error at the place, not dropped.
// REQUIRES: cuda
// RUN: not %argus_cxx -O1 -Wno-unused-value --cuda-gpu-arch=sm_90a --cuda-device-only -S -o %t.ptx %s 2>&1 | FileCheck %s --implicit-check-not=error:
// CHECK: [[@LINE+1]]:{{[0-9]+}}: error: __block_size__ takes at most three numbers in a tuple
__global__ void __block_size__((8, 4, 2, 2)) four(int *p) { *p = 1; }
// CHECK: [[@LINE+1]]:{{[0-9]+}}: error: __block_size__ arguments must be positive integers
__global__ void __block_size__((8, 4), (2, 0)) none(int *p) { *p = 1; }
// CHECK: [[@LINE+2]]:{{[0-9]+}}: error: __block_size__ with an argument that depends on a template parameter is not supported by Argus
template <int N>
__global__ void __block_size__((N, 1, 1)) dependent_block(int *p) { *p = N; }
// CHECK: [[@LINE+2]]:{{[0-9]+}}: error: __maxnreg__ with an argument that depends on a template parameter is not supported by Argus
template <int N>
__global__ void __maxnreg__(N) dependent_registers(int *p) { *p = N; }
