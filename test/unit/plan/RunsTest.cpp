//===- RunsTest.cpp - which collections share a run ------------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plan/Runs.h"

#include "plan/Conflicts.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <list>
#include <random>

using namespace argus;

namespace {

using K = EffectKind;

Effect probe(uint32_t Iteration, uint32_t Operation, std::optional<uint64_t> Cta = {}) {
  return {K::Delays, "producer", Cta, {Iteration, Operation}};
}
Effect observed(uint32_t Iteration, uint32_t Operation) {
  return {K::MeasuresOperation, "producer", {}, {Iteration, Operation}};
}

std::string ruleOf(const std::vector<Effect> &A, const std::vector<Effect> &B) {
  const Rule *There = conflict(A, B), *Back = conflict(B, A);
  EXPECT_EQ(There, Back);
  return There ? There->Name : "";
}

} // namespace

TEST(Interference, ReferenceTimeIsSharedWithNothingThatPerturbs) {
  const std::vector<Effect> Reference = {{K::MeasuresReferenceTime}};
  for (const K Kind : {K::AddsCode, K::Delays, K::SerialisesKernels, K::ReplaysKernels,
                       K::SlowsKernels})
    EXPECT_NE(ruleOf(Reference, {{Kind}}), "");
  EXPECT_EQ(ruleOf(Reference, {{K::MeasuresOverlap}}), "");
  EXPECT_EQ(ruleOf(Reference, {{K::HoldsSubscriber}}), "");
}

TEST(Interference, ARunLoadsOneImage) {
  EXPECT_EQ(ruleOf({{K::RunsImage, "trace"}}, {{K::RunsImage, "reference"}}),
            "one-image");
  EXPECT_EQ(ruleOf({{K::RunsImage, "trace"}}, {{K::RunsImage, "trace"}}), "");
}

TEST(Interference, CodeInARegionSpoilsWhatHoldsIt) {
  const std::vector<Effect> Time = {{K::MeasuresTime, "k/loop"}};
  EXPECT_EQ(ruleOf(Time, {{K::AddsCode, "k/loop/wait"}}), "added-code");
  EXPECT_EQ(ruleOf(Time, {{K::AddsCode, "k"}}), "added-code");
  EXPECT_EQ(ruleOf(Time, {{K::AddsCode, ""}}), "added-code");
  EXPECT_EQ(ruleOf(Time, {{K::AddsCode, "k/looper"}}), "");
}

TEST(Interference, DelaysSpoilWhatIsLater) {
  EXPECT_EQ(ruleOf({probe(2, 1)}, {observed(2, 1)}), "delay");
  EXPECT_EQ(ruleOf({probe(2, 1)}, {observed(3, 0)}), "delay");
  EXPECT_EQ(ruleOf({probe(2, 1)}, {observed(2, 0)}), "");
  Effect Consumer = observed(3, 0);
  Consumer.Subject = "consumer";
  EXPECT_EQ(ruleOf({probe(2, 1)}, {Consumer}), "");
}

TEST(Interference, CtasDoNotDisturbEachOther) {
  Effect Measured = observed(5, 0);
  Measured.Cta = 2;
  EXPECT_EQ(ruleOf({probe(0, 0, 1)}, {Measured}), "");
  EXPECT_EQ(ruleOf({probe(0, 0, 2)}, {Measured}), "delay");
  EXPECT_EQ(ruleOf({probe(0, 0)}, {Measured}), "delay");
}

TEST(Interference, TheHardwareServesOne) {
  EXPECT_EQ(ruleOf({{K::HoldsSubscriber}}, {{K::HoldsSubscriber}}), "one-subscriber");
  EXPECT_EQ(ruleOf({{K::NeedsCounters}}, {{K::NeedsCounters}}), "one-counter-session");
}

