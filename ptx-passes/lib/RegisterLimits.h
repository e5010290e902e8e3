//===- RegisterLimits.h - keeps traced kernels launchable -------*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_PTXPASSES_REGISTERLIMITS_H
#define ARGUS_PTXPASSES_REGISTERLIMITS_H

#include "argus/ptx/Module.h"

#include <map>

namespace argus::ptxpasses {

/// Adds `.maxnreg` to each entry that has a limit, by its name. One that has launch
/// bounds or a limit of its own keeps those, and one with `setmaxnreg` gets none.
void limitRegisters(ptx::Module &M, const std::map<std::string, unsigned> &Limits);

} // namespace argus::ptxpasses

#endif // ARGUS_PTXPASSES_REGISTERLIMITS_H
