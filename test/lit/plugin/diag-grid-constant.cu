// Wrong uses of __grid_constant__ are nvcc's errors.
// REQUIRES: cuda
// RUN: not %argus_cxx --cuda-gpu-arch=sm_90a --cuda-device-only -S -o %t.ptx %s 2>&1 | FileCheck %s
struct S {
  int a[4];
};
// CHECK: [[@LINE+1]]:{{[0-9]+}}: error: a parameter annotated with __grid_constant__ must have const-qualified type
__global__ void notConst(__grid_constant__ S s) {}
// CHECK: [[@LINE+1]]:{{[0-9]+}}: error: a parameter annotated with __grid_constant__ must not have reference type
__global__ void reference(const __grid_constant__ S &s) {}
// CHECK: [[@LINE+1]]:{{[0-9]+}}: error: __grid_constant__ annotation is only allowed on a parameter of a __global__ function
__device__ void noKernel(const __grid_constant__ S s) {}
__global__ void again(const S s);
// CHECK: [[@LINE+1]]:{{[0-9]+}}: error: incompatible __grid_constant__ annotation for parameter 's' in function redeclaration
__global__ void again(const __grid_constant__ S s) {}
// CHECK: [[@LINE-3]]:{{[0-9]+}}: note: previous declaration is here
template <class T> __global__ void instantiated(const __grid_constant__ T t) {}
// CHECK: [[@LINE-1]]:{{[0-9]+}}: error: a parameter annotated with __grid_constant__ must not have reference type
template __global__ void instantiated<S &>(S &);
// CHECK: [[@LINE+1]]:{{[0-9]+}}: error: __grid_constant__ annotation is only allowed on a parameter of a __global__ function
__device__ __grid_constant__ int variable;