TEST(Interference, OfManyIsThatOfEachTwo) {
  std::mt19937 Random(7);
  const auto Number = [&](unsigned Below) {
    return std::uniform_int_distribution<unsigned>(0, Below - 1)(Random);
  };
  for (unsigned Case = 0; Case < 200; ++Case) {
    std::vector<std::vector<Effect>> Tasks(20);
    std::vector<const std::vector<Effect> *> All;
    for (std::vector<Effect> &Effects : Tasks) {
      Effects.resize(Number(4));
      for (Effect &E : Effects) {
        E.Kind = static_cast<K>(Number(EffectKinds));
        E.Subject = std::vector<std::string>{"", "a", "a/b"}[Number(3)];
        if (Number(3) == 0)
          E.Cta = Number(2);
        E.At = {Number(3), Number(2)};
      }
      All.push_back(&Effects);
    }
    const ConflictGraph Graph = conflictsAmong(All);
    for (size_t A = 0; A < Tasks.size(); ++A)
      for (size_t B = 0; B < Tasks.size(); ++B)
        EXPECT_EQ(Graph.of(A).test(B),
                  A != B && conflict(Tasks[A], Tasks[B]) != nullptr);
  }
}

namespace {

ConflictGraph randomGraph(std::mt19937 &Random, size_t Size, double Density) {
  ConflictGraph G(Size);
  std::bernoulli_distribution Edge(Density);
  for (size_t A = 0; A < Size; ++A)
    for (size_t B = A + 1; B < Size; ++B)
      if (Edge(Random))
        G.add(A, B);
  return G;
}

void expectProper(const ConflictGraph &G, const Coloring &C) {
  ASSERT_EQ(C.Colors.size(), G.size());
  for (size_t A = 0; A < G.size(); ++A) {
    EXPECT_LT(C.Colors[A], C.Count);
    for (size_t B = A + 1; B < G.size(); ++B)
      if (G.of(A).test(B)) {
        EXPECT_NE(C.Colors[A], C.Colors[B]);
      }
  }
  EXPECT_LE(C.Bound, C.Count);
}

/// Whether the vertices from V on can be coloured with so many colours.
bool colorable(const ConflictGraph &G, std::vector<size_t> &Colors, size_t V,
               size_t Count) {
  if (V == G.size())
    return true;
  size_t Used = 0;
  for (size_t I = 0; I < V; ++I)
    Used = std::max(Used, Colors[I] + 1);
  for (size_t C = 0; C < std::min(Count, Used + 1); ++C) {
    bool Free = true;
    for (size_t I = 0; I < V; ++I)
      Free &= Colors[I] != C || !G.of(V).test(I);
    Colors[V] = C;
    if (Free && colorable(G, Colors, V + 1, Count))
      return true;
  }
  return false;
}

} // namespace

TEST(Coloring, OfSmallGraphsIsTheOptimum) {
  std::mt19937 Random(1);
  for (unsigned I = 0; I < 300; ++I) {
    const ConflictGraph G = randomGraph(Random, 1 + I % 12, 0.1 + 0.8 * (I % 10) / 9);
    const Coloring C = color(G);
    expectProper(G, C);
    std::vector<size_t> Colors(G.size());
    EXPECT_FALSE(colorable(G, Colors, 0, C.Count - 1)) << I;
    EXPECT_EQ(C.Bound, C.Count) << I;
  }
}

TEST(Coloring, OfMiddlingGraphsIsNearTheBound) {
  std::mt19937 Random(2);
  for (const double Density : {0.05, 0.3, 0.95}) {
    const ConflictGraph G = randomGraph(Random, 60, Density);
    const Coloring C = color(G);
    expectProper(G, C);
    EXPECT_LE(double(C.Count), 1.1 * double(C.Bound) + 1) << Density;
  }
}

TEST(Coloring, OddCyclesNeedThree) {
  ConflictGraph Ring(101);
  for (size_t I = 0; I < 101; ++I)
    Ring.add(I, (I + 1) % 101);
  const Coloring C = color(Ring);
  expectProper(Ring, C);
  EXPECT_EQ(C.Count, 3u);
  EXPECT_EQ(C.Bound, 3u); // no clique says so; the search does
}

TEST(Coloring, OfNothing) {
  EXPECT_EQ(color(ConflictGraph(0)).Count, 0u);
  EXPECT_EQ(color(ConflictGraph(5)).Count, 1u);
}

