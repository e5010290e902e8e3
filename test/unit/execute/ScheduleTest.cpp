//===- ScheduleTest.cpp - which steps may start ---------------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "execute/Schedule.h"

#include <gtest/gtest.h>
#include <random>
#include <stdexcept>

using namespace argus;

namespace {

Step step(StepKind Kind, const std::string &Resource = "") {
  Step S;
  S.Kind = Kind;
  S.Resource = Resource;
  return S;
}

const Step Build = step(StepKind::Compute);
const Step Join = step(StepKind::Inline);

/// All that may start now.
std::vector<StepId> takeAll(Schedule &Plan) {
  std::vector<StepId> Taken;
  while (const auto Id = Plan.take())
    Taken.push_back(*Id);
  return Taken;
}

using Ids = std::vector<StepId>;

TEST(Schedule, ComputeTakesCoresInTheOrderOfAddition) {
  Schedule Plan(2);
  for (int I = 0; I < 4; ++I)
    Plan.add(Build, {});
  EXPECT_EQ(takeAll(Plan), (Ids{0, 1}));
  Plan.finish(1, true);
  EXPECT_EQ(takeAll(Plan), (Ids{2}));
  Plan.finish(0, true);
  Plan.finish(2, true);
  EXPECT_EQ(takeAll(Plan), (Ids{3}));
}

TEST(Schedule, OneCollectForEachResourceWhileCoresWork) {
  Schedule Plan(1);
  const Step A = step(StepKind::Collect, "cuda:A"),
             B = step(StepKind::Collect, "cuda:B");
  const StepId A1 = Plan.add(A, {}), A2 = Plan.add(A, {}), B1 = Plan.add(B, {}),
               C1 = Plan.add(Build, {}), C2 = Plan.add(Build, {});
  EXPECT_EQ(takeAll(Plan), (Ids{A1, B1, C1}));
  Plan.finish(C1, true);
  EXPECT_EQ(takeAll(Plan), (Ids{C2}));
  Plan.finish(B1, true);
  EXPECT_EQ(takeAll(Plan), Ids{});
  Plan.finish(A1, true);
  EXPECT_EQ(takeAll(Plan), (Ids{A2}));
}

TEST(Schedule, CollectWithoutAResourceTakesACore) {
  Schedule Plan(2);
  for (int I = 0; I < 3; ++I)
    Plan.add(step(StepKind::Collect), {});
  EXPECT_EQ(takeAll(Plan), (Ids{0, 1}));
}

TEST(Schedule, ReadyCollectsAreTakenInTheOrderOfAddition) {
  Schedule Plan(8);
  const StepId Late = Plan.add(Build, {});
  const Step Run = step(StepKind::Collect, "cuda:A");
  const StepId First = Plan.add(Run, {Late}), Second = Plan.add(Run, {});
  EXPECT_EQ(takeAll(Plan), (Ids{Late, Second}));
  const StepId Third = Plan.add(Run, {});
  Plan.finish(Late, true);
  Plan.finish(Second, true);
  EXPECT_EQ(takeAll(Plan), (Ids{First}));
  Plan.finish(First, true);
  EXPECT_EQ(takeAll(Plan), (Ids{Third}));
}

TEST(Schedule, AFailureSkipsWhatDependsOnItAndNothingElse) {
  Schedule Plan(4);
  const StepId Bad = Plan.add(Build, {}), Good = Plan.add(Build, {});
  const StepId Run = Plan.add(Build, {Bad, Good}), Report = Plan.add(Build, {Run});
  const StepId Other = Plan.add(Build, {Good});
  takeAll(Plan);
  EXPECT_EQ(Plan.finish(Bad, false), (Ids{Run, Report}));
  EXPECT_EQ(Plan.because(Report), Bad);
  Plan.finish(Good, true);
  EXPECT_EQ(takeAll(Plan), (Ids{Other}));
  // What is added behind it later has no better luck.
  const StepId Late = Plan.add(Build, {Other, Report});
  EXPECT_EQ(Plan.state(Late), Outcome::Skipped);
  EXPECT_EQ(Plan.because(Late), Bad);
}

TEST(Schedule, AnywayRunsBehindAFailure) {
  Schedule Plan(4);
  Step Decide = Build;
  Decide.Anyway = true;
  const StepId Bad = Plan.add(Build, {}), Good = Plan.add(Build, {});
  const StepId Skipped = Plan.add(Build, {Bad});
  const StepId Last = Plan.add(Decide, {Skipped, Good});
  takeAll(Plan);
  EXPECT_EQ(Plan.finish(Bad, false), (Ids{Skipped}));
  EXPECT_EQ(takeAll(Plan), Ids{});
  Plan.finish(Good, true);
  EXPECT_EQ(takeAll(Plan), (Ids{Last}));
  EXPECT_EQ(takeAll(Plan), Ids{});
  const StepId Late = Plan.add(Decide, {Bad});
  EXPECT_EQ(takeAll(Plan), (Ids{Late}));
}

TEST(Schedule, NeedPutsAStepBeforeOneThatWaits) {
  Schedule Plan(4);
  const StepId Discover = Plan.add(Join, {}), Report = Plan.add(Build, {Discover});
  ASSERT_EQ(Plan.takeInline(), Discover);
  const StepId Probe = Plan.add(Build, {});
  EXPECT_EQ(Plan.need(Report, Probe), Ids{});
  Plan.finish(Discover, true);
  EXPECT_EQ(takeAll(Plan), (Ids{Probe}));
  Plan.finish(Probe, true);
  EXPECT_EQ(takeAll(Plan), (Ids{Report}));
}

TEST(Schedule, NeedOfWhatHasEnded) {
  Schedule Plan(1);
  const StepId Good = Plan.add(Build, {});
  takeAll(Plan);
  Plan.finish(Good, true);
  const StepId Bad = Plan.add(Build, {});
  takeAll(Plan);
  Plan.finish(Bad, false);
  const StepId Ready = Plan.add(Build, {}), User = Plan.add(Build, {Ready});
  EXPECT_EQ(Plan.need(Ready, Good), Ids{});
  EXPECT_EQ(Plan.need(Ready, Bad), (Ids{Ready, User}));
  EXPECT_EQ(takeAll(Plan), Ids{});
}

TEST(Schedule, CyclesAndUnknownStepsAreErrorsOfTheCaller) {
  Schedule Plan(1);
  const StepId A = Plan.add(Build, {}), B = Plan.add(Build, {A}),
               C = Plan.add(Build, {B});
  EXPECT_THROW(Plan.add(Build, {3}), std::logic_error); // itself
  EXPECT_EQ(Plan.size(), 3u);
  EXPECT_THROW(Plan.need(A, C), std::logic_error);
  EXPECT_THROW(Plan.need(A, A), std::logic_error);
  EXPECT_THROW(Plan.need(A, 7), std::logic_error);
  EXPECT_THROW(Plan.finish(A, true), std::logic_error); // not running
  takeAll(Plan);
  EXPECT_THROW(Plan.need(A, Plan.add(Build, {})), std::logic_error); // started
}

/// Runs a random plan to its end in a random order, with failures and with steps that
/// are added meanwhile, and checks each start.
class RandomPlan {
public:
  explicit RandomPlan(unsigned Seed) : Random(Seed), Cores(1 + Seed % 4), Plan(Cores) {}

