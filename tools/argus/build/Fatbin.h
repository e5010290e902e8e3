//===- Fatbin.h - the GPU images inside a binary ------------------*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_TOOL_BUILD_FATBIN_H
#define ARGUS_TOOL_BUILD_FATBIN_H

#include "argus/fatbin/Fatbin.h"

#include <optional>
#include <string>

namespace argus {

/// The fatbinaries of an executable, shared library or object file, in link order;
/// empty where there are none. Throws Failure(BadUsage) where the file cannot be read.
std::vector<Fatbin> readFatbins(const std::string &Path);

/// The address, before relocation, of the wrapper (argus::FatbinWrapper) that registers
/// a fatbinary of a binary: the section's address and the offset that readFatbins gave
/// it. None where no wrapper is found.
std::optional<uint64_t> findWrapper(const std::string &Path, uint64_t FatbinOffset);

} // namespace argus

#endif // ARGUS_TOOL_BUILD_FATBIN_H
