//===- StubCudart.cpp - a libcudart.so.13 that must not be called -===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

extern "C" {
#define ARGUS_STUB(Name)                                                               \
  __attribute__((visibility("default"))) int Name() { return 35; }
ARGUS_STUB(__cudaRegisterFatBinary)
ARGUS_STUB(__cudaRegisterFatBinaryEnd)
ARGUS_STUB(__cudaRegisterFunction)
ARGUS_STUB(cudaDeviceReset)
ARGUS_STUB(cudaDeviceSynchronize)
ARGUS_STUB(cudaEventCreate)
ARGUS_STUB(cudaEventElapsedTime)
ARGUS_STUB(cudaEventRecord)
ARGUS_STUB(cudaGetErrorName)
ARGUS_STUB(cudaGetLastError)
ARGUS_STUB(cudaLaunchKernel)
ARGUS_STUB(cudaMalloc)
ARGUS_STUB(cudaMemcpy)
}
