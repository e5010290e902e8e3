//===- Memory.h - the virtual device's memory ---------------------*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A device address is the host address of its bytes, in a range that is reserved at a
// fixed place, so that a program sees the same addresses in every run. Device memory,
// pinned host memory and managed memory lie in it alike.
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_VIRTUAL_MEMORY_H
#define ARGUS_VIRTUAL_MEMORY_H

#include <cstddef>
#include <cstdint>
#include <map>

namespace argus::vm {

/// The host's pointer to a device address. Programs have addresses as numbers.
inline uint8_t *hostPointer(uint64_t Address) {
  return reinterpret_cast<uint8_t *>(Address); // NOLINT(performance-no-int-to-ptr)
}

enum class MemoryKind { Device, Host, Managed };

struct Allocation {
  uint64_t Base = 0;
  uint64_t Size = 0; ///< bytes asked for
  MemoryKind Kind = MemoryKind::Device;
  explicit operator bool() const { return Base != 0; }
};

class Memory {
public:
  /// Reserves addresses only; pages cost memory when touched. `Bytes`: what the device
  /// has. Throws std::runtime_error where the range is taken.
  explicit Memory(uint64_t Bytes = uint64_t(16) << 30);
  ~Memory();
  Memory(const Memory &) = delete;
  Memory &operator=(const Memory &) = delete;

  /// Zero-filled, aligned to at least 256 bytes; the same sequence of calls gives the
  /// same addresses. Base 0: there is no room.
  Allocation allocate(uint64_t Size, MemoryKind Kind = MemoryKind::Device,
                      uint64_t Align = 256);
  /// Host memory of the program that kernels may use from now on (cudaHostRegister).
  /// False where it overlaps something known.
  bool adopt(void *Base, uint64_t Size);
  /// False where Base is no allocation's. Gives the pages back.
  bool release(uint64_t Base);
  void releaseAll();

  /// The allocation that holds an address; Base 0: none.
  Allocation find(uint64_t Address) const;
  /// The allocation whose bytes are closest to an address; Base 0: there is none.
  Allocation nearest(uint64_t Address) const;
  /// Whether [Address, Address + Size) lies in one allocation.
  bool holds(uint64_t Address, uint64_t Size) const;

  uint64_t total() const { return Capacity; }
  uint64_t used() const { return Used; }
  /// Changes with each allocation or release, so that lookups may be cached.
  uint64_t generation() const { return Generation; }

private:
  uint64_t Capacity = 0, Used = 0, Generation = 0;
  uint64_t Start = 0;                  ///< of the reserved range
  std::map<uint64_t, Allocation> Live; ///< by base
  std::map<uint64_t, uint64_t> Free;   ///< base -> bytes, in the reserved range
};

} // namespace argus::vm

#endif // ARGUS_VIRTUAL_MEMORY_H
