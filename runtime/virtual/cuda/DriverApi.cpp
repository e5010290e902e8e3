//===- DriverApi.cpp - the driver's functions that the measuring runtime calls -===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reached through argus_virtual_driver and cudaGetDriverEntryPoint. Looking at a stream
// or an event does not move the host's clock here: measuring must not change virtual
// time more than it has to.
//
//===----------------------------------------------------------------------===//

#include "Api.h"
#include "ApiCalls.h"
#include "Errors.h"
#include "Properties.h"
#include "argus/VirtualCounts.h"

#include <cstring>

namespace argus::vcuda {

namespace {

using ContextHandle = Context *;

/// Body under the lock, on a context; what it returns is not the program's last error.
template <typename Callable> int driver(Callable Body) noexcept {
  const int Before = lastError(false);
  const int Error = onDevice(Body);
  setLastError(Before);
  return Error;
}

/// The same for what needs no context.
template <typename Callable> int plain(Callable Body) noexcept {
  const int Before = lastError(false);
  const int Error = guarded(Body);
  setLastError(Before);
  return Error;
}

int driverGetVersion(int *Version) {
  *Version = std::max(13000, runtimeMajor() * 1000);
  return Success;
}

int getErrorName(int Code, const char **Name) {
  *Name = driverErrorName(Code);
  return *Name ? Success : ErrorInvalidValue;
}

int deviceGetName(char *Name, int Size, int) {
  if (Size <= 0)
    return ErrorInvalidValue;
  std::strncpy(Name, vm::limits().Name, size_t(Size));
  Name[Size - 1] = '\0';
  return Success;
}

int deviceGetUuid(Uuid *Result, int) {
  *Result = deviceUuid();
  return Success;
}

int deviceGetAttribute(int *Value, int Which, int) {
  return attribute(Which, *Value) ? Success : ErrorInvalidValue;
}

//===- Contexts ------------------------------------------------------------===//

int ctxGetCurrent(ContextHandle *Result) {
  return plain([&](Api &A) -> int {
    *Result = A.current();
    return Success;
  });
}

int ctxGetId(ContextHandle Handle, unsigned long long *Id) {
  return plain([&](Api &A) -> int {
    if (!A.current() || (Handle && Handle != A.current()))
      return ErrorInvalidContext;
    *Id = A.current()->Id;
    return Success;
  });
}

int ctxGetDevice(int *Device) {
  *Device = 0;
  return Success;
}

/// There is one context, which is current in all threads.
int ctxPushCurrent(ContextHandle Handle) {
  return plain([&](Api &A) -> int {
    return Handle && Handle == A.current() ? Success : ErrorInvalidContext;
  });
}

int ctxPopCurrent(ContextHandle *Result) { return ctxGetCurrent(Result); }

//===- Modules and launches ------------------------------------------------===//

int funcGetModule(Module **Result, Function *F) {
  return driver([&](Api &, Context &C) -> int {
    if (!C.Modules.isFunction(F))
      return ErrorInvalidResourceHandle;
    *Result = F->Owner;
    return Success;
  });
}

int moduleGetGlobal(uint64_t *Address, size_t *Bytes, Module *M, const char *Name) {
  return driver([&](Api &, Context &C) -> int {
    if (!C.Modules.isModule(M))
      return ErrorInvalidResourceHandle;
    const auto [Base, Size] = M->Code->variable(Name);
    if (!Base)
      return ErrorSymbolNotFound;
    if (Address)
      *Address = Base;
    if (Bytes)
      *Bytes = Size;
    return Success;
  });
}

int moduleLoadData(Module **Result, const void *Image) {
  return driver([&](Api &, Context &C) -> int {
    return C.Modules.load(imageFrom(Image), "a module loaded from memory", *Result);
  });
}

int moduleGetFunction(Function **Result, Module *M, const char *Name) {
  return driver([&](Api &, Context &C) -> int {
    if (!C.Modules.isModule(M))
      return ErrorInvalidResourceHandle;
    return C.Modules.function(*M, Name, *Result) ? ErrorSymbolNotFound : Success;
  });
}

int launchKernel(Function *F, unsigned GridX, unsigned GridY, unsigned GridZ,
                 unsigned BlockX, unsigned BlockY, unsigned BlockZ,
                 unsigned DynamicShared, StreamHandle S, void **Arguments,
                 void **Extra) {
  return driver([&](Api &A, Context &C) -> int {
    if (!C.Modules.isFunction(F))
      return ErrorInvalidResourceHandle;
    if (Extra)
      return ErrorNotSupported;
    LaunchShape L;
    L.Grid = {GridX, GridY, GridZ};
    L.Block = {BlockX, BlockY, BlockZ};
    L.DynamicShared = DynamicShared;
    L.Stream = S;
    return C.launch(*F, L, Arguments, *A.Counts, 0);
  });
}

//===- Memory --------------------------------------------------------------===//

int memGetInfo(size_t *Free, size_t *Total) {
  return driver([&](Api &, Context &C) -> int {
    *Total = C.bytes().total();
    *Free = *Total - std::min<size_t>(*Total, C.bytes().used());
    return Success;
  });
}

int memAlloc(uint64_t *Address, size_t Bytes) {
  return driver([&](Api &, Context &C) -> int {
    void *Pointer = nullptr;
    const int Error = C.Memory.allocate(&Pointer, Bytes, vm::MemoryKind::Device);
    *Address = addressOf(Pointer);
    return Error;
  });
}

int memAllocHost(void **Pointer, size_t Bytes) {
  return driver([&](Api &, Context &C) -> int {
    return C.Memory.allocate(Pointer, Bytes, vm::MemoryKind::Host);
  });
}

int set(uint64_t To, uint32_t Value, unsigned Unit, size_t Count, StreamHandle S) {
  return driver([&](Api &, Context &C) -> int {
    return C.Copies.set({To, 0, 0}, {Count * Unit, 1, 1}, Value, Unit, S);
  });
}

int memsetD8Async(uint64_t To, unsigned char Value, size_t Count, StreamHandle S) {
  return set(To, Value, 1, Count, S);
}

int memsetD32Async(uint64_t To, unsigned Value, size_t Count, StreamHandle S) {
  return set(To, Value, 4, Count, S);
}

int memcpyHtoDAsync(uint64_t To, const void *From, size_t Bytes, StreamHandle S) {
  return driver([&](Api &, Context &C) -> int {
    return C.Copies.copy(pointerTo(To), From, Bytes, HostToDevice, S, false);
  });
}

int memcpyDtoHAsync(void *To, uint64_t From, size_t Bytes, StreamHandle S) {
  return driver([&](Api &, Context &C) -> int {
    return C.Copies.copy(To, pointerTo(From), Bytes, DeviceToHost, S, false);
  });
}

//===- Streams and events --------------------------------------------------===//

int streamCreate(StreamHandle *S, unsigned Flags) {
  return driver([&](Api &, Context &C) -> int {
    *S = C.Time.createStream(Flags, 0);
    return Success;
  });
}

int streamQuery(StreamHandle S) {
  return driver([&](Api &, Context &C) -> int {
    return C.Time.stream(S) ? Success : ErrorInvalidResourceHandle;
  });
}

int streamGetFlags(StreamHandle S, unsigned *Flags) {
  return driver([&](Api &, Context &C) -> int {
    const StreamState *Stream = C.Time.stream(S);
    if (!Stream)
      return ErrorInvalidResourceHandle;
    *Flags = Stream->Flags;
    return Success;
  });
}

int streamIsCapturing(StreamHandle S, int *Status) {
  *Status = 0;
  return streamQuery(S);
}

int exchangeCaptureMode(int *) { return Success; }

int eventCreate(EventHandle *E, unsigned Flags) {
  return driver([&](Api &, Context &C) -> int {
    *E = C.Time.createEvent(Flags);
    return Success;
  });
}

int eventRecord(EventHandle E, StreamHandle S) {
  return driver([&](Api &, Context &C) -> int {
    EventState *Event = C.Time.event(E);
    const StreamState *Stream = C.Time.stream(S);
    if (!Event || !Stream)
      return ErrorInvalidResourceHandle;
    C.Time.record(*Event, *Stream);
    return Success;
  });
}

int eventQuery(EventHandle E) {
  return driver([&](Api &, Context &C) -> int {
    return C.Time.event(E) ? Success : ErrorInvalidResourceHandle;
  });
}

int eventElapsedTime(float *Milliseconds, EventHandle Start, EventHandle End) {
  return driver(
      [&](Api &, Context &C) -> int { return elapsed(C, Milliseconds, Start, End); });
}

struct Entry {
  const char *Symbol;
  void *Address;
};

template <typename T> void *erased(T *Function) {
  return reinterpret_cast<void *>(Function);
}

} // namespace

} // namespace argus::vcuda

