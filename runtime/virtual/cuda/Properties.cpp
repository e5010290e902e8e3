//===- Properties.cpp - what the virtual device says of itself -===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Nothing is claimed that the virtual device does not have: textures, surfaces and a
// second-level cache are of size 0.
//
//===----------------------------------------------------------------------===//

#include "Properties.h"

#include "Machine.h"
#include "Occupancy.h"

#include <cstdlib>
#include <cstring>
#include <link.h>

namespace argus::vcuda {

constexpr int Registers = 65536, Warp = 32, LargestPitch = 2147483647;

/// With a bus of this width, twice the clock gives DeviceBytesPerNs.
constexpr int MemoryClockKhz = 1000000, MemoryBusBits = 4096;
static_assert(2ull * MemoryClockKhz * MemoryBusBits / 8 == DeviceBytesPerNs * 1000000);

const Uuid &deviceUuid() {
  static constexpr Uuid Id = {
      {'a', 'r', 'g', 'u', 's', '-', 'v', 'i', 'r', 't', 'u', 'a', 'l', '-', '0', '0'}};
  return Id;
}

template <typename Prop> static void fillCommon(Prop &P, uint64_t Memory) {
  const vm::DeviceLimits &L = vm::limits();
  std::memset(&P, 0, sizeof(P));
  std::strncpy(P.name, L.Name, sizeof(P.name) - 1);
  P.uuid = deviceUuid();
  P.totalGlobalMem = Memory;
  P.sharedMemPerBlock = L.SharedPerBlock;
  P.regsPerBlock = P.regsPerMultiprocessor = Registers;
  P.warpSize = Warp;
  P.memPitch = LargestPitch;
  P.maxThreadsPerBlock = int(L.MaxThreadsPerBlock);
  for (int I = 0; I < 3; ++I) {
    P.maxThreadsDim[I] = int(L.MaxBlock[I]);
    P.maxGridSize[I] = int(L.MaxGrid[I]);
  }
  P.totalConstMem = L.ConstantBytes;
  P.major = int(L.Major);
  P.minor = int(L.Minor);
  P.multiProcessorCount = int(L.Sms);
  P.canMapHostMemory = P.concurrentKernels = P.unifiedAddressing = 1;
  P.asyncEngineCount = 1;
  P.memoryBusWidth = MemoryBusBits;
  P.maxThreadsPerMultiProcessor = int(L.ThreadsPerSm);
  P.streamPrioritiesSupported = 1;
  P.sharedMemPerMultiprocessor = L.SharedPerSm;
  P.managedMemory = P.concurrentManagedAccess = 1;
  P.canUseHostPointerForRegisteredMem = P.hostRegisterSupported = 1;
  P.cooperativeLaunch = P.clusterLaunch = 1;
  P.sharedMemPerBlockOptin = L.SharedPerBlockOptin;
  P.maxBlocksPerMultiProcessor = int(L.BlocksPerSm);
  P.reservedSharedMemPerBlock = ReservedSharedPerBlock;
  P.memoryPoolsSupported = 1;
}

void fill(DeviceProp12 &P, uint64_t Memory) {
  fillCommon(P, Memory);
  P.clockRate = int(vm::limits().ClockKhz);
  P.memoryClockRate = MemoryClockKhz;
  P.deviceOverlap = 1;
  P.singleToDoublePrecisionPerfRatio = 1;
}

void fill(DeviceProp13 &P, uint64_t Memory) {
  fillCommon(P, Memory);
  P.deviceNumaId = P.hostNumaId = -1;
}

/// The attributes that are not 0.
static int valueOf(int Which, const DeviceProp12 &P) {
  switch (Which) {
    // clang-format off
  case 1: return P.maxThreadsPerBlock;
  case 2: case 3: case 4: return P.maxThreadsDim[Which - 2];
  case 5: case 6: case 7: return P.maxGridSize[Which - 5];
  case 8: return int(P.sharedMemPerBlock);
  case 9: return int(P.totalConstMem);
  case 10: return P.warpSize;
  case 11: return int(P.memPitch);
  case 12: case 82: return P.regsPerBlock;
  case 13: return P.clockRate;
  case 15: return P.deviceOverlap;
  case 16: return P.multiProcessorCount;
  case 19: return P.canMapHostMemory;
  case 31: return P.concurrentKernels;
  case 36: return P.memoryClockRate;
  case 37: return P.memoryBusWidth;
  case 39: return P.maxThreadsPerMultiProcessor;
  case 40: return P.asyncEngineCount;
  case 41: return P.unifiedAddressing;
  case 75: return P.major;
  case 76: return P.minor;
  case 78: return P.streamPrioritiesSupported;
  case 81: return int(P.sharedMemPerMultiprocessor);
  case 83: return P.managedMemory;
  case 87: return P.singleToDoublePrecisionPerfRatio;
  case 89: return P.concurrentManagedAccess;
  case 91: return P.canUseHostPointerForRegisteredMem;
  case 95: return P.cooperativeLaunch;
  case 97: return int(P.sharedMemPerBlockOptin);
  case 99: return P.hostRegisterSupported;
  case 106: return P.maxBlocksPerMultiProcessor;
  case 111: return int(P.reservedSharedMemPerBlock);
  case 115: return P.memoryPoolsSupported;
  case 120: return P.clusterLaunch;
  case 126: return 1; // memory synchronisation domains
  case 131: case 134: return -1; // no NUMA node
    // clang-format on
  default:
    return 0;
  }
}

bool attribute(int Which, int &Value) {
  constexpr int Last = 150;
  if (Which < 1 || Which > Last)
    return false;
  DeviceProp12 P;
  fill(P, 0);
  Value = valueOf(Which, P);
  return true;
}

static int majorOf(dl_phdr_info *Info, size_t, void *Found) {
  static constexpr char Name[] = "/libcudart.so.";
  const char *At = std::strstr(Info->dlpi_name, Name);
  const int Major = At ? std::atoi(At + sizeof(Name) - 1) : 0;
  if (Major == 0)
    return 0;
  *static_cast<int *>(Found) = Major;
  return 1;
}

int runtimeMajor() {
  int Major = 13;
  dl_iterate_phdr(majorOf, &Major);
  return Major;
}

} // namespace argus::vcuda
