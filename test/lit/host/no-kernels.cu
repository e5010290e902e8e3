// A translation unit without kernels stays as it is.
// REQUIRES: cuda
// RUN: %argus_cxx -O2 --cuda-gpu-arch=sm_90a -c -o %t.with.o %s
// RUN: %plain_cxx -O2 --cuda-gpu-arch=sm_90a -c -o %t.without.o %s
// RUN: cmp %t.with.o %t.without.o
#include <cuda_runtime.h>

int devices() {
  int Count = 0;
  cudaGetDeviceCount(&Count);
  return Count;
}
