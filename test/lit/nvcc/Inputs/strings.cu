// Strings that look like marks, beside marks.
#include <argus_region.h>
#include <cstdio>
#include <cuda_runtime.h>

[[argus::region("a]]b")]] __device__ int three(int x) { return 3 * x; }

__global__ void says(int *p) {
  *p = three(*p);
#pragma argus region("print")
  printf("__builtin_LINE() %d __builtin_FILE()\n", __builtin_LINE());
}

int main() {
  int *p;
  cudaMalloc(&p, sizeof *p);
  puts(R"(
#pragma argus region("text")
)"
       "[[argus::region(\"text\")]]");
  fflush(stdout);
  says<<<1, 1>>>(p);
  return cudaDeviceSynchronize() != cudaSuccess;
}
