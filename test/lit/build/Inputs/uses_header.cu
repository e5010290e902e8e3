#include "helper.h"
__global__ void kernel(int *p) {
#pragma argus region("scale")
  { p[threadIdx.x] = helper(p[threadIdx.x]); }
}
