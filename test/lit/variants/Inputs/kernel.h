// A kernel with what optimisation likes: loops to unroll, a helper to inline, branches.
#include "argus_region.h"
#include <cuda_runtime.h>

[[argus::region("helper")]] __device__ inline float helper(float x, int n) {
  float sum = 0;
  for (int i = 0; i < 3; ++i)
    sum += x * (n + i);
  return sum;
}

__global__ void kernel(float *p, int n) {
  __shared__ float tile[128];
#pragma argus region("load")
  tile[threadIdx.x] = p[threadIdx.x];
  __syncthreads();
#pragma argus region("loop")
#pragma unroll 4
  for (int i = 0; i < n; ++i) {
    ARGUS_REGION("body");
    if (tile[i % 128] < 0)
      break;
    p[i] = helper(tile[(threadIdx.x + i) % 128], n) + sqrtf(p[i]);
  }
  if (threadIdx.x < 7) {
    ARGUS_BEGIN("tail");
    p[n + threadIdx.x] = 0;
    ARGUS_END("tail");
  }
}
