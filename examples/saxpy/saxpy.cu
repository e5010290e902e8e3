//===- saxpy.cu - the smallest program with a region ------------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// saxpy [N [LAUNCHES]]: y = a * x + y over N elements (default 2^20), once or more.
//
//===----------------------------------------------------------------------===//

#include "../common.h"

__global__ void saxpy(int n, float a, const float *x, float *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
#pragma argus region("axpy")
  if (i < n)
    y[i] = a * x[i] + y[i];
}

// Small integers: exact in float with and without a fused multiply-add.
static float initialX(int i) { return static_cast<float>(i % 1000); }
static float initialY(int i) { return static_cast<float>(i % 7); }

int main(int argc, char **argv) {
  int n = argc > 1 ? numberArgument(argv[1], "N", 1, 1 << 28) : 1 << 20;
  int launches = argc > 2 ? numberArgument(argv[2], "LAUNCHES", 1, 1000) : 1;
  const float a = 3;
  std::vector<float> x(n), y(n);
  for (int i = 0; i < n; ++i) {
    x[i] = initialX(i);
    y[i] = initialY(i);
  }

  DeviceArray<float> deviceX(x), deviceY(y);
  for (int i = 0; i < launches; ++i) {
    saxpy<<<(n + 255) / 256, 256>>>(n, a, deviceX.get(), deviceY.get());
    CUDA_CHECK(cudaGetLastError());
  }
  y = deviceY.toHost();

  double sum = 0;
  for (int i = 0; i < n; ++i) {
    float expected = launches * a * initialX(i) + initialY(i);
    if (y[i] != expected) {
      std::printf("FAILED y[%d] is %g, expected %g\n", i, y[i], expected);
      return 1;
    }
    sum += y[i];
  }
  std::printf("OK saxpy n=%d checksum=%.0f\n", n, sum);
}
