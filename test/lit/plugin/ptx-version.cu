// The PTX says the version of the toolkit's ptxas: instructions that LLVM 19's version
// does not have assemble.
// REQUIRES: cuda
// RUN: %argus_cxx -O3 --cuda-gpu-arch=sm_90a --cuda-device-only -S -o %t.ptx \
// RUN:   -fplugin-arg-argus-capsule=%t.capsule %s
// RUN: FileCheck %s < %t.ptx
// RUN: argus-capsule-dump mapped %t.capsule | FileCheck %s
// RUN: ptxas --gpu-name sm_90a -o %t.cubin %t.ptx
// CHECK-NOT: argus
// CHECK: .version {{8\.[6-9]|9\.[0-9]}}
__global__ void kernel(float *p) {
  asm volatile("fence.proxy.async::generic.acquire.sync_restrict::shared::cluster.cluster;");
  *p = 1;
}
