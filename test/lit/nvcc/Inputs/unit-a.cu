#include "unit.h"
__constant__ float own[8] = {8, 7, 6, 5, 4, 3, 2, 1};
static __device__ float help(float x) {
#pragma argus region("help-a")
  { x *= own[int(x) & 7]; }
  return x;
}
static __global__ void kernel(float *p, int n) {
#pragma argus region("loop")
  for (int i = 0; i < n; ++i)
    p[i] = other(twice(help(p[i])));
}
__global__ void parent(float *p) {
#pragma argus region("launch")
  { kernel<<<1, 1>>>(p, 1); }
}
__constant__ float unused[8];
__global__ void lonely(float *p) { *p = unused[threadIdx.x]; }
int main() {
  float *p = nullptr;
  cudaMalloc(&p, 64);
  kernel<<<1, 1>>>(p, 16);
  parent<<<1, 1>>>(p);
  return cudaDeviceSynchronize();
}
