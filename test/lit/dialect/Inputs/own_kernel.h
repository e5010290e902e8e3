#pragma once
#define READ_LANE(r) asm volatile("mov.u32 %0, %laneid;" : "=r"(r))

template <class T> __global__ void kernel(T *p) {
  __shared__ alignas(64) T a[32];
  unsigned lane;
#pragma argus region("repaired")
  {
    READ_LANE(lane);
    a[lane] = p[lane];
  }
  __syncthreads();
  p[lane] = a[31 - lane];
}
