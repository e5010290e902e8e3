// A kernel in a library, with a function that launches it.
#include <cuda_runtime.h>
__global__ void library_kernel(int *p) {
#pragma argus region("in library")
  { p[threadIdx.x] += 1; }
}
extern "C" void launch_library(int *p) { library_kernel<<<1, 32>>>(p); }
