// A kernel that was launched in large blocks must still fit when it records; one that has
// launch bounds does by them.
// RUN: %argus_cxx -std=c++17 -O3 --cuda-gpu-arch=sm_90a --cuda-device-only \
// RUN:   -fplugin-arg-argus-capsule=%t.capsule -S -o %t.ptx %s
// RUN: argus-capsule-dump trace %t.capsule large=64 bounded=32 | tee %t.trace | %check
// RUN: ptxas -arch=sm_90a -o %t.cubin %t.trace
// CHECK: .entry large(
// CHECK: )
// CHECK-NEXT: .maxnreg 64
// CHECK-NEXT: {
// CHECK: .entry bounded(
// CHECK: .maxntid 512
// CHECK-NOT: .maxnreg
extern "C" __global__ void large(int *p) {
#pragma argus region("all")
  *p = 1;
}
extern "C" __global__ void __launch_bounds__(512) bounded(int *p) {
#pragma argus region("all")
  *p = 1;
}
