// Kernels that ptxas has something to say of.
#include "own.h"
#include <cstdint>
static_assert(COUNT == 2 && FROM_HEADER == 1);

extern "C" __global__ void plain(int *p) {
#pragma argus region("store")
  *p = 1;
}

template <int N> static __global__ void internal(int *p) { *p = N; }
template __global__ void internal<3>(int *);

extern "C" __global__ void ignored(int *p) {
  asm volatile("setmaxnreg.dec.sync.aligned.u32 40;");
  *p = 1;
}

/// Accumulators are touched while the product is under way.
extern "C" __global__ void __launch_bounds__(128)
    touches(float *p, uint64_t a, uint64_t b, int n) {
  float d[4] = {p[0], p[1], p[2], p[3]};
  for (int i = 0; i < n; ++i) {
    asm volatile("wgmma.fence.sync.aligned;");
    asm volatile("wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%0, %1, %2, %3}, "
                 "%4, %5, 1, 1, 1, 0, 0;"
                 : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
                 : "l"(a), "l"(b));
    d[0] += 1;
    asm volatile("wgmma.commit_group.sync.aligned;");
  }
  asm volatile("wgmma.wait_group.sync.aligned 0;");
  for (int i = 0; i < 4; ++i)
    p[threadIdx.x * 4 + i] = d[i];
}
