//===- Fatbin.h - the GPU images inside a binary ------------------*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_TOOL_BUILD_FATBIN_H
#define ARGUS_TOOL_BUILD_FATBIN_H

#include <string>
#include <string_view>
#include <vector>

namespace argus {

struct FatbinImage {
  bool IsElf = false;  ///< else PTX
  std::string Arch;    ///< "sm_90a"
  std::string Bytes;   ///< decompressed
  std::string Problem; ///< why `Bytes` is empty
};

/// One fatbinary: what one translation unit registers.
struct Fatbin {
  std::vector<FatbinImage> Images;
};

/// The fatbinaries of section data, back to back with padding. Stops at what it does
/// not understand.
std::vector<Fatbin> parseFatbins(std::string_view Section);

/// Those of an executable, shared library or object file, in link order; empty where
/// there are none. Throws Failure(BadUsage) where the file cannot be read.
std::vector<Fatbin> readFatbins(const std::string &Path);

/// LZ4's block format. False where the input is damaged or does not give `Size` bytes.
bool decompressLz4(std::string_view Input, size_t Size, std::string &Output);

} // namespace argus

#endif // ARGUS_TOOL_BUILD_FATBIN_H