  void run() {
    for (int I = 0; I < 40; ++I)
      addOne();
    while (true) {
      while (const auto Id = Plan.take())
        start(*Id);
      while (const auto Id = Plan.takeInline())
        start(*Id);
      if (Running.empty())
        break;
      finishOne();
      if (After.size() < 80 && below(3) == 0)
        addOne();
    }
    for (StepId Id = 0; Id < Plan.size(); ++Id)
      EXPECT_TRUE(Plan.state(Id) == Outcome::Done ||
                  Plan.state(Id) == Outcome::Failed ||
                  Plan.state(Id) == Outcome::Skipped)
          << "step " << Id << " was forgotten";
  }

private:
  size_t below(size_t N) { return Random() % N; }

  void addOne() {
    constexpr StepKind Kinds[] = {StepKind::Inline, StepKind::Compute,
                                  StepKind::Collect};
    Step S = step(Kinds[below(3)]);
    if (S.Kind == StepKind::Collect)
      S.Resource = std::string("AB").substr(below(3), 1);
    S.Anyway = below(8) == 0;
    Ids Before;
    for (size_t I = below(4); I > 0 && !After.empty(); --I)
      Before.push_back(below(After.size()));
    Plan.add(S, Before);
    After.push_back(Before);
    Steps.push_back(S);
  }

  static bool onCore(const Step &S) {
    return S.Kind == StepKind::Compute ||
           (S.Kind == StepKind::Collect && S.Resource.empty());
  }

  void start(StepId Id) {
    for (const StepId Before : After[Id]) {
      const Outcome::State State = Plan.state(Before);
      EXPECT_TRUE(
          State == Outcome::Done ||
          (Steps[Id].Anyway && State != Outcome::Waiting && State != Outcome::Running))
          << "step " << Id << " started before " << Before << " had ended";
    }
    Running.push_back(Id);
    size_t OnCores = 0;
    std::map<std::string, int> Used;
    for (const StepId R : Running) {
      OnCores += onCore(Steps[R]);
      if (!Steps[R].Resource.empty()) {
        EXPECT_LE(++Used[Steps[R].Resource], 1);
      }
    }
    EXPECT_LE(OnCores, Cores);
  }

  void finishOne() {
    const size_t At = below(Running.size());
    const StepId Id = Running[At];
    Running.erase(Running.begin() + static_cast<long>(At));
    for (const StepId Skipped : Plan.finish(Id, below(10) != 0))
      EXPECT_EQ(Plan.state(Plan.because(Skipped)), Outcome::Failed);
  }

  std::mt19937 Random;
  unsigned Cores;
  Schedule Plan;
  std::vector<Ids> After;
  std::vector<Step> Steps;
  Ids Running;
};

TEST(Schedule, RandomPlans) {
  for (unsigned Seed = 0; Seed < 500 && !testing::Test::HasFailure(); ++Seed) {
    SCOPED_TRACE(Seed);
    RandomPlan(Seed).run();
  }
}

} // namespace
