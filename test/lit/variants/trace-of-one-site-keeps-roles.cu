// Where some regions are asked for, the roles of their kernel and the counted loops around
// them are recorded too; other kernels record nothing.
// RUN: %argus_cxx -std=c++17 -O3 --cuda-gpu-arch=sm_90a --cuda-device-only \
// RUN:   -fplugin-arg-argus-capsule=%t.capsule -S -o %t.ptx %s
// RUN: argus-capsule-dump trace %t.capsule 2 | grep "w, hi, \|entry" | sed -e "s/.*hi, \(.*\);/event \1/" | %check
#include <cuda_runtime.h>
extern "C" __global__ void wanted(int *p, int n) {
#pragma argus region("other")
  p[0] = n;
#pragma argus iteration
  for (int i = 0; i < n; ++i)
#pragma argus region("wanted")
    p[i] = i;
#pragma argus role("r")
  p[1] = n;
}
extern "C" __global__ void unwanted(int *p, int n) {
#pragma argus role("r")
#pragma argus region("other")
  p[0] = n;
}
// The loop (site 1) begins, makes trips and ends; the region (2); the role (3).
// CHECK: entry wanted
// CHECK-NOT: event 65536
// CHECK: event 65537
// CHECK: event 196609
// CHECK-NEXT: event 65538
// CHECK-NEXT: event 131074
// CHECK: event 131073
// CHECK: event 65539
// CHECK-NEXT: event 131075
// CHECK: entry unwanted
// CHECK-NOT: event
