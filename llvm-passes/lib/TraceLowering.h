//===- TraceLowering.h - transitions become recorded events -------*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_PASSES_TRACELOWERING_H
#define ARGUS_PASSES_TRACELOWERING_H

#include "argus/passes/Variant.h"
#include "llvm/IR/PassManager.h"

namespace argus {

/// Late in the pipeline: makes each trace event device code that records it, and gives
/// the kernels concerned the code that opens and closes a warp's chunk. A kernel that
/// can reach no event stays as it is. Unit: the module's role in an image that is
/// linked of several, if it is.
void lowerTraceEvents(llvm::Module &M, llvm::ModuleAnalysisManager &Analyses,
                      const RegionTable &Regions, const std::optional<UnitRole> &Unit,
                      std::vector<std::string> &Notes);

} // namespace argus

#endif // ARGUS_PASSES_TRACELOWERING_H
