#include "own_kernel.h"

int main() {
  int *p, host[32];
  for (int i = 0; i < 32; ++i)
    host[i] = i;
  cudaMalloc(&p, sizeof host);
  cudaMemcpy(p, host, sizeof host, cudaMemcpyHostToDevice);
  kernel<<<1, 32>>>(p);
  cudaMemcpy(host, p, sizeof host, cudaMemcpyDeviceToHost);
  return host[0] == 31 && host[31] == 0 ? 0 : 1;
}
