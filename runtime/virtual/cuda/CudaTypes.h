//===- CudaTypes.h - the types of CUDA's runtime API --------------*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Layouts and values of the public interface, so that the library builds where there is
// no CUDA, and one build serves programs of CUDA 12.4 to 13.x. Enumerations are int.
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_VIRTUAL_CUDA_TYPES_H
#define ARGUS_VIRTUAL_CUDA_TYPES_H

#include "Machine.h"

#include <cstddef>
#include <cstdint>

namespace argus::vcuda {

/// cudaError_t; the driver's CUresult has the same numbers.
enum Error : int {
  Success = 0,
  ErrorInvalidValue = 1,
  ErrorMemoryAllocation = 2,
  ErrorInitialization = 3,
  ErrorInvalidConfiguration = 9,
  ErrorInvalidPitch = 12,
  ErrorInvalidSymbol = 13,
  ErrorInvalidMemcpyDirection = 21,
  ErrorMissingConfiguration = 52,
  ErrorInvalidDeviceFunction = 98,
  ErrorInvalidDevice = 101,
  ErrorInvalidImage = 200,
  ErrorInvalidContext = 201,
  ErrorNoImageForDevice = 209,
  ErrorInvalidPtx = 218,
  ErrorInvalidResourceHandle = 400,
  ErrorSymbolNotFound = 500,
  ErrorPeerAccessUnsupported = 217,
  ErrorPeerAccessNotEnabled = 705,
  ErrorHostMemoryAlreadyRegistered = 712,
  ErrorHostMemoryNotRegistered = 713,
  ErrorNotSupported = 801,
  ErrorUnknown = 999,
};

/// cudaMemcpyKind.
enum CopyKind : int {
  HostToHost,
  HostToDevice,
  DeviceToHost,
  DeviceToDevice,
  AnyToAny
};

/// cudaMemoryType.
enum PointerType : int { Unregistered, OfHost, OfDevice, OfManaged };

/// cudaStream_t and cudaEvent_t. 0 and 1 are the legacy default stream, 2 the
/// per-thread one.
using StreamHandle = struct StreamTag *;
using EventHandle = struct EventTag *;

// NOLINTBEGIN(performance-no-int-to-ptr)
inline StreamHandle legacyStream() { return reinterpret_cast<StreamHandle>(1); }
inline StreamHandle perThreadStream() { return reinterpret_cast<StreamHandle>(2); }
// NOLINTEND(performance-no-int-to-ptr)
/// What a null stream means to an entry point with _ptsz or _ptds.
inline StreamHandle perThread(StreamHandle S) { return S ? S : perThreadStream(); }

constexpr unsigned StreamNonBlocking = 1;
constexpr unsigned EventDisableTiming = 2;
constexpr int InvalidDeviceId = -2;

using Dim3 = vm::Dim3;
static_assert(sizeof(Dim3) == 12);

struct PointerAttributes { ///< CUDA 13 adds 64 reserved bytes, which we leave alone
  int Type;
  int Device;
  void *DevicePointer;
  void *HostPointer;
};
static_assert(sizeof(PointerAttributes) == 24);

struct FuncAttributes {
  size_t SharedBytes, ConstBytes, LocalBytes;
  int MaxThreads, Registers, PtxVersion, BinaryVersion, CacheModeCa;
  int MaxDynamicShared, SharedCarveout;
  int ClusterMustBeSet, ClusterWidth, ClusterHeight, ClusterDepth;
  int ClusterPolicy, NonPortableCluster;
  int Reserved[16];
};
static_assert(sizeof(FuncAttributes) == 144);

/// cudaFuncAttribute.
enum FuncAttribute : int {
  FuncMaxDynamicShared = 8,
  FuncSharedCarveout = 9,
  FuncClusterMustBeSet = 10,
  FuncClusterWidth = 11,
  FuncClusterHeight = 12,
  FuncClusterDepth = 13,
  FuncNonPortableCluster = 14,
  FuncClusterPolicy = 15,
};

/// cudaLaunchAttributeID.
enum LaunchAttributeId : int {
  LaunchIgnore = 0,
  LaunchAccessPolicy = 1,
  LaunchCooperative = 2,
  LaunchSyncPolicy = 3,
  LaunchCluster = 4,
  LaunchClusterPolicy = 5,
  LaunchProgrammaticSerialization = 6,
  LaunchProgrammaticEvent = 7,
  LaunchPriority = 8,
  LaunchMemSyncDomainMap = 9,
  LaunchMemSyncDomain = 10,
  LaunchPreferredCluster = 11,
  LaunchCompletionEvent = 12,
  LaunchSharedCarveout = 14,
};

struct LaunchAttribute {
  int Id;
  int Padding;
  union {
    char Bytes[64];
    int Number;
    Dim3 Cluster;
    EventHandle Event; ///< the first member of the two attributes that have one
  };
};
static_assert(sizeof(LaunchAttribute) == 72);

struct LaunchConfig {
  Dim3 Grid, Block;
  size_t DynamicShared;
  StreamHandle Stream;
  const LaunchAttribute *Attributes;
  unsigned AttributeCount;
};
static_assert(sizeof(LaunchConfig) == 56);

struct PitchedPtr {
  void *Data;
  size_t Pitch, Width, Height;
};

struct Position {
  size_t X, Y, Z;
};

struct Extent {
  size_t Width, Height, Depth;
};

struct Copy3D {
  void *FromArray;
  Position FromAt;
  PitchedPtr From;
  void *ToArray;
  Position ToAt;
  PitchedPtr To;
  Extent Size;
  int Kind;
};
static_assert(sizeof(Copy3D) == 160);

using HostFunction = void (*)(void *User);
using StreamCallback = void (*)(StreamHandle Stream, int Status, void *User);

} // namespace argus::vcuda

#endif // ARGUS_VIRTUAL_CUDA_TYPES_H
