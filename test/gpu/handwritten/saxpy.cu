//===- saxpy.cu - examples/saxpy, timed by hand -----------------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "clock_log.h"

__global__ void saxpy(int n, float a, const float *x, float *y) {
  ClockLog log;
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  log.begin<0>();
  if (i < n)
    y[i] = a * x[i] + y[i];
  log.end<0>();
  log.close();
}

int main(int argc, char **argv) {
  int n = argc > 1 ? numberArgument(argv[1], "N", 1, 1 << 28) : 1 << 20;
  int launches = argc > 2 ? numberArgument(argv[2], "LAUNCHES", 1, 1000) : 1;
  DeviceArray<float> x(std::vector<float>(n, 1)), y(std::vector<float>(n, 2));
  int blocks = (n + 255) / 256;
  LogReader reader(size_t(blocks) * 8, 2, {"axpy"}, launches);
  for (int i = 0; i < launches; ++i) {
    reader.begin();
    saxpy<<<blocks, 256>>>(n, 3, x.get(), y.get());
    CUDA_CHECK(cudaGetLastError());
  }
  reader.collect();
  reader.print();
}
