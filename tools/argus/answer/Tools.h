//===- Tools.h - finds what builds variants -----------------------*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_TOOL_COMMANDS_TOOLS_H
#define ARGUS_TOOL_COMMANDS_TOOLS_H

#include "build/Variants.h"

namespace argus {

/// Throws Failure(Unmeasured) with the remedy where no usable CUDA toolkit is found.
BuildTools findBuildTools(const fs::path &Store);

} // namespace argus

#endif // ARGUS_TOOL_COMMANDS_TOOLS_H
