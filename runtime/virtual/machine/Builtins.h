//===- Builtins.h - functions that the device brings along --------*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_VIRTUAL_BUILTINS_H
#define ARGUS_VIRTUAL_BUILTINS_H

#include "Warp.h"

namespace argus::vm {

/// vprintf, __assertfail, malloc, free ("CUDA C++ Programming Guide", 10.34 to 10.36).
Builtin builtinNamed(const std::string &Name);

/// For the lanes of Mask, one after the other.
void runBuiltin(Warp &W, const CallSite &Site);

} // namespace argus::vm

#endif // ARGUS_VIRTUAL_BUILTINS_H