namespace {

/// Random recipes: collections that need each other's products, with random effects.
struct RandomPlan {
  explicit RandomPlan(std::mt19937 &Random) {
    const auto Number = [&](unsigned Below) {
      return std::uniform_int_distribution<unsigned>(0, Below - 1)(Random);
    };
    const unsigned Size = 2 + Number(14);
    std::vector<std::string> Signals;
    for (unsigned I = 0; I < Size; ++I) {
      Recipe &R = Own.emplace_back();
      R.Name = "r" + std::to_string(I);
      R.Kind = static_cast<TaskKind>(Number(TaskKinds));
      R.Signal = true;
      for (unsigned N = 0; I && N < Number(3); ++N)
        R.Needs.push_back("r" + std::to_string(Number(I)));
      for (unsigned N = 0; N < Number(4); ++N)
        R.Effects.push_back({static_cast<K>(Number(EffectKinds)),
                             std::vector<std::string>{"", "a", "b"}[Number(3)]});
      Signals.push_back(R.Name);
    }
    std::vector<const Recipe *> All;
    for (const Recipe &R : Own)
      All.push_back(&R);
    Plan.emplace(RecipeBook(All), PlanRequest{Signals});
  }

  std::list<Recipe> Own;
  std::optional<Tasks> Plan;
};

} // namespace

TEST(Runs, HoldEachCollectionOnceAndNoConflict) {
  std::mt19937 Random(3);
  for (unsigned I = 0; I < 300; ++I) {
    const RandomPlan Made(Random);
    const TaskGraph &G = Made.Plan->graph();
    const Runs Planned = planRuns(*Made.Plan);
    std::map<TaskId, size_t> RunOf;
    for (size_t R = 0; R < Planned.All.size(); ++R)
      for (const TaskId T : Planned.All[R].Collections) {
        EXPECT_TRUE(RunOf.emplace(T, R).second);
        for (const TaskId Other : Planned.All[R].Collections)
          EXPECT_TRUE(T == Other || !conflict(G[T].Effects, G[Other].Effects));
      }
    for (const TaskId T : boost::make_iterator_range(boost::vertices(G)))
      EXPECT_EQ(RunOf.count(T), G[T].Recipe->Kind == TaskKind::Collect ? 1u : 0u);
    for (const PlannedStage &Stage : Planned.Stages)
      EXPECT_EQ(Stage.Runs.size(), Stage.Bound); // so small a graph is searched through
    // What a collection needs, directly or not, is of an earlier run.
    for (const TaskId T : Made.Plan->inOrder())
      for (auto [E, End] = boost::in_edges(T, G); E != End; ++E)
        if (RunOf.count(T) && RunOf.count(boost::source(*E, G))) {
          EXPECT_LT(RunOf[boost::source(*E, G)], RunOf[T]);
        }
  }
}

TEST(Runs, ProbesOfOneRoleAreApartAndOfSeveralTogether) {
  Recipe Find, Probe, Signal;
  Find.Name = "find";
  Find.Kind = TaskKind::Control;
  Probe.Name = "probe";
  Probe.ForEach = "find";
  Probe.Effects = {{K::RunsImage, "probes"},
                   {K::Delays, "", EffectOf::Whose::Role},
                   {K::MeasuresOperation, "", EffectOf::Whose::Role}};
  Signal.Name = "s";
  Signal.Kind = TaskKind::Synthesise;
  Signal.Signal = true;
  Signal.Needs = {"probe"};
  Tasks Plan(RecipeBook({&Find, &Probe, &Signal}), PlanRequest{{"s"}});
  std::vector<Target> Targets;
  for (uint32_t I = 0; I < 12; ++I) {
    Target T;
    T.Name = std::to_string(I);
    T.Role = I % 3 ? "producer" : "consumer";
    T.At = {I, 0};
    T.Cta = I % 2;
    Targets.push_back(T);
  }
  Plan.expand("find", Targets);
  const Runs Planned = planRuns(Plan);
  // Four producers in each CTA; the consumers' two fit in beside them.
  EXPECT_EQ(Planned.All.size(), 4u);
  EXPECT_EQ(Planned.Stages.at(0).Bound, 4u);
  const Separation Why = separation(Plan, Planned.All[0], Planned.All[1]);
  ASSERT_NE(Why.Rule, nullptr);
  EXPECT_STREQ(Why.Rule->Name, "delay");
}
