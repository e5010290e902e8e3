// Cluster dimensions that are wrong in an instantiation only.
// REQUIRES: cuda
// RUN: not %argus_cxx --cuda-gpu-arch=sm_90a --cuda-device-only -S -o %t.ptx %s 2>&1 | FileCheck %s
// CHECK: [[@LINE+1]]:51: error: __cluster_dims__ arguments must be positive integers; in an instantiation of 'kernel' this is none
template <int N> __global__ void __cluster_dims__(N) kernel() {}
template __global__ void kernel<2>();
template __global__ void kernel<0>();
// CHECK: 1 error generated
