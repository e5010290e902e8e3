//===- Drift.h - whether the machine changed while it was measured -*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_TOOL_PLAN_DRIFT_H
#define ARGUS_TOOL_PLAN_DRIFT_H

#include "plan/Plan.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace argus {

/// What one run tells of the state of the machine.
struct RunState {
  RunKind Kind = RunKind::Reference;
  std::optional<double> SmMhz; ///< median
  std::optional<double> HottestC;
  std::map<std::string, double> KernelUs; ///< median time by kernel
};

/// The difference of the clocks that two kinds of runs may have, in per cent.
constexpr double ClockTolerance = 2;

/// Sentences for the report, none where nothing drifts: the clocks of reference and
/// trace runs differ, or a kernel's times go one way by more than `Percent`, which is
/// told from noise at the level of 95 %. `Runs` in the order in which they were made,
/// without discarded ones.
std::vector<std::string> findDrift(const std::vector<RunState> &Runs, double Percent);

} // namespace argus

#endif // ARGUS_TOOL_PLAN_DRIFT_H
