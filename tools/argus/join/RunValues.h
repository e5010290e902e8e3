//===- RunValues.h - the values that a query asks for, by run -----*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_TOOL_JOIN_RUNVALUES_H
#define ARGUS_TOOL_JOIN_RUNVALUES_H

#include "collect/GpuState.h"
#include "join/Compare.h"
#include "join/Join.h"
#include "plan/Drift.h"
#include "plan/Repeats.h"

#include <map>
#include <string>
#include <vector>

namespace argus {

/// The median of each asked region that occurred, over all roles, and of each traced
/// kernel's times: one a run. Runs that differ from the reference in their launches,
/// and discarded ones, are not to be added.
class RunValues {
public:
  explicit RunValues(const Query &Q) : Q(Q) {}

  /// In the order of the runs. `Gpu`: what was sampled meanwhile.
  void addReference(const std::vector<const RuntimeLog *> &Logs,
                    const std::optional<GpuSummary> &Gpu = std::nullopt);
  void addTrace(const std::vector<const RuntimeLog *> &Logs, const JoinedRun &Run,
                const std::optional<GpuSummary> &Gpu = std::nullopt);

  /// In the order of their names.
  std::vector<Measured> measured() const;

  /// What findDrift takes: the runs, with the times of the kernels that are asked for.
  std::vector<RunState> states() const;

private:
  struct Key {
    std::string Path; ///< of a region or kernel
    unsigned Process = 0;
    bool operator<(const Key &Other) const {
      return std::tie(Path, Process) < std::tie(Other.Path, Other.Process);
    }
  };
  struct RegionValues {
    std::vector<double> Us;
    double TickUs = 0;
  };
  struct Run {
    RunState State; ///< without times
    std::map<KernelKey, double> Us;
  };

  void addRun(RunKind Kind, const std::vector<const RuntimeLog *> &Logs,
              const std::optional<GpuSummary> &Gpu);
  bool addRegions(const KernelSamples &K);
  std::string name(const std::string &Path, unsigned Process) const;

  const Query &Q;
  std::vector<Run> Runs;
  std::map<KernelKey, std::string> Kernels;
  std::map<Key, RegionValues> Regions;
  bool SeveralProcesses = false;
};

} // namespace argus

#endif // ARGUS_TOOL_JOIN_RUNVALUES_H
