// A launch from device code is refused by name.
// REQUIRES: cuda
// RUN: not %argus_cxx --offload-arch=sm_90a -fgpu-rdc -c %s -o %t.o 2>&1 | FileCheck %s

template <class T> __global__ void child(T *p) { *p = 1; }

__global__ void parent(int *p) {
  // CHECK: dynamic-parallelism.cu:[[#@LINE+3]]:{{[0-9]+}}: error: reference to
  // CHECK: note: dynamic parallelism: clang compiles no kernel launch from device code
  // CHECK-SAME: launch the kernel from the host, or compile this file with nvcc
  child<int><<<1, 1>>>(p);
}
