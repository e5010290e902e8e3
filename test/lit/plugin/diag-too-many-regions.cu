// An event names its region in 16 bits: what is beyond is an error at its place.
// RUN: python3 -c "print('__global__ void k(int *p) {'); [print('#pragma argus region(\"r%d\")\\np[%d] = 1;' % (i, i)) for i in range(65537)]; print('}')" > %t.cu
// RUN: not %argus_cxx -O0 --cuda-gpu-arch=sm_90a --cuda-device-only -fsyntax-only %t.cu 2>&1 | FileCheck %s
// CHECK: .cu:131072:9: error: more than 65535 regions in one translation unit; this is the first beyond
