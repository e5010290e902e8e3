//===- MappedPtx.h - the PTX of a mapped build --------------------*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_PASSES_MAPPEDPTX_H
#define ARGUS_PASSES_MAPPEDPTX_H

#include "argus/passes/Variant.h"
#include "llvm/Support/Error.h"

namespace argus {

/// Makes PTX whose `.loc` lines are context numbers assemble to the code of PTX
/// without: labels that only debug information needs end ptxas's scheduling regions, so
/// they go. Every instruction gets a `.loc`, so that none inherits its neighbour's
/// context: where it has no origin, the context of what uses its result, as a new one
/// in `Contexts`.
///
/// Where the user's build has debug information, its labels end scheduling regions
/// there, too: `Users` is then the PTX of that build, and what is returned is that text
/// with contexts in place of its lines. Fails where the two differ in an instruction.
llvm::Expected<std::string> finishMappedPtx(llvm::StringRef Ptx,
                                            std::vector<Context> &Contexts,
                                            llvm::StringRef Users = {});

/// Deletes the labels only, for PTX whose lines are the source's.
std::string withoutDebugLabels(llvm::StringRef Ptx);

} // namespace argus

#endif // ARGUS_PASSES_MAPPEDPTX_H
