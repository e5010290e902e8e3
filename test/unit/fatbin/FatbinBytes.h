//===- FatbinBytes.h - makes fatbinaries for tests ----------------*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_TEST_FATBIN_BYTES_H
#define ARGUS_TEST_FATBIN_BYTES_H

#include <cstdint>
#include <string>

namespace argus::test {

inline std::string littleEndian(uint64_t Value, unsigned Bytes) {
  std::string Result;
  for (unsigned I = 0; I < Bytes; ++I)
    Result += char(Value >> (8 * I) & 0xff);
  return Result;
}

constexpr uint64_t PlainFlags = 0x11, Lz4Flags = 0x2011, ZstdFlags = 0x8011,
                   SpecificFlag = 0x100000;

/// An entry as the fatbinary tool lays it out. Kind 1: PTX, 2: ELF. `Size`: of what is
/// packed, 0 where it is not.
inline std::string fatbinEntry(unsigned Kind, unsigned Arch, uint64_t Flags,
                               const std::string &Payload, uint64_t Size = 0) {
  const size_t Padded = (Payload.size() + 7) / 8 * 8;
  return littleEndian(Kind, 2) + littleEndian(0x101, 2) + littleEndian(64, 4) +
         littleEndian(Padded, 8) + littleEndian(Size ? Payload.size() : 0, 4) +
         littleEndian(0, 4) + littleEndian(5, 2) + littleEndian(8, 2) +
         littleEndian(Arch, 4) + littleEndian(0, 8) + littleEndian(Flags, 8) +
         littleEndian(0, 8) + littleEndian(Size, 8) + Payload +
         std::string(Padded - Payload.size(), '\0');
}

inline std::string fatbin(const std::string &Entries) {
  return littleEndian(0xBA55ED50, 4) + littleEndian(1, 2) + littleEndian(16, 2) +
         littleEndian(Entries.size(), 8) + Entries;
}

} // namespace argus::test

#endif // ARGUS_TEST_FATBIN_BYTES_H
