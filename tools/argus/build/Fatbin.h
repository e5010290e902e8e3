//===- Fatbin.h - the GPU images inside a binary ------------------*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_TOOL_BUILD_FATBIN_H
#define ARGUS_TOOL_BUILD_FATBIN_H

#include "argus/fatbin/Fatbin.h"

namespace argus {

/// The fatbinaries of an executable, shared library or object file, in link order;
/// empty where there are none. Throws Failure(BadUsage) where the file cannot be read.
std::vector<Fatbin> readFatbins(const std::string &Path);

} // namespace argus

#endif // ARGUS_TOOL_BUILD_FATBIN_H
