//===- ApiLaunch.cpp - launches, functions, symbols, occupancy -===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Api.h"
#include "Occupancy.h"

using namespace argus::vcuda;
namespace vm = argus::vm;

namespace {

int launch(const void *Stub, LaunchShape L, void **Arguments) noexcept {
  return onDevice([&](Api &A, Context &C) -> int {
    Function *F = nullptr;
    const unsigned Number = ++A.Launches;
    if (int Error = C.function(A.Registered, Stub, F))
      return Error;
    return C.launch(*F, L, Arguments, *A.Counts, Number);
  });
}

/// Adds an attribute to a launch. What is a hint to the scheduler changes nothing here;
/// a kernel that may start before its predecessor has ended may also start after it.
int apply(const LaunchAttribute &Attribute, LaunchShape &L) {
  switch (Attribute.Id) {
  case LaunchIgnore:
  case LaunchAccessPolicy:
  case LaunchSyncPolicy:
  case LaunchClusterPolicy:
  case LaunchProgrammaticSerialization:
  case LaunchPriority:
  case LaunchMemSyncDomainMap:
  case LaunchMemSyncDomain:
  case LaunchPreferredCluster:
  case LaunchSharedCarveout:
    return Success;
  case LaunchCooperative:
    L.Cooperative = Attribute.Number != 0;
    return Success;
  case LaunchCluster:
    L.Cluster = Attribute.Cluster;
    return Success;
  case LaunchProgrammaticEvent:
  case LaunchCompletionEvent:
    L.Completed = Attribute.Event;
    return Success;
  default:
    report("launch attribute " + std::to_string(Attribute.Id) + " is not supported");
    return ErrorNotSupported;
  }
}

int shapeOf(const LaunchConfig *Config, LaunchShape &L) {
  if (!Config || (Config->AttributeCount && !Config->Attributes))
    return ErrorInvalidValue;
  L.Grid = Config->Grid;
  L.Block = Config->Block;
  L.DynamicShared = Config->DynamicShared;
  L.Stream = Config->Stream;
  for (unsigned I = 0; I < Config->AttributeCount; ++I)
    if (int Error = apply(Config->Attributes[I], L))
      return Error;
  return Success;
}

int launchConfigured(const LaunchConfig *Config, const void *Stub, void **Arguments,
                     bool PerThread) noexcept {
  LaunchShape L;
  if (int Error = guarded([&](Api &) -> int { return shapeOf(Config, L); }))
    return Error;
  if (PerThread)
    L.Stream = perThread(L.Stream);
  return launch(Stub, L, Arguments);
}

int attributesOf(const Function &F, FuncAttributes *Result) {
  if (!Result)
    return ErrorInvalidValue;
  const vm::KernelInfo &K = *F.Kernel;
  const vm::DeviceLimits &Limits = vm::limits();
  *Result = {};
  Result->SharedBytes = K.StaticShared;
  Result->LocalBytes = K.Local;
  Result->MaxThreads = int(K.MaxThreads ? K.MaxThreads : Limits.MaxThreadsPerBlock);
  Result->Registers = int(F.Registers);
  Result->PtxVersion = Result->BinaryVersion = int(10 * Limits.Major + Limits.Minor);
  Result->MaxDynamicShared = int(dynamicSharedLimit(F));
  Result->SharedCarveout = -1;
  Result->ClusterMustBeSet = K.RequiredCluster.X != 0;
  if (K.RequiredCluster.X) {
    Result->ClusterWidth = int(K.RequiredCluster.X);
    Result->ClusterHeight = int(K.RequiredCluster.Y);
    Result->ClusterDepth = int(K.RequiredCluster.Z);
  }
  Result->NonPortableCluster = F.NonPortableCluster;
  return Success;
}

int setAttribute(Function &F, int Attribute, int Value) {
  switch (Attribute) {
  case FuncMaxDynamicShared:
    if (Value < 0 ||
        unsigned(Value) + F.Kernel->StaticShared > vm::limits().SharedPerBlockOptin)
      return ErrorInvalidValue;
    F.DynamicShared = unsigned(Value);
    return Success;
  case FuncSharedCarveout:
    return Value >= -1 && Value <= 100 ? Success : ErrorInvalidValue;
  case FuncNonPortableCluster:
    F.NonPortableCluster = Value != 0;
    return Success;
  case FuncClusterPolicy:
    return Value >= 0 && Value <= 2 ? Success : ErrorInvalidValue;
  case FuncClusterMustBeSet:
  case FuncClusterWidth:
  case FuncClusterHeight:
  case FuncClusterDepth:
    return ErrorNotSupported;
  default:
    return ErrorInvalidValue;
  }
}

template <typename Callable>
int withFunction(const void *Stub, Callable Body) noexcept {
  return onDevice([&](Api &A, Context &C) -> int {
    Function *F = nullptr;
    if (int Error = C.function(A.Registered, Stub, F))
      return Error;
    return Body(*F);
  });
}

int findFunction(void **Handle, const void *Stub) noexcept {
  return withFunction(Stub, [&](Function &F) -> int {
    if (!Handle)
      return ErrorInvalidValue;
    *Handle = &F;
    return Success;
  });
}

} // namespace

//===- Launches ------------------------------------------------------------===//

