//===- Membership.h - regions as debug scopes ---------------------*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_PASSES_MEMBERSHIP_H
#define ARGUS_PASSES_MEMBERSHIP_H

#include "argus/passes/PlainCode.h"
#include "argus/passes/Variant.h"
#include "llvm/IR/DebugLoc.h"
#include "llvm/IR/Module.h"

namespace argus {

/// Gives each instruction between markers a debug scope that names its regions, nested
/// as they are: the optimiser then carries membership wherever it carries locations,
/// and merges locations to the nearest common scope. Markers stay.
void tagRegionScopes(llvm::Module &M);

/// The origin that a debug location tells, its inline chain followed outward.
Context contextOf(const llvm::DebugLoc &Loc);

} // namespace argus

#endif // ARGUS_PASSES_MEMBERSHIP_H
