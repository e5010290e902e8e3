//===- Runs.cpp - which collections share a run of the program ------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plan/Runs.h"

#include "plan/Coloring.h"

#include <algorithm>
#include <unordered_map>

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

/// The conflicts of a stage's collections. Those of equal keys are looked at once.
class Conflicts {
public:
  Conflicts(const TaskGraph &Graph, const std::vector<TaskId> &Members)
      : Graph(Graph), Members(Members), Result(Members.size()) {
    classify();
    for (size_t A = 0; A < Classes.size(); ++A)
      for (size_t B = A; B < Classes.size(); ++B)
        compare(Classes[A], Classes[B]);
  }

  ConflictGraph take() { return std::move(Result); }

private:
  using Row = ConflictGraph::Row;

  const std::vector<Effect> &effects(size_t Member) const {
    return Graph[Members[Member]].Effects;
  }

  void classify() {
    std::unordered_map<std::string, size_t> ByKey;
    for (size_t I = 0; I < Members.size(); ++I) {
      const auto [At, New] = ByKey.try_emplace(conflictKey(effects(I)), Classes.size());
      if (New)
        Classes.emplace_back();
      Classes[At->second].push_back(I);
    }
  }

  void compare(const std::vector<size_t> &A, const std::vector<size_t> &B) {
    if (conflictDependsOnPoints(effects(A[0]), effects(B[0]))) {
      for (const size_t X : A)
        for (const size_t Y : B)
          if (X != Y && conflict(effects(X), effects(Y)))
            Result.add(X, Y);
      return;
    }
    if (!conflict(effects(A[0]), effects(B[0])))
      return;
    const Row OfA = rowOf(A), OfB = rowOf(B);
    for (const size_t X : A)
      Result.addAll(X, OfB);
    for (const size_t Y : B)
      Result.addAll(Y, OfA);
  }

  Row rowOf(const std::vector<size_t> &Class) const {
    Row R(Members.size());
    for (const size_t I : Class)
      R.set(I);
    return R;
  }

  const TaskGraph &Graph;
  const std::vector<TaskId> &Members;
  std::vector<std::vector<size_t>> Classes;
  ConflictGraph Result;
};

void addStage(const TaskGraph &Graph, unsigned Stage,
              const std::vector<TaskId> &Members, Runs &Into) {
  const Coloring Colored = color(Conflicts(Graph, Members).take());
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

Runs planRuns(const Tasks &Plan) {
  const TaskGraph &Graph = Plan.graph();
  const std::vector<unsigned> Stages = stagesOf(Plan);
  std::vector<std::vector<TaskId>> ByStage;
  for (const TaskId T : boost::make_iterator_range(boost::vertices(Graph))) {
    if (Graph[T].Recipe->Kind != TaskKind::Collect)
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
