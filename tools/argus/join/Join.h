//===- Join.h - one traced run to samples by region ---------------*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_TOOL_JOIN_JOIN_H
#define ARGUS_TOOL_JOIN_JOIN_H

#include "collect/RuntimeLog.h"
#include "join/Clock.h"
#include "join/Matcher.h"
#include "query/Scope.h"

#include <deque>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace argus {

/// The occurrences of one region path in one run.
struct RegionSamples {
  std::vector<double> Us; ///< one an occurrence
  double TotalUs = 0; ///< time that warps spent in it; parts of a diverged warp that
                      ///< are in it at once count once
  uint64_t Warps = 0;
  uint64_t Trips = 0; ///< of the counted loops that lie in it and in no inner region
};

/// What one kernel of one process did in one run, in the query's scope.
struct KernelSamples {
  unsigned Process = 0; ///< ordinal
  const CapsuleInfo *Capsule = nullptr;
  std::string Mangled;
  std::string Name;
  KernelPaths Paths;
  std::vector<RegionSamples> Regions; ///< by path; 0 is the kernel itself
  /// The same by role, where the query's scope names none. What has several roles, such
  /// as a role and the one around it, is in each.
  std::map<unsigned, std::vector<RegionSamples>> Roles;
  std::vector<bool> Elsewhere; ///< by path: it occurs out of the scope's role or trips
  uint64_t Launches = 0;
  uint64_t Events = 0;
  uint64_t Dropped = 0;
  uint64_t OpenWarps = 0; ///< that did not reach the kernel's end
  uint64_t ClockErrors = 0;
  MatchCounts Matches;
  double NsPerCycle = 0; ///< of the last launch
};

/// A launch that was not traced by as many warps as its grid has.
struct IncompleteLaunch {
  unsigned Process = 0;
  uint64_t Launch = 0;
  uint64_t ExpectedWarps = 0;
  uint64_t SeenWarps = 0;
  bool Captured = false;   ///< in a graph: runs when and as often as that does
  bool Concurrent = false; ///< with launches whose number its warps may carry
};

/// How well the clocks of one device of one process could be aligned.
struct ClockQuality {
  unsigned Process = 0;
  int Device = 0;
  uint64_t TimerStepNs = 0;
  double ResidualRmsNs = 0; ///< of the worst launch
  double ResidualMaxNs = 0;
  uint64_t Launches[3] = {}; ///< by ClockSource
};

struct JoinedRun {
  std::deque<KernelSamples> Kernels; ///< a deque: intervals point into it
  std::vector<IncompleteLaunch> Incomplete;
  std::vector<ClockQuality> Clocks;
  uint64_t LostEvents = 0;
  uint64_t LostChunks = 0;
  uint64_t MaxEvents = 0;
  uint64_t MaxRequested = 0;
  std::vector<std::string> Problems;

  uint64_t dropped() const;
  uint64_t events() const;
};

/// One process of the run.
struct ProcessTrace {
  unsigned Process = 0;
  const RuntimeLog *Log = nullptr;
  std::string_view Trace;
};

/// An interval for the timeline, in nanoseconds of the GPU's timer.
struct Interval {
  unsigned Process;
  int Device;
  uint64_t Launch;
  uint32_t Sm;
  uint64_t Cta;
  uint16_t Warp;
  const KernelSamples *Kernel;
  unsigned Path;
  std::vector<uint32_t> Trips; ///< one a counted loop, outermost first
  std::string Roles;           ///< joined by ", "
  uint64_t EpochNs;            ///< the process's first reading of the timer
  double BeginNs;              ///< after EpochNs
  double DurationNs;
};

struct JoinRequest {
  argus::Scope Scope;
  /// The capsule that the images of a module on a device were built from; null where
  /// there is none.
  std::function<const CapsuleInfo *(const RuntimeLog &, int Module, int Device)>
      Capsule;
  std::function<void(const Interval &)> OnInterval; ///< may be empty
};

JoinedRun joinRun(const std::vector<ProcessTrace> &Processes,
                  const JoinRequest &Request);

} // namespace argus

#endif // ARGUS_TOOL_JOIN_JOIN_H
