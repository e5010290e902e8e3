// Marks one region; checks its own result.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void kernel(int *p, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
#pragma argus region("scale")
  if (i < n)
    p[i] += i;
}

int main() {
  constexpr int Count = 64;
  int Host[Count] = {}, *Device = nullptr, Good = 0;
  cudaMalloc(&Device, sizeof(Host));
  cudaMemcpy(Device, Host, sizeof(Host), cudaMemcpyHostToDevice);
  kernel<<<1, Count>>>(Device, Count);
  cudaMemcpy(Host, Device, sizeof(Host), cudaMemcpyDeviceToHost);
  for (int I = 0; I < Count; ++I)
    Good += Host[I] == I;
  std::printf("%d of %d right\n", Good, Count);
  return Good != Count;
}
