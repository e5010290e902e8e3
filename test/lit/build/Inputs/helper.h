#ifndef HELPER_H
#define HELPER_H
#include <cuda_runtime.h>
__device__ inline int helper(int x) {
#pragma argus region("in header")
  return x * x + 1;
}
#endif
