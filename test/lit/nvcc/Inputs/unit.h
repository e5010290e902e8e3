#pragma once
extern __constant__ float table[8];
__device__ float other(float x);
template <typename T> __device__ T twice(T x) {
  T r;
#pragma argus region("twice")
  { r = x * 2 + T(table[int(x) & 7]); }
  return r;
}
