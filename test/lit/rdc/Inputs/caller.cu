// A kernel whose regions' functions are in callee.cu. Both have an own step().
#include <cstdio>
#include <cuda_runtime.h>

__device__ int marked(int x, int n);
extern __device__ int (*choices[2])(int, int);

__device__ __noinline__ static int step(int x) { return x * 5 - 2; }

__global__ void kernel(int *p, int n) {
  int x = p[threadIdx.x];
#pragma argus region("direct")
  x = marked(x, n);
#pragma argus region("plain")
  x = step(x);
#ifdef POINTERS
#pragma argus region("chosen")
  for (int i = 0; i < 2; ++i)
    x = choices[(n + i) & 1](x, n + i);
#endif
  p[threadIdx.x] = x;
}

int main() {
  int *p = nullptr, Values[64] = {};
  cudaMalloc(&p, sizeof(Values));
  cudaMemcpy(p, Values, sizeof(Values), cudaMemcpyHostToDevice);
  kernel<<<1, 64>>>(p, 4);
  cudaMemcpy(Values, p, sizeof(Values), cudaMemcpyDeviceToHost);
  std::printf("result %d\n", Values[3]);
  return cudaGetLastError();
}
