// CUTLASS leaves __grid_constant__ out for clang unless its own macro is there before it.
// REQUIRES: cuda
// RUN: %argus_cxx -O3 --offload-arch=sm_90a --cuda-device-only -S %s -o - | %check
// RUN: %argus_cxx -O3 --no-dialect --offload-arch=sm_90a --cuda-device-only -S %s -o - \
// RUN:   | FileCheck %s --check-prefix=PLAIN
#include <cuda_runtime.h>

// As in cutlass/device_kernel.h.
#if !defined(CUTLASS_GRID_CONSTANT)
#define CUTLASS_GRID_CONSTANT
#endif

struct alignas(64) Descriptor {
  unsigned long long words[16];
};

// CHECK-NOT: .local
// CHECK: cvta.param.u64 [[ADDRESS:%rd[0-9]+]], %rd{{[0-9]+}};
// CHECK: prefetch.tensormap {{\[}}%rd{{[0-9]+}}{{\]}};
// PLAIN: .local
template <class T> __global__ void kernel(CUTLASS_GRID_CONSTANT T const map) {
  asm volatile("prefetch.tensormap [%0];" ::"l"(&map) : "memory");
}

template __global__ void kernel<Descriptor>(Descriptor const);