ARGUS_EXPORT void *argus_virtual_driver(const char *Symbol) {
  using namespace argus::vcuda;
  static const Entry Entries[] = {
      {"cuDriverGetVersion", erased(driverGetVersion)},
      {"cuGetErrorName", erased(getErrorName)},
      {"cuDeviceGetName", erased(deviceGetName)},
      {"cuDeviceGetUuid_v2", erased(deviceGetUuid)},
      {"cuDeviceGetAttribute", erased(deviceGetAttribute)},
      {"cuCtxGetCurrent", erased(ctxGetCurrent)},
      {"cuCtxGetId", erased(ctxGetId)},
      {"cuCtxGetDevice", erased(ctxGetDevice)},
      {"cuCtxPushCurrent_v2", erased(ctxPushCurrent)},
      {"cuCtxPopCurrent_v2", erased(ctxPopCurrent)},
      {"cuFuncGetModule", erased(funcGetModule)},
      {"cuModuleGetGlobal_v2", erased(moduleGetGlobal)},
      {"cuModuleLoadData", erased(moduleLoadData)},
      {"cuModuleGetFunction", erased(moduleGetFunction)},
      {"cuLaunchKernel", erased(launchKernel)},
      {"cuMemGetInfo_v2", erased(memGetInfo)},
      {"cuMemAlloc_v2", erased(memAlloc)},
      {"cuMemAllocHost_v2", erased(memAllocHost)},
      {"cuMemsetD8Async", erased(memsetD8Async)},
      {"cuMemsetD32Async", erased(memsetD32Async)},
      {"cuMemcpyHtoDAsync_v2", erased(memcpyHtoDAsync)},
      {"cuMemcpyDtoHAsync_v2", erased(memcpyDtoHAsync)},
      {"cuStreamCreate", erased(streamCreate)},
      {"cuStreamQuery", erased(streamQuery)},
      {"cuStreamGetFlags", erased(streamGetFlags)},
      {"cuStreamIsCapturing", erased(streamIsCapturing)},
      {"cuThreadExchangeStreamCaptureMode", erased(exchangeCaptureMode)},
      {"cuEventCreate", erased(eventCreate)},
      {"cuEventRecord", erased(eventRecord)},
      {"cuEventQuery", erased(eventQuery)},
      {"cuEventElapsedTime", erased(eventElapsedTime)},
  };
  for (const Entry &E : Entries)
    if (std::strcmp(E.Symbol, Symbol) == 0)
      return E.Address;
  return nullptr;
}

