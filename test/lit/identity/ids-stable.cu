// A region's identity depends on its kernel and path alone: not on the level, the
// architecture, the place in the source or the regions beside it.
// REQUIRES: cuda
// RUN: rm -rf %t && mkdir %t
// RUN: %argus_cxx -O3 --cuda-gpu-arch=sm_90a -c %s -o %t/a.o
// RUN: %argus_cxx -O0 -g --cuda-gpu-arch=sm_80 -c %s -o %t/b.o
// RUN: echo "// A line above." > %t/moved.cu
// RUN: cat %s >> %t/moved.cu
// RUN: %argus_cxx -O3 --cuda-gpu-arch=sm_90a -DMORE -c %t/moved.cu -o %t/c.o
// RUN: %argus regions --store %t/store --format json %t/a.o > %t/a.json
// RUN: %argus regions --store %t/store --format json %t/b.o > %t/b.json
// RUN: %argus regions --store %t/store --format json %t/c.o > %t/c.json
// RUN: python3 %S/Inputs/ids.py %t/a.json > %t/a.txt
// RUN: python3 %S/Inputs/ids.py %t/b.json | diff %t/a.txt -
// RUN: python3 %S/Inputs/ids.py %t/c.json | grep -v more | diff %t/a.txt -
// RUN: %check < %t/a.txt
// CHECK: kernel/loop 0x{{[0-9a-f]+}}
// CHECK-NEXT: kernel/loop/step 0x{{[0-9a-f]+}}
// CHECK-NOT: {{.}}
#include <cuda_runtime.h>

#ifdef MORE
__global__ void another(int *p) {
#pragma argus region("more")
  p[0] = 5;
}
#endif

__global__ void kernel(int *p) {
#ifdef MORE
#pragma argus region("more")
  p[1] = 2;
#endif
#pragma argus region("loop")
  for (int i = 0; i < p[2]; ++i) {
#pragma argus region("step")
    p[i] += i;
  }
}
