//===- Allocations.h - memory that the program asked for ----------*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Beside it vm::Memory holds the modules' variables, which the program must not free.
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_VIRTUAL_CUDA_ALLOCATIONS_H
#define ARGUS_VIRTUAL_CUDA_ALLOCATIONS_H

#include "CudaTypes.h"
#include "Memory.h"

#include <map>

namespace argus::vcuda {

class Allocations {
public:
  explicit Allocations(vm::Memory &M) : M(M) {}

  /// Null for no bytes, as CUDA does. Errors: MemoryAllocation.
  int allocate(void **Pointer, size_t Bytes, vm::MemoryKind Kind, unsigned Flags = 0);
  /// Rows of `Width` bytes, `Pitch` bytes apart.
  int allocatePitched(void **Pointer, size_t *Pitch, size_t Width, size_t Rows);
  /// Of device and managed memory, or of pinned host memory. Null is no error.
  int release(void *Pointer, bool Host);

  int adopt(void *Pointer, size_t Bytes, unsigned Flags);
  int abandon(void *Pointer);

  int attributes(PointerAttributes &A, const void *Pointer) const;
  /// Of pinned host memory that begins at or around the pointer.
  int hostFlags(unsigned &Flags, const void *Pointer) const;
  int devicePointer(void **Device, const void *Host) const;

private:
  struct Info {
    vm::MemoryKind Kind;
    unsigned Flags;
    bool Adopted;
  };
  vm::Memory &M;
  std::map<uint64_t, Info> Known; ///< by base
};

} // namespace argus::vcuda

#endif // ARGUS_VIRTUAL_CUDA_ALLOCATIONS_H
