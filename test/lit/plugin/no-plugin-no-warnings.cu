// A compiler without the plugin sees empty statements and says nothing about them.
// RUN: %plain_cxx -std=c++17 -Wall -Wextra -Werror --cuda-gpu-arch=sm_90a -fsyntax-only %s
#include "argus_region.h"
#include <cuda_runtime.h>

__global__ void kernel(int *p, int n) {
  if (n)
    ARGUS_BEGIN("span");
  else
    ARGUS_REGION("scope");
  if (n)
    ARGUS_END("span");
  p[0] = n;
}
