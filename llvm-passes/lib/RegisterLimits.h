//===- RegisterLimits.h - keeps traced kernels launchable -------*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_PASSES_REGISTERLIMITS_H
#define ARGUS_PASSES_REGISTERLIMITS_H

#include "llvm/ADT/StringRef.h"
#include <map>
#include <string>

namespace argus {

/// The PTX with `.maxnreg` at each entry that has a limit, by its name. An entry that
/// has launch bounds or a limit of its own keeps those. In the text, because the back
/// end has read and cached a module's annotations before any other pass can add to
/// them.
std::string limitRegisters(llvm::StringRef Ptx,
                           const std::map<std::string, unsigned> &Limits);

} // namespace argus

#endif // ARGUS_PASSES_REGISTERLIMITS_H
