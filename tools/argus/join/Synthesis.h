//===- Synthesis.h - traced runs to results by region -------------*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_TOOL_JOIN_SYNTHESIS_H
#define ARGUS_TOOL_JOIN_SYNTHESIS_H

#include "join/Join.h"
#include "join/Statistics.h"

#include <string>
#include <vector>

namespace argus {

/// A quantity that each run has one value of.
struct PerRun {
  std::vector<double> Values;
  double mean() const;
  double min() const;
  double max() const;
};

/// One region path of one kernel of one process, over all roles or in one.
struct RegionResult {
  unsigned Process = 0;
  const CapsuleInfo *Capsule = nullptr;
  unsigned Kernel = 0;         ///< in the capsule
  std::vector<unsigned> Stack; ///< sites; empty: the kernel itself
  std::string Path;
  std::string Role;       ///< "producer/tma"; empty: over all roles
  bool Elsewhere = false; ///< it occurs out of the scope's role or trips
  Distribution Us;        ///< over the occurrences of all runs
  PerRun MedianUs;        ///< of the runs in which it occurred
  PerRun Count, TotalUs, Warps;
  PerRun Share;         ///< of the kernel's time in the same scope and role
  PerRun Trips;         ///< of counted loops in it and in no inner region
  uint64_t Unended = 0; ///< begins that met no end, in all runs

  const KernelInfo &kernel() const { return Capsule->Kernels[Kernel]; }
  bool executed() const { return Us.Count > 0; }
};

/// What is known about the trace of one kernel of one process.
struct KernelResult {
  unsigned Process = 0;
  const CapsuleInfo *Capsule = nullptr;
  unsigned Kernel = 0;
  PerRun Launches, Events, Dropped;
  uint64_t OpenWarps = 0; ///< of all runs together, as the rest
  uint64_t ClockErrors = 0;
  MatchCounts Matches;
};

struct Synthesis {
  std::vector<KernelResult> Kernels;
  std::vector<RegionResult> Regions; ///< kernel by kernel: itself, its regions in the
                                     ///< capsule's order, then those not listed there;
                                     ///< behind each its roles
};

/// Joins runs of the same launches. Regions that the capsules list but that never ran
/// are there, with no occurrence; so are not their roles.
Synthesis synthesise(const std::vector<JoinedRun> &Runs);

} // namespace argus

#endif // ARGUS_TOOL_JOIN_SYNTHESIS_H
