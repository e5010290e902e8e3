//===- Truth.h - the regions of what was executed, told twice ---*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_TOOL_JOIN_TRUTH_H
#define ARGUS_TOOL_JOIN_TRUTH_H

#include "build/Variants.h"
#include "collect/ExecutionCounts.h"
#include "model/Program.h"
#include "query/Scope.h"

#include <map>
#include <string>
#include <vector>

namespace argus {

/// What a truth build executed in a region, its inner regions included: once by the
/// line table that the compiler carried through, once by the markers that were
/// executed.
struct TruthCounts {
  uint64_t Entries = 0;    ///< times that a warp executed the begin marker
  uint64_t Attributed = 0; ///< warp instructions that the line table counts to it
  uint64_t Marked = 0;     ///< warp instructions between its markers
  uint64_t Both = 0;       ///< warp instructions of which both say so
  uint64_t Trips = 0;      ///< of counted loops in it and in no inner region
  uint64_t Shared = 0;     ///< of Attributed: of functions that several of the regions
                           ///< in it call, and no smaller region holds them all

  /// Of what either counts to it, the share that both do; 1 where there is nothing.
  double agreement() const;
};

/// A region over all roles of the query's scope, and in each. Only the roles that are
/// open around what was executed are known: counts don't tell which warp it was.
struct TruthRow : TruthCounts {
  std::map<std::string, TruthCounts> Roles =
      {};                 ///< "producer"; with the roles inside it
  bool RolesKnown = true; ///< a role was open at each entry and trip
};

/// A truth build: whose PTX has this digest, and where its lines come from.
struct TruthBuild {
  const CapsuleInfo *Capsule = nullptr;
  const ContextTable *Origins = nullptr;
};

/// By the kernel's mangled name and the region's path; the kernel's own path holds all
/// that it executed. Launches, kernels and roles out of scope are left out; CTAs, warps
/// and trips cannot be told apart in counts.
using TruthTable = std::map<std::pair<std::string, std::string>, TruthRow>;

TruthTable joinTruth(const ExecutionCounts &Counts,
                     const std::map<std::string, TruthBuild> &Builds, const Scope &S);

} // namespace argus

#endif // ARGUS_TOOL_JOIN_TRUTH_H
