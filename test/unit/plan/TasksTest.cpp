//===- TasksTest.cpp - from signals to a task graph ------------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plan/Tasks.h"

#include "support/Failure.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <list>

using namespace argus;

namespace {

/// Recipes of a test's own.
struct Planning : testing::Test {
  Recipe &recipe(const char *Name, TaskKind Kind, std::vector<std::string> Needs = {}) {
    Recipe &R = Own.emplace_back();
    R.Name = Name;
    R.Kind = Kind;
    R.Needs = std::move(Needs);
    R.Signal = Kind == TaskKind::Synthesise;
    return R;
  }

  RecipeBook book() const {
    std::vector<const Recipe *> All;
    for (const Recipe &R : Own)
      All.push_back(&R);
    return RecipeBook(All);
  }

  Tasks plan(std::vector<std::string> Signals) {
    Request.Signals = std::move(Signals);
    return Tasks(book(), Request);
  }

  static std::vector<std::string> names(const Tasks &Plan) {
    std::vector<std::string> Names;
    for (const TaskId T : Plan.inOrder())
      Names.push_back(Plan.graph()[T].id());
    std::sort(Names.begin(), Names.end());
    return Names;
  }

  static std::vector<std::string> makersOf(const Tasks &Plan, const std::string &Id) {
    std::vector<std::string> Names;
    const TaskGraph &G = Plan.graph();
    for (const TaskId T : boost::make_iterator_range(boost::vertices(G)))
      if (G[T].id() == Id)
        for (auto [E, End] = boost::in_edges(T, G); E != End; ++E)
          Names.push_back(G[boost::source(*E, G)].id());
    std::sort(Names.begin(), Names.end());
    return Names;
  }

  std::list<Recipe> Own;
  PlanRequest Request;
};

using Names = std::vector<std::string>;

} // namespace

TEST_F(Planning, TakesWhatSignalsNeedOnce) {
  recipe("raw", TaskKind::Collect);
  recipe("other", TaskKind::Collect);
  recipe("a", TaskKind::Synthesise, {"raw"});
  recipe("b", TaskKind::Synthesise, {"raw"});
  const Tasks Plan = plan({"a", "b"});
  EXPECT_EQ(names(Plan), (Names{"a", "b", "raw"}));
  EXPECT_EQ(makersOf(Plan, "b"), Names{"raw"});
  EXPECT_TRUE(Plan.lost().empty());
}

TEST_F(Planning, UnknownSignalsAreBadUsage) {
  recipe("raw", TaskKind::Collect);
  EXPECT_THROW(plan({"nothing"}), Failure);
  EXPECT_THROW(plan({"raw"}), Failure); // no signal
}

TEST_F(Planning, RecipesThatCannotBeMadeAreDefects) {
  recipe("a", TaskKind::Synthesise, {"missing"});
  EXPECT_THROW(plan({"a"}), std::logic_error);
  recipe("b", TaskKind::Synthesise, {"c"});
  recipe("c", TaskKind::Collect, {"b"});
  EXPECT_THROW(plan({"b"}), std::logic_error);
}

TEST_F(Planning, ControlTasksExpandThePlan) {
  recipe("run", TaskKind::Collect);
  recipe("find", TaskKind::Control, {"run"});
  recipe("build", TaskKind::Transform).ForEach = "find";
  recipe("probe", TaskKind::Collect, {"build"}).ForEach = "find";
  recipe("s", TaskKind::Synthesise, {"probe"});
  Tasks Plan = plan({"s"});
  EXPECT_EQ(names(Plan), (Names{"find", "run", "s"}));
  EXPECT_EQ(Plan.unexpanded(), std::set<std::string>{"find"});
  EXPECT_EQ(Plan.waitingFor("find").size(), 2u);
  Plan.expand("find", {{"x"}, {"y"}});
  EXPECT_TRUE(Plan.unexpanded().empty());
  EXPECT_EQ(names(Plan),
            (Names{"build x", "build y", "find", "probe x", "probe y", "run", "s"}));
  EXPECT_EQ(makersOf(Plan, "probe y"), (Names{"build y", "find"}));
  EXPECT_EQ(makersOf(Plan, "s"), (Names{"probe x", "probe y"}));
  EXPECT_THROW(Plan.expand("find", {}), std::logic_error);
}

