//===- Runs.cpp - which collections share a run of the program ------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plan/Runs.h"

#include "plan/Conflicts.h"

#include <algorithm>

namespace argus {

namespace {

/// By task: how many collections follow one another before it.
std::vector<unsigned> stagesOf(const Tasks &Plan) {
  const TaskGraph &Graph = Plan.graph();
  std::vector<unsigned> Stages(boost::num_vertices(Graph));
  for (const TaskId T : Plan.inOrder())
    for (auto [E, End] = boost::in_edges(T, Graph); E != End; ++E) {
      const TaskId Maker = boost::source(*E, Graph);
      const bool Collects = Graph[Maker].Recipe->Kind == TaskKind::Collect;
      Stages[T] = std::max(Stages[T], Stages[Maker] + Collects);
    }
  return Stages;
}

void addStage(const TaskGraph &Graph, unsigned Stage,
              const std::vector<TaskId> &Members, Runs &Into) {
  std::vector<const std::vector<Effect> *> Effects;
  for (const TaskId T : Members)
    Effects.push_back(&Graph[T].Effects);
  const Coloring Colored = color(conflictsAmong(Effects));
  const size_t First = Into.All.size();
  PlannedStage &Summary = Into.Stages.emplace_back();
  Summary.Bound = Colored.Bound;
  Into.All.resize(First + Colored.Count);
  for (size_t C = 0; C < Colored.Count; ++C) {
    Into.All[First + C].Stage = Stage;
    Summary.Runs.push_back(First + C);
  }
  for (size_t I = 0; I < Members.size(); ++I) {
    PlannedRun &Run = Into.All[First + Colored.Colors[I]];
    Run.Collections.push_back(Members[I]);
    for (const Effect &E : Graph[Members[I]].Effects)
      if (E.Kind == EffectKind::RunsImage)
        Run.Image = E.Subject;
  }
}

} // namespace

Runs planRuns(const Tasks &Plan, const std::set<TaskId> &Placed) {
  const TaskGraph &Graph = Plan.graph();
  const std::vector<unsigned> Stages = stagesOf(Plan);
  std::vector<std::vector<TaskId>> ByStage;
  for (const TaskId T : boost::make_iterator_range(boost::vertices(Graph))) {
    if (Graph[T].Recipe->Kind != TaskKind::Collect || Placed.count(T))
      continue;
    ByStage.resize(std::max<size_t>(ByStage.size(), Stages[T] + 1));
    ByStage[Stages[T]].push_back(T);
  }
  Runs Result;
  for (unsigned Stage = 0; Stage < ByStage.size(); ++Stage)
    if (!ByStage[Stage].empty())
      addStage(Graph, Stage, ByStage[Stage], Result);
  return Result;
}

bool isTimed(const Tasks &Plan, const PlannedRun &Run) {
  for (const TaskId T : Run.Collections)
    for (const Effect &E : Plan.graph()[T].Effects)
      if (E.Kind == EffectKind::MeasuresTime)
        return true;
  return false;
}

Separation separation(const Tasks &Plan, const PlannedRun &A, const PlannedRun &B) {
  const TaskGraph &Graph = Plan.graph();
  if (A.Stage == B.Stage)
    for (const TaskId X : A.Collections)
      for (const TaskId Y : B.Collections)
        if (const Rule *R = conflict(Graph[X].Effects, Graph[Y].Effects))
          return {R, X, Y};
  return {};
}

} // namespace argus