#define ARGUS_LAUNCH(Name, IsCooperative)                                              \
  ARGUS_EXPORT int Name(const void *Stub, Dim3 Grid, Dim3 Block, void **Arguments,     \
                        size_t DynamicShared, StreamHandle S) {                        \
    return launch(Stub,                                                                \
                  {Grid, Block, {0, 0, 0}, DynamicShared, S, IsCooperative, nullptr},  \
                  Arguments);                                                          \
  }                                                                                    \
  ARGUS_EXPORT int Name##_ptsz(const void *Stub, Dim3 Grid, Dim3 Block,                \
                               void **Arguments, size_t DynamicShared,                 \
                               StreamHandle S) {                                       \
    return launch(                                                                     \
        Stub,                                                                          \
        {Grid, Block, {0, 0, 0}, DynamicShared, perThread(S), IsCooperative, nullptr}, \
        Arguments);                                                                    \
  }
ARGUS_LAUNCH(cudaLaunchKernel, false)
ARGUS_LAUNCH(__cudaLaunchKernel, false) // NOLINT(bugprone-reserved-identifier)
ARGUS_LAUNCH(cudaLaunchCooperativeKernel, true)

ARGUS_EXPORT int cudaLaunchKernelExC(const LaunchConfig *Config, const void *Stub,
                                     void **Arguments) {
  return launchConfigured(Config, Stub, Arguments, false);
}
ARGUS_EXPORT int cudaLaunchKernelExC_ptsz(const LaunchConfig *Config, const void *Stub,
                                          void **Arguments) {
  return launchConfigured(Config, Stub, Arguments, true);
}

//===- Functions -----------------------------------------------------------===//

ARGUS_EXPORT int cudaGetFuncBySymbol(void **Handle, const void *Stub) {
  return findFunction(Handle, Stub);
}
ARGUS_EXPORT int cudaGetKernel(void **Handle, const void *Stub) {
  return findFunction(Handle, Stub);
}
/// In the stubs of nvcc 13, before the first launch; whether the module loads is the
/// launch's affair, so the stub stands for the kernel.
// NOLINTNEXTLINE(bugprone-reserved-identifier)
ARGUS_EXPORT int __cudaGetKernel(void **Handle, const void *Stub) {
  *Handle = const_cast<void *>(Stub);
  return Success;
}
ARGUS_EXPORT int cudaFuncGetAttributes(FuncAttributes *Result, const void *Stub) {
  return withFunction(Stub, [&](Function &F) { return attributesOf(F, Result); });
}
ARGUS_EXPORT int cudaFuncSetAttribute(const void *Stub, int Attribute, int Value) {
  return withFunction(Stub,
                      [&](Function &F) { return setAttribute(F, Attribute, Value); });
}
ARGUS_EXPORT int cudaFuncSetCacheConfig(const void *Stub, int) {
  return withFunction(Stub, [](Function &) { return Success; });
}
ARGUS_EXPORT int cudaFuncSetSharedMemConfig(const void *Stub, int) {
  return withFunction(Stub, [](Function &) { return Success; });
}
ARGUS_EXPORT int cudaFuncGetName(const char **Name, const void *Stub) {
  return withFunction(Stub, [&](Function &F) -> int {
    if (!Name)
      return ErrorInvalidValue;
    *Name = F.Kernel->Name.c_str();
    return Success;
  });
}
ARGUS_EXPORT int cudaFuncGetParamInfo(const void *Stub, size_t Index, size_t *Offset,
                                      size_t *Size) {
  return withFunction(Stub, [&](Function &F) -> int {
    const vm::KernelInfo &K = *F.Kernel;
    if (!Offset || Index >= K.ParameterSizes.size())
      return ErrorInvalidValue;
    *Offset = K.ParameterOffsets[Index];
    if (Size)
      *Size = K.ParameterSizes[Index];
    return Success;
  });
}

//===- Symbols -------------------------------------------------------------===//

ARGUS_EXPORT int cudaGetSymbolAddress(void **Address, const void *Host) {
  return onDevice([&](Api &A, Context &C) -> int {
    uint64_t Base = 0;
    size_t Bytes = 0;
    if (int Error = C.variable(A.Registered, Host, Base, Bytes))
      return Error;
    *Address = pointerTo(Base);
    return Success;
  });
}
ARGUS_EXPORT int cudaGetSymbolSize(size_t *Size, const void *Host) {
  return onDevice([&](Api &A, Context &C) -> int {
    uint64_t Base = 0;
    return C.variable(A.Registered, Host, Base, *Size);
  });
}

//===- Occupancy -----------------------------------------------------------===//

ARGUS_EXPORT int cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
    int *Blocks, const void *Stub, int Threads, size_t DynamicShared, unsigned) {
  return withFunction(Stub, [&](Function &F) {
    return activeBlocks(*Blocks, F, Threads, DynamicShared);
  });
}
ARGUS_EXPORT int cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *Blocks,
                                                               const void *Stub,
                                                               int Threads,
                                                               size_t DynamicShared) {
  return cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(Blocks, Stub, Threads,
                                                                DynamicShared, 0);
}
ARGUS_EXPORT int cudaOccupancyAvailableDynamicSMemPerBlock(size_t *Bytes,
                                                           const void *Stub, int Blocks,
                                                           int Threads) {
  return withFunction(
      Stub, [&](Function &F) { return availableShared(*Bytes, F, Blocks, Threads); });
}
ARGUS_EXPORT int cudaOccupancyMaxPotentialClusterSize(int *Size, const void *Stub,
                                                      const LaunchConfig *) {
  return withFunction(Stub, [&](Function &F) -> int {
    *Size = F.NonPortableCluster ? 16 : 8;
    return Success;
  });
}
ARGUS_EXPORT int cudaOccupancyMaxActiveClusters(int *Clusters, const void *Stub,
                                                const LaunchConfig *Config) {
  return withFunction(Stub, [&](Function &F) -> int {
    LaunchShape L;
    if (int Error = shapeOf(Config, L))
      return Error;
    return activeClusters(*Clusters, F, L);
  });
}
