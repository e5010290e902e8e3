//===- LaunchHooks.h - hooks around kernel launches -*- C++ -*- ----------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_PASSES_LAUNCHHOOKS_H
#define ARGUS_PASSES_LAUNCHHOOKS_H

#include "HookCode.h"

namespace argus {

struct RegisteredKernel {
  llvm::Constant *Stub;
  llvm::Constant *Name;
};

/// Puts launch_begin and launch_end around all calls that launch kernels.
void hookLaunches(HookCode &Code, llvm::ArrayRef<RegisteredKernel> Kernels);

} // namespace argus

#endif // ARGUS_PASSES_LAUNCHHOOKS_H
