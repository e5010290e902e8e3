//===- Disassembly.h - machine code as nvdisasm prints it -------*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_TOOL_BUILD_DISASSEMBLY_H
#define ARGUS_TOOL_BUILD_DISASSEMBLY_H

#include "support/Files.h"

#include <cstdint>
#include <map>
#include <string>

namespace argus {

/// Instructions by their offset, for each kernel (mangled).
using Disassembly = std::map<std::string, std::map<uint64_t, std::string>>;

/// $ARGUS_NVDISASM, else the toolkit's, else the one in PATH. Throws
/// Failure(Unmeasured) with the remedy where there is none.
std::string findNvdisasm(const std::string &CudaPath);

/// Throws Failure(Unmeasured) with what nvdisasm said where it fails.
Disassembly disassemble(const std::string &Nvdisasm, const fs::path &Cubin);

/// What `nvdisasm -c` printed.
Disassembly parseDisassembly(const std::string &Text);

} // namespace argus

#endif // ARGUS_TOOL_BUILD_DISASSEMBLY_H
