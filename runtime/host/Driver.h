//===- Driver.h - the part of the CUDA driver that the runtime calls -------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A table of functions, filled from the libcuda.so.1 that the program itself uses, or
// by a test. The runtime links nothing of CUDA: it must load into any program.
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_RUNTIME_DRIVER_H
#define ARGUS_RUNTIME_DRIVER_H

#include <cstddef>
#include <cstdint>
#include <string>

namespace argus::rt {

using Result = int;
using Device = int;
using DevicePtr = uint64_t;
using Context = struct ContextTag *;
using CudaModule = struct CudaModuleTag *;
using Function = struct FunctionTag *;
using Stream = struct StreamTag *;
using Event = struct EventTag *;

struct DeviceUuid {
  unsigned char Bytes[16];
};

constexpr Result Success = 0;
constexpr Result ErrorContextDestroyed = 709;
constexpr Result ErrorNotReady = 600;
/// A call would make the legacy default stream wait for a stream that is captured.
constexpr Result ErrorCaptureImplicit = 906;

/// CUstreamCaptureStatus, CUstreamCaptureMode, CUstream_flags.
constexpr int CaptureNone = 0;
constexpr int CaptureModeRelaxed = 2;
constexpr unsigned StreamNonBlocking = 1;

/// CUdevice_attribute.
constexpr int AttributeClockKhz = 13;
constexpr int AttributeSms = 16;
constexpr int AttributeMajor = 75;
constexpr int AttributeMinor = 76;

/// The two handles that name the legacy default stream, and the per-thread one.
inline Stream legacyStream() { return reinterpret_cast<Stream>(uintptr_t(1)); }
inline Stream perThreadStream() { return reinterpret_cast<Stream>(uintptr_t(2)); }

// Member, symbol in libcuda, parameters.
#define ARGUS_DRIVER_FUNCTIONS(X)                                                      \
  X(driverGetVersion, cuDriverGetVersion, (int *))                                     \
  X(getErrorName, cuGetErrorName, (Result, const char **))                             \
  X(deviceGetName, cuDeviceGetName, (char *, int, Device))                             \
  X(deviceGetUuid, cuDeviceGetUuid_v2, (DeviceUuid *, Device))                         \
  X(deviceGetAttribute, cuDeviceGetAttribute, (int *, int, Device))                    \
  X(ctxGetCurrent, cuCtxGetCurrent, (Context *))                                       \
  X(ctxGetId, cuCtxGetId, (Context, unsigned long long *))                             \
  X(ctxGetDevice, cuCtxGetDevice, (Device *))                                          \
  X(ctxPushCurrent, cuCtxPushCurrent_v2, (Context))                                    \
  X(ctxPopCurrent, cuCtxPopCurrent_v2, (Context *))                                    \
  X(funcGetModule, cuFuncGetModule, (CudaModule *, Function))                          \
  X(moduleGetGlobal, cuModuleGetGlobal_v2,                                             \
    (DevicePtr *, size_t *, CudaModule, const char *))                                 \
  X(moduleLoadData, cuModuleLoadData, (CudaModule *, const void *))                    \
  X(moduleGetFunction, cuModuleGetFunction, (Function *, CudaModule, const char *))    \
  X(launchKernel, cuLaunchKernel,                                                      \
    (Function, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned,   \
     Stream, void **, void **))                                                        \
  X(memGetInfo, cuMemGetInfo_v2, (size_t *, size_t *))                                 \
  X(memAlloc, cuMemAlloc_v2, (DevicePtr *, size_t))                                    \
  X(memAllocHost, cuMemAllocHost_v2, (void **, size_t))                                \
  X(memsetD8Async, cuMemsetD8Async, (DevicePtr, unsigned char, size_t, Stream))        \
  X(memsetD32Async, cuMemsetD32Async, (DevicePtr, unsigned, size_t, Stream))           \
  X(memcpyHtoDAsync, cuMemcpyHtoDAsync_v2, (DevicePtr, const void *, size_t, Stream))  \
  X(memcpyDtoHAsync, cuMemcpyDtoHAsync_v2, (void *, DevicePtr, size_t, Stream))        \
  X(streamCreate, cuStreamCreate, (Stream *, unsigned))                                \
  X(streamQuery, cuStreamQuery, (Stream))                                              \
  X(streamGetFlags, cuStreamGetFlags, (Stream, unsigned *))                            \
  X(streamIsCapturing, cuStreamIsCapturing, (Stream, int *))                           \
  X(exchangeCaptureMode, cuThreadExchangeStreamCaptureMode, (int *))                   \
  X(eventCreate, cuEventCreate, (Event *, unsigned))                                   \
  X(eventRecord, cuEventRecord, (Event, Stream))                                       \
  X(eventQuery, cuEventQuery, (Event))                                                 \
  X(eventElapsedTime, cuEventElapsedTime, (float *, Event, Event))

struct Driver {
#define ARGUS_DECLARE(Member, Symbol, Parameters) Result(*Member) Parameters = nullptr;
  ARGUS_DRIVER_FUNCTIONS(ARGUS_DECLARE)
#undef ARGUS_DECLARE

  /// "CUDA_ERROR_NOT_READY (600)".
  std::string errorText(Result R) const;
};

/// Fills the table. Empty, or why that is not possible.
std::string loadDriver(Driver &D);

/// While one exists, this thread may make calls that stream capture forbids, and they
/// are not captured. Another thread's capture forbids them too, so this is always on.
/// Before CUDA is initialised it does nothing, and there is nothing to do.
class RelaxedCapture {
public:
  explicit RelaxedCapture(const Driver &D)
      : D(D), Exchanged(D.exchangeCaptureMode(&Mode) == Success) {}
  ~RelaxedCapture() {
    if (Exchanged)
      D.exchangeCaptureMode(&Mode);
  }
  RelaxedCapture(const RelaxedCapture &) = delete;
  RelaxedCapture &operator=(const RelaxedCapture &) = delete;

private:
  const Driver &D;
  int Mode = CaptureModeRelaxed;
  bool Exchanged;
};

} // namespace argus::rt

#endif // ARGUS_RUNTIME_DRIVER_H
