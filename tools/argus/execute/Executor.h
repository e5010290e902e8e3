//===- Executor.h - runs steps as their inputs get ready --------*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_TOOL_EXECUTE_EXECUTOR_H
#define ARGUS_TOOL_EXECUTE_EXECUTOR_H

#include "execute/Progress.h"
#include "execute/Schedule.h"
#include "execute/StepRunner.h"

#include <deque>
#include <mutex>
#include <vector>

namespace argus {

/// Starts each step when those before it are done: Compute steps on all cores, Collect
/// steps of one resource one after the other, in the order in which they were added.
class Executor {
public:
  Executor(unsigned Cores, StepRunner &Runner, Progress &Shown);

  /// Also from an Inline step while run() goes on. Throws std::logic_error where
  /// `After` names a step that there is not.
  StepId add(Step S, const std::vector<StepId> &After);
  /// `User` waits for `Needed` too: an Inline step that expands the plan puts steps
  /// before one that waits for itself. Throws std::logic_error for a cycle.
  void need(StepId User, StepId Needed);

  /// Returns when nothing is left. A step that fails fails only what depends on it.
  void run();

  const Outcome &outcome(StepId Id) const;

  /// Called by a step's work: what it makes was there, nothing was done.
  static void reused();

private:
  struct Entry {
    argus::Step Step;
    argus::Outcome Outcome;
    double Start = 0;
  };

  void startReady();
  void perform(StepId Id);
  std::optional<Failure> failureOf(StepId Id);
  void end(StepId Id, std::optional<Failure> Why, bool Reused);
  void noteSkipped(const std::vector<StepId> &Ids);

  StepRunner &Runner;
  Progress &Shown;
  mutable std::mutex Mutex; ///< guards what follows
  Schedule Plan;
  std::deque<Entry> Steps; // references stay valid
  size_t Running = 0;
};

} // namespace argus

#endif // ARGUS_TOOL_EXECUTE_EXECUTOR_H
