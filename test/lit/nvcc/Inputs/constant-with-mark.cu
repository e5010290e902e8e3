// A constexpr function with a mark, used as a constant.
#include <argus_region.h>
__device__ constexpr int next(int x) {
#pragma argus region("next")
  x += 1;
  return x;
}
constexpr int Width = next(3);
__global__ void k(int *p) { *p = next(*p) + Width; }
