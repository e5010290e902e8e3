#include <cstdio>
#include <cuda_runtime.h>
extern "C" void launch_library(int *);
__global__ void own_kernel(int *p) {
#pragma argus region("in program")
  { p[threadIdx.x] += 2; }
}
int main() {
  int *p = nullptr, Value = 0;
  cudaMalloc(&p, 32 * sizeof(int));
  cudaMemset(p, 0, 32 * sizeof(int));
  launch_library(p);
  own_kernel<<<1, 32>>>(p);
  cudaMemcpy(&Value, p + 5, sizeof(Value), cudaMemcpyDeviceToHost);
  std::printf("result %d\n", Value);
  return Value != 3;
}
