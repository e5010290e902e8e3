// A way into a region that does not pass its begin is an error, not an uncounted entry.
// RUN: not %argus_cxx -std=c++17 --cuda-gpu-arch=sm_90a --cuda-device-only -fsyntax-only %s 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=error:
#include "argus_region.h"
#include <cuda_runtime.h>

__global__ void gotos(int *p) {
  if (p[0])
// CHECK: :[[#@LINE+1]]:5: error: this jump enters region 'inner' past its begin; jump to a label before it
    goto inside;
#pragma argus region("inner")
  {
    p[1] = 1;
  inside:
    p[2] = 1;
    if (p[3])
      goto inside;
    goto behind;
  }
behind:
  // CHECK: :[[#@LINE+1]]:3: error: this jump enters region 'rest' past its begin
  goto end;
  {
    ARGUS_REGION("rest");
  end:
    p[4] = 1;
  }
}

__global__ void cases(int *p) {
  switch (p[0]) {
#pragma argus region("case")
    {
    // CHECK: :[[#@LINE+1]]:5: error: this label of a switch lies inside region 'case', and the switch jumps past its begin; mark what follows the label
    case 1:
      p[1] = 1;
    }
  case 2:
#pragma argus region("fine")
    switch (p[2]) {
    case 3:
      p[3] = 1;
    }
  }
}
