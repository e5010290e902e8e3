//===- ContextNumbers.h - the line table of a mapped build --------*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_PASSES_CONTEXTNUMBERS_H
#define ARGUS_PASSES_CONTEXTNUMBERS_H

#include "argus/passes/Variant.h"
#include "llvm/IR/Module.h"

namespace argus {

/// The context of an instruction that has no origin. A line of 0 would leave no row in
/// the line table, and the instruction would silently take its neighbour's context.
constexpr unsigned UnattributedContext = 1;

/// The context of what ptxas puts before a function's first instruction, such as the
/// stack pointer's set-up.
constexpr unsigned EntryContext = 2;

/// Replaces all debug information by line tables in which an instruction's line is the
/// number of its context. Returns the contexts by number; 0 is not used.
std::vector<Context> numberContexts(llvm::Module &M);

/// What calls what: the calls in the module and the functions whose address is taken,
/// those that another unit of the image may define included.
/// Needs the regions' scopes, so it comes before numberContexts.
void listCalls(const llvm::Module &M, std::vector<RemainingCall> &Calls,
               std::vector<std::string> &AddressTaken);

} // namespace argus

#endif // ARGUS_PASSES_CONTEXTNUMBERS_H
