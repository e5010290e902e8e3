// Libdevice's functions with a square root have the exact one, unless the user asks for the
// approximate one.
// REQUIRES: cuda
// RUN: %argus_cxx -O3 --cuda-gpu-arch=sm_90a --cuda-device-only -S %s -o - | FileCheck %s
// RUN: %argus_cxx -O3 --cuda-gpu-arch=sm_90a --cuda-device-only -S -use_fast_math %s -o - \
// RUN:   | FileCheck %s --check-prefix=FAST

// CHECK-NOT: sqrt.approx
// CHECK-COUNT-5: sqrt.rn.f32
// CHECK-NOT: sqrt.approx
// FAST-NOT: sqrt.rn
// FAST-COUNT-5: sqrt.approx.ftz.f32
__global__ void roots(float *a, int n) {
  a[0] = hypotf(a[1], a[2]);
  a[3] = norm3df(a[4], a[5], a[6]);
  a[7] = norm4df(a[8], a[9], a[10], a[11]);
  a[12] = normf(n, a + 13);
  a[14] = sqrtf(a[15]);
}
