//===- Schedule.h - which steps may start -----------------------*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_TOOL_EXECUTE_SCHEDULE_H
#define ARGUS_TOOL_EXECUTE_SCHEDULE_H

#include "execute/Step.h"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace argus {

/// Decides which steps may start from what has ended. Starts nothing itself, and is no
/// monitor: its user locks.
class Schedule {
public:
  explicit Schedule(unsigned CoreCount);

  /// Only Kind, Resource and Anyway of the step count. Throws std::logic_error where
  /// `After` names a step that there is not.
  StepId add(const Step &S, const std::vector<StepId> &After);
  /// `User`, which has not started, waits for `Needed` too. Returns the steps that are
  /// skipped because of it. Throws std::logic_error for a cycle.
  std::vector<StepId> need(StepId User, StepId Needed);

  /// The next Inline step, which counts as started.
  std::optional<StepId> takeInline();
  /// The same of the others. Of those that could take a core or a resource, the one
  /// that was added first.
  std::optional<StepId> take();
  /// A step that was taken has ended. Returns the steps that are skipped because of it.
  std::vector<StepId> finish(StepId Id, bool Ok);

  Outcome::State state(StepId Id) const { return Nodes.at(Id).State; }
  /// Of a step that is skipped: the one that failed.
  StepId because(StepId Id) const { return Nodes.at(Id).Because; }
  size_t size() const { return Nodes.size(); }

private:
  struct Node {
    StepKind Kind;
    std::string Resource;
    bool Anyway;
    Outcome::State State = Outcome::Waiting;
    StepId Because = 0;
    size_t Missing = 0; ///< how many of those before it have not ended
    std::vector<StepId> Users;
  };
  struct Queue {
    std::set<StepId> Ready;
    size_t Free = 1; ///< how many more may run
  };

  Queue &queueOf(const Node &N);
  void connect(StepId User, StepId Needed);
  void skip(StepId Id, StepId Because);
  std::vector<StepId> tellUsers(StepId Ended);
  bool reaches(StepId From, StepId To) const;
  void requireKnown(StepId Id) const;

  std::vector<Node> Nodes;
  Queue Inlines, Cores;
  std::map<std::string, Queue> Resources;
};

} // namespace argus

#endif // ARGUS_TOOL_EXECUTE_SCHEDULE_H
