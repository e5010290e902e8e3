//===- Tasks.h - the task graph that answers a query ----------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_TOOL_PLAN_TASKS_H
#define ARGUS_TOOL_PLAN_TASKS_H

#include "plan/Recipe.h"

#include <boost/graph/adjacency_list.hpp>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace argus {

/// What a control task found: an image to build, an operation to probe.
struct Target {
  std::string Name;        ///< unique among its control task's: "gemm.cu:sm_90a"
  std::string Parent = {}; ///< the target of another control task that it belongs to
  std::string Region = {}; ///< path
  std::string Role = {};
  Point At = {};
  std::optional<uint64_t> Cta = {};
};

struct Task {
  const argus::Recipe *Recipe = nullptr;
  std::string Target; ///< name; empty: the recipe has one task
  std::vector<Effect> Effects;

  /// "trace gemm.cu:sm_90a"
  std::string id() const { return Recipe->Name + (Target.empty() ? "" : " " + Target); }
};

/// Leads from what makes something to what takes it.
struct Taking {
  bool Optional = false; ///< it does without where there is none
};
using TaskGraph = boost::adjacency_list<boost::vecS, boost::vecS, boost::bidirectionalS,
                                        Task, Taking>;
using TaskId = boost::graph_traits<TaskGraph>::vertex_descriptor;

struct PlanRequest {
  std::vector<std::string> Signals;
  /// What cannot be had, and why: "ERR_NVGPUCTRPERM: ...".
  std::map<Capability, std::string> Missing = {};
  /// What the question is not about, and whose absence is therefore no loss.
  std::set<Capability> Inapplicable = {};
  /// Recipes whose product the user gave.
  std::set<std::string> Given = {};
  /// Effects that the program's kernels do not bear, and why: those that spin on their
  /// peers hang where kernels are replayed or serialised.
  std::map<EffectKind, std::string> Forbidden = {};
};

/// Something that was asked for, or would have made the answer better.
struct Lost {
  std::string Signal;
  std::string Reason; ///< "counters needs permission for counters: ERR_..."
  bool Whole = true;  ///< the signal; else only less is known
};

/// The tasks that a query needs. Grows when control tasks tell what they found.
class Tasks {
public:
  /// Throws Failure(BadUsage) for a signal without a recipe, and std::logic_error for
  /// recipes that need one another in a circle, or one that there is not.
  Tasks(const RecipeBook &Book, const PlanRequest &Request);

  const TaskGraph &graph() const { return Graph; }
  const std::vector<Lost> &lost() const { return LostSignals; }

  /// Control recipes whose targets are not known yet: tasks will follow.
  const std::set<std::string> &unexpanded() const { return Unexpanded; }
  /// Whether all that the task needs is known: nothing of it waits for targets.
  bool settled(TaskId T) const { return settled(*Graph[T].Recipe); }
  /// The targets that a control task has found.
  std::vector<std::string> targetsOf(const std::string &Control) const;
  /// The control tasks that have.
  std::vector<std::string> expanded() const;
  /// The recipes whose tasks wait for this control recipe's targets.
  std::vector<const Recipe *> waitingFor(const std::string &Control) const;
  /// Adds the tasks for what a control task found. Throws std::logic_error where it
  /// found something before, or is no part of the plan.
  void expand(const std::string &Control, const std::vector<Target> &Targets);

  /// Every task after those whose products it takes.
  std::vector<TaskId> inOrder() const;
  std::vector<TaskId> tasksOf(const Recipe &R) const;

private:
  friend class Closure;
  struct Chosen {
    struct Need {
      const Recipe *From;
      bool Optional;
    };
    const Recipe *Self;
    std::vector<Need> Needs;
  };

  bool settled(const Recipe &R) const;
  void addTask(const Chosen &Of, const Target *For);
  void connectTask(TaskId User, const Chosen::Need &Need);
  /// Adds the edges of the pairs that `Wants` takes: (user, what it needs).
  template <typename Wanted> void connect(const Chosen &Of, Wanted &&Wants);

  std::vector<Chosen> Recipes; ///< each after those that it needs
  std::map<std::string, std::map<std::string, Target>> Found; ///< by control recipe
  std::map<const Recipe *, std::map<std::string, TaskId>> Known;
  std::set<std::string> Unexpanded;
  std::vector<Lost> LostSignals;
  TaskGraph Graph;
};

} // namespace argus

#endif // ARGUS_TOOL_PLAN_TASKS_H
