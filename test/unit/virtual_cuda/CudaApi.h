//===- CudaApi.h - the CUDA runtime API, as far as tests call it -===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_TEST_CUDA_API_H
#define ARGUS_TEST_CUDA_API_H

#include "CudaTypes.h"

namespace argus::test {

using namespace argus::vcuda;

extern "C" {
void **__cudaRegisterFatBinary(void *);
void __cudaRegisterFatBinaryEnd(void **);
void __cudaUnregisterFatBinary(void **);
int __cudaRegisterFunction(void **, const char *, char *, const char *, int, void *,
                           void *, void *, void *, int *);
void __cudaRegisterVar(void **, char *, char *, const char *, int, size_t, int, int);
void __cudaRegisterManagedVar(void **, void **, char *, const char *, int, size_t, int,
                              int);
char __cudaInitModule(void **);
unsigned __cudaPushCallConfiguration(Dim3, Dim3, size_t, void *);
int __cudaPopCallConfiguration(Dim3 *, Dim3 *, size_t *, StreamHandle *);
int __cudaGetKernel(void **, const void *);
int __cudaLaunchKernel(const void *, Dim3, Dim3, void **, size_t, StreamHandle);

int cudaLaunchKernel(const void *, Dim3, Dim3, void **, size_t, StreamHandle);
int cudaLaunchKernel_ptsz(const void *, Dim3, Dim3, void **, size_t, StreamHandle);
int cudaLaunchCooperativeKernel(const void *, Dim3, Dim3, void **, size_t,
                                StreamHandle);
int cudaLaunchKernelExC(const LaunchConfig *, const void *, void **);
int cudaGetFuncBySymbol(void **, const void *);
int cudaFuncGetAttributes(FuncAttributes *, const void *);
int cudaFuncSetAttribute(const void *, int, int);
int cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *, const void *, int, size_t);
int cudaOccupancyAvailableDynamicSMemPerBlock(size_t *, const void *, int, int);
int cudaGetSymbolAddress(void **, const void *);
int cudaGetSymbolSize(size_t *, const void *);

int cudaMalloc(void **, size_t);
int cudaMallocManaged(void **, size_t, unsigned);
int cudaMallocPitch(void **, size_t *, size_t, size_t);
int cudaMallocHost(void **, size_t);
int cudaMallocAsync(void **, size_t, StreamHandle);
int cudaFree(void *);
int cudaFreeHost(void *);
int cudaFreeAsync(void *, StreamHandle);
int cudaHostRegister(void *, size_t, unsigned);
int cudaHostUnregister(void *);
int cudaHostGetFlags(unsigned *, void *);
int cudaPointerGetAttributes(PointerAttributes *, const void *);
int cudaMemGetInfo(size_t *, size_t *);
int cudaMemcpy(void *, const void *, size_t, int);
int cudaMemcpyAsync(void *, const void *, size_t, int, StreamHandle);
int cudaMemcpy2D(void *, size_t, const void *, size_t, size_t, size_t, int);
int cudaMemcpy3D(const Copy3D *);
int cudaMemcpyToSymbol(const void *, const void *, size_t, size_t, int);
int cudaMemcpyFromSymbol(void *, const void *, size_t, size_t, int);
int cudaMemset(void *, int, size_t);
int cudaMemset2D(void *, size_t, int, size_t, size_t);

int cudaStreamCreate(StreamHandle *);
int cudaStreamCreateWithFlags(StreamHandle *, unsigned);
int cudaStreamDestroy(StreamHandle);
int cudaStreamSynchronize(StreamHandle);
int cudaStreamWaitEvent(StreamHandle, EventHandle, unsigned);
int cudaLaunchHostFunc(StreamHandle, HostFunction, void *);
int cudaStreamIsCapturing(StreamHandle, int *);
int cudaStreamBeginCapture();
int cudaEventCreate(EventHandle *);
int cudaEventCreateWithFlags(EventHandle *, unsigned);
int cudaEventRecord(EventHandle, StreamHandle);
int cudaEventQuery(EventHandle);
int cudaEventSynchronize(EventHandle);
int cudaEventElapsedTime(float *, EventHandle, EventHandle);
int cudaEventDestroy(EventHandle);

int cudaGetLastError();
int cudaPeekAtLastError();
const char *cudaGetErrorName(int);
const char *cudaGetErrorString(int);

int cudaGetDeviceCount(int *);
int cudaGetDevice(int *);
int cudaSetDevice(int);
int cudaGetDeviceProperties(void *, int);
int cudaGetDeviceProperties_v2(void *, int);
int cudaDeviceGetAttribute(int *, int, int);
int cudaDeviceSynchronize();
int cudaDeviceReset();
int cudaRuntimeGetVersion(int *);
int cudaDriverGetVersion(int *);

int cudaGetDriverEntryPoint(const char *, void **, unsigned long long, int *);
void *argus_virtual_driver(const char *);
}

} // namespace argus::test

#endif // ARGUS_TEST_CUDA_API_H