namespace {

/// A program asks for "cuMemAlloc" and gets its newest version.
int driverEntryPoint(const char *Symbol, void **Address, int *Status) noexcept {
  using namespace argus::vcuda;
  constexpr int Found = 0, NotFound = 1;
  if (!Symbol || !Address)
    return guarded([](Api &) { return ErrorInvalidValue; });
  *Address = argus_virtual_driver(Symbol);
  if (!*Address)
    *Address = argus_virtual_driver((std::string(Symbol) + "_v2").c_str());
  if (Status)
    *Status = *Address ? Found : NotFound;
  return *Address ? int(Success) : notSupported(Symbol);
}

} // namespace

ARGUS_EXPORT int cudaGetDriverEntryPoint(const char *Symbol, void **Address,
                                         unsigned long long, int *Status) {
  return driverEntryPoint(Symbol, Address, Status);
}
ARGUS_EXPORT int cudaGetDriverEntryPoint_ptsz(const char *Symbol, void **Address,
                                              unsigned long long, int *Status) {
  return driverEntryPoint(Symbol, Address, Status);
}
ARGUS_EXPORT int cudaGetDriverEntryPointByVersion(const char *Symbol, void **Address,
                                                  unsigned, unsigned long long,
                                                  int *Status) {
  return driverEntryPoint(Symbol, Address, Status);
}
ARGUS_EXPORT int cudaGetDriverEntryPointByVersion_ptsz(const char *Symbol,
                                                       void **Address, unsigned,
                                                       unsigned long long,
                                                       int *Status) {
  return driverEntryPoint(Symbol, Address, Status);
}
