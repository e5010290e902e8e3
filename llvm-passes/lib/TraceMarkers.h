//===- TraceMarkers.h - region transitions that optimisation keeps -*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_PASSES_TRACEMARKERS_H
#define ARGUS_PASSES_TRACEMARKERS_H

#include "argus/passes/Markers.h"
#include "argus/passes/RegionTable.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include <string>
#include <vector>

namespace argus {

constexpr const char TraceBeginName[] = "argus.trace.begin";
constexpr const char TraceEndName[] = "argus.trace.end";
constexpr const char TraceTripName[] = "argus.trace.trip";

/// Early in the pipeline: turns the markers of the given sites into calls of the three
/// functions above, adds the ends of regions that are left by a return or a jump, and
/// deletes all other markers. The calls touch no memory that the program sees, so the
/// optimiser duplicates them with unrolled code but neither drops nor reorders them.
void placeTraceMarkers(llvm::Module &M, llvm::ArrayRef<unsigned> Sites);

/// The same for all sites.
void placeAllMarkers(llvm::Module &M);

/// Late: turns the calls into `.pragma "argus.begin N";` and the like.
void lowerToPragmas(llvm::Module &M);

/// The calls that placeTraceMarkers made and optimisation left, in a function.
struct TraceEvent {
  llvm::CallInst *Call;
  MarkerKind Kind;
  unsigned Site;
};
std::vector<TraceEvent> traceEvents(llvm::Function &F);

/// Removes the declarations of the three functions where nothing calls them any more.
void eraseTraceFunctions(llvm::Module &M);

} // namespace argus

#endif // ARGUS_PASSES_TRACEMARKERS_H
