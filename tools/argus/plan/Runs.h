//===- Runs.h - which collections share a run of the program --------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_TOOL_PLAN_RUNS_H
#define ARGUS_TOOL_PLAN_RUNS_H

#include "plan/Tasks.h"

#include <set>
#include <string>
#include <vector>

namespace argus {

struct PlannedRun {
  std::vector<TaskId> Collections;
  /// How many runs have to be over before: collections of one run never need each
  /// other, and no two runs wait for each other.
  unsigned Stage = 0;
  std::string Image; ///< the build that it loads: of RunsImage
};

struct PlannedStage {
  std::vector<size_t> Runs; ///< indices
  size_t Bound = 0;         ///< no partition of the stage has fewer runs
};

struct Runs {
  std::vector<PlannedRun> All; ///< by stage
  std::vector<PlannedStage> Stages;
};

/// Puts the plan's collections into as few runs as the rules of interference allow;
/// those of `Placed` have their runs already.
Runs planRuns(const Tasks &Plan, const std::set<TaskId> &Placed = {});

/// Whether the run's times are compared with the reference's, so that both are made in
/// turns.
bool isTimed(const Tasks &Plan, const PlannedRun &Run);

/// Why the two runs are not one: a rule, with a collection of each that it keeps apart.
/// Rule null: they are of different stages, or nothing but the number of runs speaks
/// for it.
struct Separation {
  const argus::Rule *Rule = nullptr;
  TaskId A = 0, B = 0;
};
Separation separation(const Tasks &Plan, const PlannedRun &A, const PlannedRun &B);

} // namespace argus

#endif // ARGUS_TOOL_PLAN_RUNS_H
