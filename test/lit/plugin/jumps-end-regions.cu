// break, continue and goto end the regions that they leave, and only those.
// RUN: %argus_cxx -std=c++17 -O0 --cuda-gpu-arch=sm_90a --cuda-device-only \
// RUN:   -fplugin-arg-argus-capsule=%t.capsule -S -o %t.ptx %s
// RUN: argus-capsule-dump bitcode %t.capsule | %check
#include "argus_region.h"
#include <cuda_runtime.h>

// CHECK-LABEL: define {{.*}}@_Z6breaksPi
__global__ void breaks(int *p) {
#pragma argus region("outer")
  for (;;) {
    // CHECK: "argus.begin [[OUTER:[0-9]+]]"
    // CHECK: "argus.begin [[INNER:[0-9]+]]"
#pragma argus region("inner")
    {
      if (p[0])
        // CHECK: "argus.end [[INNER]]"
        // CHECK-NEXT: br
        break;
      if (p[1])
        // CHECK: "argus.end [[INNER]]"
        // CHECK-NEXT: br
        continue;
      for (;;)
        if (p[2])
          // CHECK-NOT: argus.end
          // CHECK: br
          break;
      // CHECK: "argus.end [[INNER]]"
    }
  }
  // CHECK: "argus.end [[OUTER]]"
}

// CHECK-LABEL: define {{.*}}@_Z5gotosPi
__global__ void gotos(int *p) {
  // CHECK: "argus.begin [[A:[0-9]+]]"
  // CHECK: "argus.begin [[B:[0-9]+]]"
#pragma argus region("a")
  {
#pragma argus region("b")
    {
      if (p[0])
        // CHECK: "argus.end [[B]]"
        // CHECK-NEXT: br
        goto inside;
      if (p[1])
        // CHECK: "argus.end [[B]]"
        // CHECK-NEXT: "argus.end [[A]]"
        // CHECK-NEXT: br
        goto outside;
    }
  inside:
    p[2] = 1;
  }
outside:
  p[3] = 1;
}
