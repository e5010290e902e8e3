// Launches as many kernels as a plain shared library says.
#include <cuda_runtime.h>
extern "C" int times();
__global__ void scaled(int *p) {
#pragma argus region("in")
  { p[threadIdx.x] += 1; }
}
int main() {
  int *p = nullptr;
  cudaMalloc(&p, 32 * sizeof(int));
  for (int I = 0; I < times(); ++I)
    scaled<<<1, 32>>>(p);
  return cudaDeviceSynchronize();
}
