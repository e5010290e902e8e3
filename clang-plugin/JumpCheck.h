//===- JumpCheck.h - finds jumps into regions ---------------------*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_PLUGIN_JUMPCHECK_H
#define ARGUS_PLUGIN_JUMPCHECK_H

#include "clang/AST/Stmt.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <string>

namespace argus {

/// Calls back for each goto and each case label of a function's body that leads into a
/// lexical region past its begin: no marker stands on that way.
void findJumpsIntoRegions(
    const clang::Stmt *Body,
    llvm::function_ref<void(clang::SourceLocation, const std::string &)> Report);

} // namespace argus

#endif // ARGUS_PLUGIN_JUMPCHECK_H
