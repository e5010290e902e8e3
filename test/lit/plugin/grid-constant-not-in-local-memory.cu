// A tensor map is used where the launch put it: TMA must not read a copy in local memory.
// REQUIRES: cuda
// RUN: %argus_cxx -O3 --cuda-gpu-arch=sm_90a --cuda-device-only -S -o %t.ptx %s
// RUN: FileCheck %s < %t.ptx
// RUN: ptxas --gpu-name sm_90a -o %t.cubin %t.ptx
// RUN: %argus_cxx -O0 --cuda-gpu-arch=sm_90a --cuda-device-only -S -o %t.O0.ptx %s
// RUN: FileCheck %s --check-prefix=O0 < %t.O0.ptx
// RUN: %argus_cxx -O3 --cuda-gpu-arch=sm_90a --cuda-device-only -S -emit-llvm -o - %s \
// RUN:   | FileCheck %s --check-prefix=IR
#include <cuda.h>

// CHECK-NOT: .local
// CHECK: .entry prefetch(
// CHECK-NOT: .local
// CHECK: mov.b64 [[SYMBOL:%rd[0-9]+]], prefetch_param_1;
// CHECK: cvta.param.u64 [[ADDRESS:%rd[0-9]+]],
// CHECK: prefetch.tensormap {{\[}}[[ADDRESS]]];
// O0: .entry prefetch(
// O0: cvta.param.u64
// O0: prefetch.tensormap
// IR-DAG: !{ptr @prefetch, !"grid_constant", ![[P:[0-9]+]]}
// IR-DAG: ![[P]] = !{i32 2}
extern "C" __global__ void prefetch(int *out, const __grid_constant__ CUtensorMap map) {
  asm volatile("prefetch.tensormap [%0];" ::"l"(&map) : "memory");
}

struct Pair {
  CUtensorMap a, b;
};
// CHECK: .entry _Z6secondI4PairEvT_S1_i(
// CHECK-NOT: .local
// CHECK: prefetch.tensormap
// IR-DAG: !{ptr @_Z6secondI4PairEvT_S1_i, !"grid_constant", ![[BOTH:[0-9]+]]}
// IR-DAG: ![[BOTH]] = !{i32 1, i32 2}
template <class T>
__global__ void second(T const __grid_constant__ x, const T __grid_constant__ y,
                       const __grid_constant__ int n) {
  asm volatile("prefetch.tensormap [%0];" ::"l"(n ? &x.b : &y.a) : "memory");
}
template __global__ void second<Pair>(Pair const, const Pair, const int);
