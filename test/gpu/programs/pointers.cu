// Virtual calls whose target differs by lane, and calls through a table by CTA.
#include <argus_region.h>
#include <cstdio>

struct Operation {
  __device__ virtual unsigned apply(unsigned x) const { return x; }
};
struct Add : Operation {
  __device__ unsigned apply(unsigned x) const override {
#pragma argus region("add")
    x += 11u;
    return x;
  }
};
struct Rotate : Operation {
  __device__ unsigned apply(unsigned x) const override {
#pragma argus region("rotate")
    x = (x << 5) | (x >> 27);
    return x;
  }
};

using Function = unsigned (*)(unsigned);
__device__ unsigned triple(unsigned x) {
  ARGUS_REGION("triple");
  return 3u * x;
}
__device__ unsigned invert(unsigned x) { return ~x; }

__global__ void dispatch(unsigned *data, int select) {
  unsigned x = threadIdx.x;
  Add add;
  Rotate rotate;
  const Operation *operation =
      (select + threadIdx.x) & 1 ? static_cast<const Operation *>(&add) : &rotate;
#pragma argus region("virtual")
  x = operation->apply(x);
  const Function functions[] = {triple, invert};
#pragma argus region("pointer")
  x = functions[(select + blockIdx.x) & 1](x);
  data[blockIdx.x * blockDim.x + threadIdx.x] = x;
}

int main() {
  unsigned *Data, Host[128], Wrong = 0;
  cudaMalloc(&Data, sizeof(Host));
  dispatch<<<2, 64>>>(Data, 6);
  cudaMemcpy(Host, Data, sizeof(Host), cudaMemcpyDeviceToHost);
  for (unsigned I = 0; I < 128; ++I) {
    const unsigned T = I % 64, X = T & 1 ? T + 11u : T << 5;
    Wrong += Host[I] != (I < 64 ? 3u * X : ~X);
  }
  std::printf("%u wrong\n", Wrong);
  return Wrong != 0;
}
