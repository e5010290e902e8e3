// alignas behind __shared__ aligns the variable, as in nvcc.
// REQUIRES: cuda
// RUN: not %argus_cxx --no-dialect --offload-arch=sm_90a -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=CLANG
// RUN: %argus_cxx --offload-arch=sm_90a --cuda-device-only -S %s -o - | %check
// RUN: %argus_cxx --offload-arch=sm_90a -v -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=SHOWN

#define WRAP(...) __VA_ARGS__
template <int N> __device__ int *buffer() { __shared__ alignas(N) int a[4]; return a; }

extern "C" __global__ void kernel(int *p) {
  // CLANG: shared-alignas.cu:[[#@LINE+2]]:14: error: an attribute list cannot appear here
  // SHOWN: shared-alignas.cu:[[#@LINE+1]]:14: remark: nvcc's dialect: 'alignas' behind '__shared__' is '_Alignas'
  __shared__ alignas(128) int a[4];
  static __shared__ alignas(float4) int b[4];
  WRAP(__shared__ alignas(64) int c[4]);
  extern __shared__ alignas(32) int dynamic[];
  p[0] = a[p[1]] + b[p[1]] + c[p[1]] + dynamic[p[1]] + buffer<256>()[p[1]];
  a[p[2]] = b[p[2]] = c[p[2]] = buffer<256>()[p[2]] = p[3];
}
// CHECK-DAG: .shared .align 32 .b8 dynamic[]
// CHECK-DAG: .shared .align 256 .b8 {{.*}}buffer{{.*}}[16];
// CHECK-DAG: .shared .align 128 .b8 {{.*}}1a[16];
// CHECK-DAG: .shared .align 16 .b8 {{.*}}1b[16];
// CHECK-DAG: .shared .align 64 .b8 {{.*}}1c[16];
