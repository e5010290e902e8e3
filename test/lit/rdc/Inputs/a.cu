// A kernel that calls a function and reads a variable of the other unit.
#include <cstdio>
#include <cuda_runtime.h>
__device__ float helper(float x, int n);
extern __device__ int table[4];

__global__ void ka(float *p, int n) {
#pragma argus region("outer")
  for (int i = 0; i < n; ++i)
    p[threadIdx.x] = helper(p[threadIdx.x], i) + table[i & 3];
}

void launch_b(float *);

int main() {
  float *p = nullptr, Value = 0;
  cudaMalloc(&p, 32 * sizeof(float));
  cudaMemset(p, 0, 32 * sizeof(float));
  ka<<<1, 32>>>(p, 4);
  launch_b(p);
  cudaMemcpy(&Value, p + 3, sizeof(Value), cudaMemcpyDeviceToHost);
  std::printf("result %g\n", Value);
  return 0;
}
