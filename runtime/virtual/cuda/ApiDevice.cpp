//===- ApiDevice.cpp - the device and its state -===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Api.h"
#include "Properties.h"

#include <cstring>

using namespace argus::vcuda;
namespace vm = argus::vm;

namespace {

constexpr const char *BusId = "0000:00:00.0";
constexpr int LimitCount = 7; ///< cudaLimit
constexpr unsigned SpinFlag = 1, MapHostFlag = 8;

/// What the program sets and may ask back; it changes nothing.
struct Settings {
  unsigned Flags = MapHostFlag;
  int CacheConfig = 0;
  int SharedConfig = 1; ///< banks of four bytes
  /// Stack, printf buffer, heap, synchronisation depth, pending launches, L2 fetch,
  /// persisting L2: bytes and counts.
  size_t Limits[LimitCount] = {1024, 1 << 20, 8 << 20, 2, 2048, 64, 0};
} Chosen;

/// A call that needs no context, as cudaGetDevice.
template <typename Callable> int plain(Callable Body) noexcept {
  return guarded([&](Api &) -> int { return Body(); });
}

template <typename T> int give(T *Result, const T &Value) noexcept {
  return plain([&]() -> int {
    if (!Result)
      return ErrorInvalidValue;
    *Result = Value;
    return Success;
  });
}

/// Body() where the ordinal is the one that there is.
template <typename Callable> int onOrdinal(int Device, Callable Body) noexcept {
  return plain([&]() -> int { return Device == 0 ? Body() : ErrorInvalidDevice; });
}

int synchronizeDevice() noexcept {
  return onDevice([](Api &, Context &C) -> int {
    C.Time.synchronize();
    return Success;
  });
}

/// The one call that an error does not survive.
int resetDevice() noexcept {
  return guarded([](Api &A) -> int {
    A.resetDevice();
    Chosen = Settings();
    return Success;
  });
}

int setLimit(int Which, size_t Value) noexcept {
  return onDevice([&](Api &, Context &) -> int {
    if (Which < 0 || Which >= LimitCount)
      return ErrorInvalidValue;
    Chosen.Limits[Which] = Value;
    return Success;
  });
}

int getLimit(size_t *Value, int Which) noexcept {
  return onDevice([&](Api &, Context &) -> int {
    if (!Value || Which < 0 || Which >= LimitCount)
      return ErrorInvalidValue;
    *Value = Chosen.Limits[Which];
    return Success;
  });
}

/// The structure of CUDA 12 (its first `Bytes` bytes) or 13.
template <typename Prop> int properties(void *Result, size_t Bytes, int Device) {
  return onDevice([&](Api &, Context &C) -> int {
    if (!Result)
      return ErrorInvalidValue;
    if (Device != 0)
      return ErrorInvalidDevice;
    Prop P;
    fill(P, C.bytes().total());
    std::memcpy(Result, &P, Bytes);
    return Success;
  });
}

int peerAccess(int Device) noexcept {
  return onOrdinal(Device, [] { return ErrorInvalidDevice; });
}

} // namespace

//===- Which device --------------------------------------------------------===//

ARGUS_EXPORT int cudaGetDeviceCount(int *Count) { return give(Count, 1); }
ARGUS_EXPORT int cudaGetDevice(int *Device) { return give(Device, 0); }
ARGUS_EXPORT int cudaSetDevice(int Device) {
  return onDevice([&](Api &, Context &) -> int {
    return Device == 0 ? Success : ErrorInvalidDevice;
  });
}
ARGUS_EXPORT int cudaInitDevice(int Device, unsigned, unsigned) {
  return cudaSetDevice(Device);
}
ARGUS_EXPORT int cudaSetValidDevices(int *Devices, int Count) {
  return plain([&]() -> int {
    for (int I = 0; I < Count; ++I)
      if (Devices[I] != 0)
        return ErrorInvalidDevice;
    return Success;
  });
}
ARGUS_EXPORT int cudaChooseDevice(int *Device, const void *) { return give(Device, 0); }

//===- What it is ----------------------------------------------------------===//

