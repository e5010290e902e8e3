//===- Compare.h - reference runs against trace runs --------------*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_TOOL_JOIN_COMPARE_H
#define ARGUS_TOOL_JOIN_COMPARE_H

#include "collect/RuntimeLog.h"
#include "query/Scope.h"

#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

namespace argus {

/// Empty where two runs of a program launched the same kernels with the same grids in
/// the same order, else the first difference. Only such runs are joined.
std::string launchDifference(const std::vector<const RuntimeLog *> &Reference,
                             const std::vector<const RuntimeLog *> &Other);

/// GPU times of one kernel of one process, in microseconds: a list a run.
using RunTimes = std::vector<std::vector<double>>;

struct KernelKey {
  unsigned Process = 0;
  std::string Mangled;
  bool operator<(const KernelKey &Other) const {
    return std::tie(Process, Mangled) < std::tie(Other.Process, Other.Mangled);
  }
};

/// Adds one run's launches in scope. `Runs` is the number of runs before it.
void addKernelTimes(std::map<KernelKey, RunTimes> &Times, size_t Runs,
                    const std::vector<const RuntimeLog *> &Logs, const Scope &S);

/// Median kernel time of the trace runs over that of the reference runs. Each run has
/// one median; the ratio is of the medians of those, its spread that of the extremes.
struct TimeRatio {
  double Ratio = 1;
  double Low = 1;
  double High = 1;
  size_t Samples = 0; ///< launches behind the trace runs' medians
};

/// None where one side has no timed launch.
std::optional<TimeRatio> timeRatio(const RunTimes &Reference, const RunTimes &Trace);

} // namespace argus

#endif // ARGUS_TOOL_JOIN_COMPARE_H
