// Makes as many trips as the kernel of another unit says.
#include <argus_region.h>
__global__ void work(int *p) {
  const int n = p[threadIdx.x];
  for (int i = 0; i < n; ++i) {
    ARGUS_REGION("body");
    p[threadIdx.x] += i * p[(threadIdx.x + 1) % 64];
  }
  ARGUS_REGION("rest");
  p[threadIdx.x] += 1;
}
void second(int *p) { work<<<1, 64>>>(p); }
