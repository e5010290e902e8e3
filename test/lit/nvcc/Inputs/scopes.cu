// Kernels with roles, counted loops, a called function and an early exit.

#include <argus_region.h>
#include <cstdio>

__device__ __noinline__ int square(int x) {
#pragma argus region("square")
  { x = x * x + threadIdx.x; }
  return x;
}

__device__ int produce(const int *in, int n) {
  int sum = 0;
#pragma argus iteration
  for (int i = 0; i < n; ++i)
#pragma argus region("make")
  {
    sum += square(in[i]);
  }
  return sum;
}

__global__ void roles(const int *in, int *out, int n) {
  int sum = 0;
#pragma argus role("producer")
  if (threadIdx.x < 32) {
    sum = produce(in, n);
  } else {
#pragma argus role("consumer")
    {
#pragma argus region("use")
      { sum = in[threadIdx.x]; }
    }
  }
  ARGUS_BEGIN("tail");
  sum += in[0];
  ARGUS_END("tail");
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

__global__ void leaves(int *out, int n) {
#pragma argus region("block")
  {
    if (int(blockIdx.x) >= n)
      return;
    out[threadIdx.x] = 1;
  }
}

int main() {
  int *In, *Out;
  cudaMalloc(&In, 64 * sizeof(int));
  cudaMalloc(&Out, 3 * 64 * sizeof(int));
  cudaMemset(In, 1, 64 * sizeof(int));
  roles<<<3, 64>>>(In, Out, 7);
  leaves<<<4, 64>>>(Out, 2);
  int Host[192];
  cudaMemcpy(Host, Out, sizeof(Host), cudaMemcpyDeviceToHost);
  std::printf("%d %d %d\n", Host[0], Host[64], Host[191]);
  return cudaDeviceSynchronize();
}
