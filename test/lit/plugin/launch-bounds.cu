// All three launch bounds, and __maxnreg__; ptxas honours setmaxnreg where they tell it
// the number of registers at entry. The host compile has nothing to say to the third.
// REQUIRES: cuda
// RUN: %argus_cxx -O3 --cuda-gpu-arch=sm_90a -c -o %t.o %s -Xcuda-ptxas -v 2>&1 \
// RUN:   | FileCheck %s --check-prefix=PTXAS --implicit-check-not=warning
// RUN: %argus_cxx -O3 --cuda-gpu-arch=sm_90a --cuda-device-only -S -o - %s | FileCheck %s
// CHECK: .entry bounds(
// CHECK: .maxntid 384, 1, 1
// CHECK-NEXT: .minnctapersm 1
// CHECK-NEXT: .maxclusterrank 2
// PTXAS-NOT: setmaxnreg
// PTXAS-DAG: Used 168 registers
extern "C" __global__ void __launch_bounds__(384, 1, 2) bounds(int *p) {
  asm volatile("setmaxnreg.dec.sync.aligned.u32 40;");
  *p = 1;
}
// CHECK: .entry registers(
// CHECK: .maxnreg 64
extern "C" __global__ void __maxnreg__(64) registers(int *p) {
  asm volatile("setmaxnreg.dec.sync.aligned.u32 40;");
  *p = 1;
}
