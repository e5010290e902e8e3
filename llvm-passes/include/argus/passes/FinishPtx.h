//===- FinishPtx.h - what LLVM 19 cannot print in PTX -------------*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Cluster dimensions and the PTX version travel through the compiler as lines of
// module-level assembly, so that they are in whatever holds the module: the capsule,
// the bitcode of -save-temps, an object of link-time optimisation. A module that
// reaches ptxas by a way on which nobody reads them is refused there, by a directive
// that names the way out, instead of losing its clusters.
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_PASSES_FINISHPTX_H
#define ARGUS_PASSES_FINISHPTX_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace argus {

/// Asks for `Directives` at an entry.
std::string entryRequest(llvm::StringRef Entry, llvm::StringRef Directives);
/// Asks for a version, "9.0", where the module says a lower one.
std::string versionRequest(llvm::StringRef Version);

/// Does what the requests in a text ask for and takes them out. Text without requests
/// is returned as it is.
std::string finishPtx(llvm::StringRef Ptx);

/// From now on, whatever this process's NVPTX back end prints is finished. The shipped
/// compile and the variants both go this way. Targets must be initialised; further
/// calls do nothing.
void installPtxFinisher();

} // namespace argus

#endif // ARGUS_PASSES_FINISHPTX_H
