//===- Fatbin.h - NVIDIA's container of GPU images ----------------*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_FATBIN_FATBIN_H
#define ARGUS_FATBIN_FATBIN_H

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace argus {

struct FatbinImage {
  bool IsElf = false;  ///< else PTX
  std::string Arch;    ///< "sm_90a"
  std::string Bytes;   ///< decompressed; PTX without the NULs at its end
  std::string Problem; ///< why `Bytes` is empty
};

/// One fatbinary: what one translation unit registers.
struct Fatbin {
  std::vector<FatbinImage> Images;
  std::string Problem; ///< why there may be more that could not be read
  uint64_t Offset = 0; ///< of its first byte in the section data
};

/// The fatbinaries of section data, back to back with padding. Stops at what it does
/// not understand.
std::vector<Fatbin> parseFatbins(std::string_view Section);

/// A fatbinary of PTX texts as they are: what NVIDIA's tool packs loses line numbers.
/// `Images`: Arch and Bytes count.
std::string packPtx(const std::vector<FatbinImage> &Images);

/// What __cudaRegisterFatBinary is given.
struct FatbinWrapper {
  uint32_t Magic;
  uint32_t Version;
  const void *Data; ///< the fatbinary's first byte
  void *Unused;     ///< a file name, or what was linked beforehand
};

constexpr uint32_t FatbinWrapperMagic = 0x466243B1;
/// The wrapper's version where nvlink made the machine code (nvcc -rdc=true).
constexpr uint32_t LinkedFatbin = 2;

/// A fatbinary in memory.
struct FatbinBytes {
  std::string_view Bytes; ///< by its own header; empty: there is none, or a Problem
  std::string Problem;    ///< what is wrong with the header
};

/// The fatbinary that begins at `Data`, from where `Readable` bytes may be read.
FatbinBytes fatbinAt(const void *Data, size_t Readable);

} // namespace argus

#endif // ARGUS_FATBIN_FATBIN_H
