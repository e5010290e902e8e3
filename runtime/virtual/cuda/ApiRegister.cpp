//===- ApiRegister.cpp - registration of a program's images -===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Api.h"

using namespace argus::vcuda;

namespace {

struct CallConfiguration {
  Dim3 Grid, Block;
  size_t DynamicShared;
  StreamHandle Stream;
};

/// Between <<<...>>> and the stub; arguments may launch kernels of their own. Needs no
/// destructor: programs launch from theirs.
constexpr unsigned MostConfigurations = 16;
thread_local CallConfiguration Configurations[MostConfigurations];
thread_local unsigned ConfigurationCount = 0;

template <typename Callable> void withBinary(void **Handle, Callable Body) {
  guarded([&](Api &A) -> int {
    auto *B = reinterpret_cast<Binary *>(Handle);
    if (A.Registered.contains(B))
      Body(A, *B);
    return Success;
  });
}

} // namespace

// The names are CUDA's.
// NOLINTBEGIN(bugprone-reserved-identifier)

ARGUS_EXPORT void **__cudaRegisterFatBinary(void *Wrapper) {
  Binary *B = nullptr;
  guarded([&](Api &A) -> int {
    B = A.Registered.add(Wrapper);
    if (!B)
      report("a module with an unknown fatbinary wrapper was registered; its kernels "
             "cannot be launched");
    return Success;
  });
  return reinterpret_cast<void **>(B);
}

ARGUS_EXPORT void __cudaRegisterFatBinaryEnd(void **) {}

ARGUS_EXPORT void __cudaUnregisterFatBinary(void **Handle) {
  guarded([&](Api &A) -> int {
    A.removeBinary(reinterpret_cast<Binary *>(Handle));
    return Success;
  });
}

ARGUS_EXPORT int __cudaRegisterFunction(void **Handle, const char *Stub, char *,
                                        const char *Name, int, void *, void *, void *,
                                        void *, int *) {
  withBinary(Handle,
             [&](Api &A, Binary &B) { A.Registered.addKernel(Stub, {&B, Name, 0}); });
  return Success;
}

ARGUS_EXPORT void __cudaRegisterVar(void **Handle, char *Host, char *, const char *Name,
                                    int, size_t Size, int, int) {
  withBinary(Handle, [&](Api &A, Binary &B) {
    A.Registered.addVariable(Host, {&B, Name, Size});
  });
}

/// `Host` is where the program keeps the variable's address.
ARGUS_EXPORT void __cudaRegisterManagedVar(void **Handle, void **Host, char *,
                                           const char *Name, int, size_t Size, int,
                                           int) {
  withBinary(Handle, [&](Api &A, Binary &B) {
    A.Registered.addVariable(static_cast<const void *>(Host), {&B, Name, Size});
    B.Managed.emplace_back(Host, Name);
  });
}

ARGUS_EXPORT void __cudaRegisterTexture(void **, const void *, const void **,
                                        const char *, int, int, int) {}

ARGUS_EXPORT void __cudaRegisterSurface(void **, const void *, const void **,
                                        const char *, int, int) {}

/// Called before the program touches a managed variable.
ARGUS_EXPORT char __cudaInitModule(void **Handle) {
  withBinary(Handle, [](Api &A, Binary &B) {
    Module *M = nullptr;
    if (Context *C = A.context())
      C->Modules.of(B, M);
  });
  return 1;
}

ARGUS_EXPORT unsigned __cudaPushCallConfiguration(Dim3 Grid, Dim3 Block,
                                                  size_t DynamicShared, void *Stream) {
  if (ConfigurationCount == MostConfigurations) {
    setLastError(ErrorInvalidConfiguration);
    return ErrorInvalidConfiguration;
  }
  Configurations[ConfigurationCount++] = {Grid, Block, DynamicShared,
                                          static_cast<StreamHandle>(Stream)};
  return Success;
}

ARGUS_EXPORT int __cudaPopCallConfiguration(Dim3 *Grid, Dim3 *Block,
                                            size_t *DynamicShared, void *Stream) {
  if (ConfigurationCount == 0) {
    setLastError(ErrorMissingConfiguration);
    return ErrorMissingConfiguration;
  }
  const CallConfiguration &Top = Configurations[--ConfigurationCount];
  *Grid = Top.Grid;
  *Block = Top.Block;
  *DynamicShared = Top.DynamicShared;
  *static_cast<StreamHandle *>(Stream) = Top.Stream;
  return Success;
}

// NOLINTEND(bugprone-reserved-identifier)
