// A kernel with a region in each form that stands on statements, and a role.
#include <cstdio>

#define TWICE(x)                                                                       \
  _Pragma("argus region(\"first\")") { x += 1.0f; }                                    \
  _Pragma("argus region(\"second\")") { x *= 3.0f; }

template <class T> __device__ T square(T x) {
#pragma argus region("square")
  x = x * x;
  return x;
}

[[argus::region("helper")]] __device__ __noinline__ float helper(float x) {
  // As in assert of newer C libraries.
  return sqrtf(x) + __builtin_LINE() + __builtin_FILE()[int(x) & 3];
}

__global__ void kernel(float *data, int n) {
  float x = data[threadIdx.x];
#pragma argus region("loop")
#pragma unroll 2
  for (int i = 0; i < n; ++i) {
    if (x > 100.0f)
      break;
    x = square(x) + data[i];
  }
  TWICE(x)
#pragma argus role("even")
  if (threadIdx.x % 2 == 0)
#pragma argus region("call")
    x = helper(x);
  data[threadIdx.x] = x;
}

static __global__ void internal(int *data) {
#pragma argus region("only")
  data[threadIdx.x] += 1;
}

int main() {
  float *data;
  cudaMalloc(&data, 4096);
  kernel<<<1, 32>>>(data, 4);
  internal<<<1, 32>>>(reinterpret_cast<int *>(data));
  std::puts(cudaGetErrorString(cudaDeviceSynchronize()));
}
