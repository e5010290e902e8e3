//===- Allocations.cpp - memory that the program asked for ------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Allocations.h"
#include "Transfers.h"

namespace argus::vcuda {

constexpr size_t PitchAlign = 512;

int Allocations::allocate(void **Pointer, size_t Bytes, vm::MemoryKind Kind,
                          unsigned Flags) {
  if (!Pointer)
    return ErrorInvalidValue;
  *Pointer = nullptr;
  if (Bytes == 0)
    return Success;
  if (Bytes > M.total())
    return ErrorMemoryAllocation;
  const vm::Allocation A = M.allocate(Bytes, Kind);
  if (!A)
    return ErrorMemoryAllocation;
  Known[A.Base] = {Kind, Flags, false};
  *Pointer = pointerTo(A.Base);
  return Success;
}

int Allocations::allocatePitched(void **Pointer, size_t *Pitch, size_t Width,
                                 size_t Rows) {
  if (!Pitch)
    return ErrorInvalidValue;
  size_t Bytes = 0;
  if (Width > M.total() ||
      __builtin_mul_overflow((Width + PitchAlign - 1) / PitchAlign * PitchAlign, Rows,
                             &Bytes))
    return ErrorMemoryAllocation;
  *Pitch = (Width + PitchAlign - 1) / PitchAlign * PitchAlign;
  return allocate(Pointer, Bytes, vm::MemoryKind::Device);
}

int Allocations::release(void *Pointer, bool Host) {
  if (!Pointer)
    return Success;
  auto At = Known.find(addressOf(Pointer));
  if (At == Known.end() || At->second.Adopted ||
      (At->second.Kind == vm::MemoryKind::Host) != Host)
    return ErrorInvalidValue;
  Known.erase(At);
  return M.release(addressOf(Pointer)) ? Success : ErrorInvalidValue;
}

int Allocations::adopt(void *Pointer, size_t Bytes, unsigned Flags) {
  if (!Pointer || Bytes == 0)
    return ErrorInvalidValue;
  if (!M.adopt(Pointer, Bytes))
    return ErrorHostMemoryAlreadyRegistered;
  Known[addressOf(Pointer)] = {vm::MemoryKind::Host, Flags, true};
  return Success;
}

int Allocations::abandon(void *Pointer) {
  auto At = Known.find(addressOf(Pointer));
  if (At == Known.end() || !At->second.Adopted)
    return ErrorHostMemoryNotRegistered;
  Known.erase(At);
  return M.release(addressOf(Pointer)) ? Success : ErrorInvalidValue;
}

int Allocations::attributes(PointerAttributes &A, const void *Pointer) const {
  const vm::Allocation Found = M.find(addressOf(Pointer));
  void *Same = const_cast<void *>(Pointer);
  if (!Found) {
    A = {Unregistered, InvalidDeviceId, nullptr, Same};
    return Success;
  }
  switch (Found.Kind) {
  case vm::MemoryKind::Device:
    A = {OfDevice, 0, Same, nullptr};
    break;
  case vm::MemoryKind::Host:
    A = {OfHost, 0, Same, Same};
    break;
  case vm::MemoryKind::Managed:
    A = {OfManaged, 0, Same, Same};
    break;
  }
  return Success;
}

int Allocations::hostFlags(unsigned &Flags, const void *Pointer) const {
  const vm::Allocation Found = M.find(addressOf(Pointer));
  auto At = Known.find(Found.Base);
  if (!Found || At == Known.end() || At->second.Kind != vm::MemoryKind::Host)
    return ErrorInvalidValue;
  Flags = At->second.Flags;
  return Success;
}

int Allocations::devicePointer(void **Device, const void *Host) const {
  const vm::Allocation Found = M.find(addressOf(Host));
  if (!Device || !Found || Found.Kind != vm::MemoryKind::Host)
    return ErrorInvalidValue;
  *Device = const_cast<void *>(Host);
  return Success;
}

} // namespace argus::vcuda