ARGUS_EXPORT int cudaGetDeviceProperties(void *Result, int Device) {
  if (runtimeMajor() >= 13)
    return properties<DeviceProp13>(Result, sizeof(DeviceProp13), Device);
  return properties<DeviceProp12>(Result, DeviceProp11Bytes, Device);
}
ARGUS_EXPORT int cudaGetDeviceProperties_v2(void *Result, int Device) {
  return properties<DeviceProp12>(Result, sizeof(DeviceProp12), Device);
}
ARGUS_EXPORT int cudaDeviceGetAttribute(int *Value, int Which, int Device) {
  return onOrdinal(Device, [&]() -> int {
    return Value && attribute(Which, *Value) ? Success : ErrorInvalidValue;
  });
}
ARGUS_EXPORT int cudaDeviceGetPCIBusId(char *Text, int Size, int Device) {
  return onOrdinal(Device, [&]() -> int {
    if (!Text || size_t(Size) <= std::strlen(BusId))
      return ErrorInvalidValue;
    std::memcpy(Text, BusId, std::strlen(BusId) + 1);
    return Success;
  });
}
ARGUS_EXPORT int cudaDeviceGetByPCIBusId(int *Device, const char *Text) {
  return plain([&]() -> int {
    if (!Device || !Text || std::strcmp(Text, BusId) != 0)
      return ErrorInvalidValue;
    *Device = 0;
    return Success;
  });
}
ARGUS_EXPORT int cudaDeviceCanAccessPeer(int *Can, int Device, int Peer) {
  return onOrdinal(Device, [&]() -> int {
    if (Peer != 0)
      return ErrorInvalidDevice;
    *Can = 0;
    return Success;
  });
}
ARGUS_EXPORT int cudaDeviceEnablePeerAccess(int Peer, unsigned) {
  return peerAccess(Peer);
}
ARGUS_EXPORT int cudaDeviceDisablePeerAccess(int Peer) { return peerAccess(Peer); }

ARGUS_EXPORT int cudaRuntimeGetVersion(int *Version) {
  const int Major = runtimeMajor();
  return give(Version, Major == 12 ? 12040 : Major * 1000);
}
ARGUS_EXPORT int cudaDriverGetVersion(int *Version) {
  return give(Version, std::max(13000, runtimeMajor() * 1000));
}

//===- Its state -----------------------------------------------------------===//

ARGUS_EXPORT int cudaDeviceSynchronize() { return synchronizeDevice(); }
ARGUS_EXPORT int cudaThreadSynchronize() { return synchronizeDevice(); }
ARGUS_EXPORT int cudaDeviceReset() { return resetDevice(); }
ARGUS_EXPORT int cudaThreadExit() { return resetDevice(); }

ARGUS_EXPORT int cudaSetDeviceFlags(unsigned Flags) {
  return plain([&]() -> int {
    Chosen.Flags = Flags | MapHostFlag;
    return Success;
  });
}
ARGUS_EXPORT int cudaGetDeviceFlags(unsigned *Flags) {
  return give(Flags, Chosen.Flags);
}
ARGUS_EXPORT int cudaDeviceSetLimit(int Which, size_t Value) {
  return setLimit(Which, Value);
}
ARGUS_EXPORT int cudaThreadSetLimit(int Which, size_t Value) {
  return setLimit(Which, Value);
}
ARGUS_EXPORT int cudaDeviceGetLimit(size_t *Value, int Which) {
  return getLimit(Value, Which);
}
ARGUS_EXPORT int cudaThreadGetLimit(size_t *Value, int Which) {
  return getLimit(Value, Which);
}
ARGUS_EXPORT int cudaDeviceSetCacheConfig(int Config) {
  return plain([&]() -> int {
    Chosen.CacheConfig = Config;
    return Success;
  });
}
ARGUS_EXPORT int cudaDeviceGetCacheConfig(int *Config) {
  return give(Config, Chosen.CacheConfig);
}
ARGUS_EXPORT int cudaDeviceSetSharedMemConfig(int Config) {
  return plain([&]() -> int {
    Chosen.SharedConfig = Config;
    return Success;
  });
}
ARGUS_EXPORT int cudaDeviceGetSharedMemConfig(int *Config) {
  return give(Config, Chosen.SharedConfig);
}
ARGUS_EXPORT int cudaDeviceGetStreamPriorityRange(int *Least, int *Greatest) {
  return plain([&]() -> int {
    if (Least)
      *Least = 0;
    if (Greatest)
      *Greatest = -5;
    return Success;
  });
}
ARGUS_EXPORT int cudaCtxResetPersistingL2Cache() {
  return plain([] { return Success; });
}

//===- Capture and profilers -----------------------------------------------===//

/// Nothing is captured, so each mode is as good as another.
ARGUS_EXPORT int cudaThreadExchangeStreamCaptureMode(int *Mode) {
  static thread_local int Current = 0;
  return plain([&]() -> int {
    if (!Mode)
      return ErrorInvalidValue;
    std::swap(*Mode, Current);
    return Success;
  });
}
ARGUS_EXPORT int cudaProfilerStart() {
  return plain([] { return Success; });
}
ARGUS_EXPORT int cudaProfilerStop() {
  return plain([] { return Success; });
}
