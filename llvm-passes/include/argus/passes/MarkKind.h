//===- MarkKind.h - the words and names of marks in the source --*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_PASSES_MARKKIND_H
#define ARGUS_PASSES_MARKKIND_H

#include "argus/passes/RegionTable.h"

namespace argus {

/// How a mark was spelled; `begin` and `end` are the two halves of a span.
enum class MarkKind { Region, Function, Scope, Begin, End, Role, Iteration };

/// Of the word behind `#pragma argus`; a function's mark is an attribute.
std::optional<MarkKind> kindOfWord(llvm::StringRef Word);

RegionForm formOf(MarkKind Kind);

/// What is wrong with the name of a `What` ("region", "role"); empty if nothing is. A
/// name has 1 to 128 characters of UTF-8, all printable, and no '/'.
std::string nameProblem(llvm::StringRef Name, llvm::StringRef What);

} // namespace argus

#endif // ARGUS_PASSES_MARKKIND_H
