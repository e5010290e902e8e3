// Variants have the properties of the shipped kernel: its clusters, its tensor map in
// parameter space, its registers where setmaxnreg moves them.
// REQUIRES: cuda
// RUN: %argus_cxx -std=c++17 -O3 --cuda-gpu-arch=sm_90a --cuda-device-only \
// RUN:   -fplugin-arg-argus-capsule=%t.capsule -S -o %t.ptx %s
// RUN: argus-capsule-dump mapped %t.capsule > %t.mapped.ptx
// RUN: FileCheck %s --implicit-check-not=.local < %t.mapped.ptx
// RUN: argus-capsule-dump trace %t.capsule moves=64 | tee %t.trace.ptx | FileCheck %s
// RUN: ptxas -O3 --gpu-name sm_90a -o %t.trace.cubin %t.trace.ptx
// RUN: ptxas -O3 --gpu-name sm_90a -o %t.cubin %t.ptx
// RUN: ptxas -O3 --gpu-name sm_90a -o %t.mapped.cubin %t.mapped.ptx
// RUN: llvm-objcopy --dump-section=.text.clustered=%t.text %t.cubin
// RUN: llvm-objcopy --dump-section=.text.clustered=%t.mapped.text %t.mapped.cubin
// RUN: cmp %t.text %t.mapped.text
#include <cuda.h>

// CHECK: .entry clustered(
// CHECK: .explicitcluster
// CHECK-NEXT: .reqnctapercluster 2, 1, 1
// CHECK: cvta.param.u64
// CHECK: prefetch.tensormap
extern "C" __global__ void __cluster_dims__(2)
    clustered(const __grid_constant__ CUtensorMap map, int *out) {
#pragma argus region("prefetch")
  {
    asm volatile("prefetch.tensormap [%0];" ::"l"(&map) : "memory");
    out[threadIdx.x] = 1;
  }
}
// Without bounds ptxas ignores setmaxnreg; a limit would change that.
// CHECK: .entry moves(
// CHECK-NOT: .maxnreg
// CHECK: setmaxnreg
extern "C" __global__ void moves(int *p) {
#pragma argus region("all")
  {
    asm volatile("setmaxnreg.dec.sync.aligned.u32 40;");
    *p = 1;
  }
}
