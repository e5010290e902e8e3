// ptxas takes the trace variant; nothing spills, static shared memory is as it was.
// REQUIRES: cuda
// RUN: %argus_cxx -std=c++17 -O3 --cuda-gpu-arch=sm_90a --cuda-device-only \
// RUN:   -fplugin-arg-argus-capsule=%t.capsule -S -o %t.ptx %s
// RUN: argus-capsule-dump trace %t.capsule > %t.trace.ptx
// RUN: ptxas -v -O3 --gpu-name sm_90a -o %t.cubin %t.trace.ptx 2>&1 | %check
// CHECK: Function properties for _Z6kernelPfi
// CHECK-NEXT: 0 bytes spill stores, 0 bytes spill loads
// CHECK: 512 bytes smem
#include "Inputs/kernel.h"
