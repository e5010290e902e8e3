// Asm statements, before which the parser takes no attribute, have regions and roles: from
// macros, in templates, as branches, and with semicolons in their operands.
// RUN: %argus_cxx -std=c++17 -O1 --cuda-gpu-arch=sm_90a --cuda-device-only -Werror \
// RUN:   -fplugin-arg-argus-capsule=%t.capsule -S -o %t.ptx %s
// RUN: argus-capsule-dump paths %t.capsule | FileCheck %s
// RUN: %argus_cxx -std=c++17 --cuda-gpu-arch=sm_90a --cuda-device-only -E -o %t.cui %s
// RUN: %argus_cxx -std=c++17 --cuda-gpu-arch=sm_90a --cuda-device-only -x cuda -nocudainc \
// RUN:   -fplugin-arg-argus-capsule=%t.capsule -S -o %t.ptx %t.cui
// RUN: argus-capsule-dump paths %t.capsule | FileCheck %s
#include <cuda_runtime.h>

#define FENCE asm volatile("fence.proxy.async;" ::: "memory")
#define MARKED(text) _Pragma("argus region(\"operator\")") asm volatile(text)

template <int N> __device__ void arrive(int *p) {
#pragma argus region("arrive")
  asm volatile("st.global.u32 [%0], %1;" ::"l"(p), "n"(N) : "memory");
}

__global__ void kernel(int *p) {
// CHECK: kernel/fence role producer{{$}}
#pragma argus role("producer")
#pragma argus region("fence")
  FENCE;
  // CHECK-NEXT: kernel/operator
  MARKED("membar.gl;");
  if (p[0])
// CHECK-NEXT: kernel/branch
#pragma argus region("branch")
    asm("membar.cta;");
  else
    // CHECK-NEXT: kernel/arrive
    arrive<3>(p);
// CHECK-NEXT: kernel/operand
#pragma argus region("operand")
  __asm__ __volatile__("st.global.u32 [%0], 1;" ::"l"([&] {
                         p[1] = 2;
                         return p;
                       }()));
}
