//===- Tools.h - finds what builds variants -----------------------*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_TOOL_ANSWER_TOOLS_H
#define ARGUS_TOOL_ANSWER_TOOLS_H

#include "build/Variants.h"

namespace argus {

/// Throws Failure(Unmeasured) with the remedy where no usable CUDA toolkit is found.
/// Shelf: where variants go; null where none is built.
BuildTools findBuildTools(VariantShelf *Shelf);

/// Returns why there are no tools; empty: there are, in `Tools`.
std::string findTools(VariantShelf *Shelf, BuildTools &Tools);

} // namespace argus

#endif // ARGUS_TOOL_ANSWER_TOOLS_H
