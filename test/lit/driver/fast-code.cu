// A loop that clang's own threshold does not unroll, and a function that it does not
// inline, keep an array in local memory; by default both go, and argus regions says by
// what options.
// REQUIRES: cuda
// RUN: %argus_cxx -O3 --offload-arch=sm_90a --cuda-device-only -S %s -o - | FileCheck %s
// RUN: %argus_cxx --offload-arch=sm_90a --cuda-device-only -S %s -o - | FileCheck %s
// RUN: %argus_cxx -O3 --no-fast-code --offload-arch=sm_90a --cuda-device-only -S %s -o - | FileCheck %s --check-prefix=CLANG
// RUN: %argus_cxx -O3 -mllvm -unroll-threshold=300 -Xarch_device -mllvm=-inline-threshold=225 -mllvm --locally-hot-callsite-threshold=525 --offload-arch=sm_90a --cuda-device-only -S %s -o - | FileCheck %s --check-prefix=CLANG
// CHECK-NOT: .local .align
// CLANG: .local .align
// RUN: %argus_cxx --offload-arch=sm_90a -c %s -o %t.o
// RUN: %argus regions --store %t.store %t.o | FileCheck %s --check-prefix=RECORDED
// RUN: %argus_cxx -O1 --offload-arch=sm_90a -c %s -o %t.1.o
// RUN: %argus regions --store %t.store %t.1.o | FileCheck %s --check-prefix=LOW
// RECORDED: for sm_90a
// RECORDED-NEXT: optimisation: -O3 {{.*}}-unroll-threshold=2000 -inline-threshold=5000 -locally-hot-callsite-threshold=5000
// RECORDED: reference identical
// LOW: for sm_90a
// LOW-NEXT: optimisation: -O1
// LOW-NOT: threshold
// LOW: reference identical
#include <argus_region.h>
#include <cuda_fp16.h>

__global__ void epilogue(__half *out, const float *in) {
  float d[16][8];
#pragma unroll
  for (int i = 0; i < 128; ++i)
    d[i / 8][i % 8] = in[i];
  for (int i = 0; i < 100; ++i) {
    ARGUS_REGION("work");
#pragma unroll
    for (int k = 0; k < 128; ++k)
      asm volatile("add.f32 %0, %0, 1.0;" : "+f"(d[k / 8][k % 8]));
  }
  for (int w = 0; w < 16; ++w) {
    __half h[8];
    for (int k = 0; k < 8; ++k)
      h[k] = __float2half(d[w][k]);
    const int *p = reinterpret_cast<const int *>(h);
    asm volatile("st.global.v4.b32 [%0], {%1, %2, %3, %4};" ::"l"(out + w * 8), "r"(p[0]),
                 "r"(p[1]), "r"(p[2]), "r"(p[3])
                 : "memory");
  }
}
