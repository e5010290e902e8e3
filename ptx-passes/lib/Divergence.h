//===- Divergence.h - where a part of a warp may run ------------*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_PTXPASSES_DIVERGENCE_H
#define ARGUS_PTXPASSES_DIVERGENCE_H

#include "argus/ptx/Cfg.h"

namespace argus::ptxpasses {

/// By block: whether lanes of a warp that enter the kernel together may not all be
/// there together. Assumes that lanes that part at a branch are together again at its
/// Meet. Errs to true only: what is not known to be equal in all lanes counts as
/// different.
std::vector<bool> divergentBlocks(const ptx::Function &Kernel, const ptx::Cfg &G);

} // namespace argus::ptxpasses

#endif // ARGUS_PTXPASSES_DIVERGENCE_H