TEST_F(Planning, TargetsOfTargetsTakeTheirParents) {
  recipe("images", TaskKind::Control);
  recipe("build", TaskKind::Transform).ForEach = "images";
  recipe("sites", TaskKind::Control, {"build"});
  recipe("probe", TaskKind::Collect, {"build"}).ForEach = "sites";
  recipe("s", TaskKind::Synthesise, {"probe"});
  Tasks Plan = plan({"s"});
  Plan.expand("images", {{"a"}, {"b"}});
  EXPECT_EQ(makersOf(Plan, "sites"), (Names{"build a", "build b"}));
  Plan.expand("sites", {{"1", "a"}, {"2", "b"}, {"3", "b"}});
  EXPECT_EQ(makersOf(Plan, "probe 3"), (Names{"build b", "sites"}));
  EXPECT_EQ(makersOf(Plan, "s"), (Names{"probe 1", "probe 2", "probe 3"}));
}

TEST_F(Planning, TargetsGiveEffectsTheirSubjects) {
  recipe("find", TaskKind::Control);
  Recipe &Probe = recipe("probe", TaskKind::Collect);
  Probe.ForEach = "find";
  Probe.Effects = {{EffectKind::RunsImage, "probes"},
                   {EffectKind::AddsCode, "", EffectOf::Whose::Region},
                   {EffectKind::Delays, "", EffectOf::Whose::Role}};
  recipe("s", TaskKind::Synthesise, {"probe"});
  Tasks Plan = plan({"s"});
  Plan.expand("find", {{"t", "", "k/loop", "producer", {3, 1}, 7}});
  const auto &Effects = Plan.graph()[Plan.tasksOf(Probe).at(0)].Effects;
  EXPECT_EQ(toString(Effects[0]), "runs probes");
  EXPECT_EQ(toString(Effects[1]), "adds code to k/loop in CTA 7");
  EXPECT_EQ(toString(Effects[2]),
            "delays producer at operation 1 of iteration 3 in CTA 7");
}

TEST_F(Planning, WhatCannotBeHadIsNamed) {
  recipe("counters", TaskKind::Collect).Requires = {Capability::Counters};
  recipe("memory", TaskKind::Synthesise, {"counters"});
  recipe("time", TaskKind::Collect);
  recipe("duration", TaskKind::Synthesise, {"time", "counters?"});
  Request.Missing[Capability::Counters] = "ERR_NVGPUCTRPERM";
  const Tasks Plan = plan({"memory", "duration"});
  EXPECT_EQ(names(Plan), (Names{"duration", "time"}));
  ASSERT_EQ(Plan.lost().size(), 2u);
  EXPECT_EQ(Plan.lost()[0].Signal, "memory");
  EXPECT_EQ(Plan.lost()[0].Reason,
            "counters needs permission for counters: ERR_NVGPUCTRPERM");
  EXPECT_EQ(Plan.lost()[1].Signal, "duration");
  EXPECT_EQ(Plan.lost()[1].Reason,
            "less is known: counters needs permission for counters: ERR_NVGPUCTRPERM");
}

TEST_F(Planning, KernelsThatSpinOnPeersAreNeitherReplayedNorSerialised) {
  recipe("serialised", TaskKind::Collect).Effects = {{EffectKind::SerialisesKernels}};
  recipe("continuous", TaskKind::Collect);
  recipe("stalls", TaskKind::Synthesise, {"serialised|continuous"});
  EXPECT_EQ(names(plan({"stalls"})), (Names{"serialised", "stalls"}));
  Request.Forbidden[EffectKind::SerialisesKernels] =
      "a grid barrier would wait for ever";
  const Tasks Plan = plan({"stalls"});
  EXPECT_EQ(names(Plan), (Names{"continuous", "stalls"}));
  ASSERT_EQ(Plan.lost().size(), 1u);
  EXPECT_EQ(Plan.lost()[0].Reason, "continuous takes the place: serialised serialises "
                                   "kernels: a grid barrier would wait for ever");
}

TEST(Recipes, OfTheProductMakeAPlan) {
  PlanRequest Request;
  for (const Recipe *R : allRecipes().all())
    if (R->Signal) {
      Request.Signals.push_back(R->Name);
      EXPECT_FALSE(R->Evidence.empty() || R->Qualifier.empty() || R->Meaning.empty());
    }
  Request.Missing[Capability::VirtualDevice] = "not asked for";
  const Tasks Plan(allRecipes(), Request);
  EXPECT_FALSE(Plan.inOrder().empty());
  EXPECT_EQ(Plan.unexpanded(), std::set<std::string>{"modules"});
}
