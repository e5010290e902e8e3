// An atomicAdd of a vector whose result is not used stays, and is nvcc's instruction.
// REQUIRES: cuda
// RUN: %argus_cxx -O3 --offload-arch=sm_90a --cuda-device-only -S %s -o - | FileCheck %s
// RUN: %argus_cxx -O3 --no-dialect --offload-arch=sm_90a --cuda-device-only -S %s -o - | FileCheck %s --check-prefix=CLANG
// CLANG-NOT: add.v4
__global__ void kernel(float2 *a, float4 *b, float2 v, float4 w) {
  // CHECK: atom.global.add.v2.f32
  atomicAdd(a, v);
  // CHECK: atom.global.cta.add.v2.f32
  atomicAdd_block(a, v);
  // CHECK: atom.global.sys.add.v2.f32
  atomicAdd_system(a, v);
  // CHECK: atom.global.add.v4.f32
  atomicAdd(b, w);
  // CHECK: atom.global.cta.add.v4.f32
  atomicAdd_block(b, w);
  // CHECK: atom.global.sys.add.v4.f32
  atomicAdd_system(b, w);
}
