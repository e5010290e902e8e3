//===- ProgressTest.cpp - what the user sees while steps run --------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "execute/Progress.h"

#include "support/Text.h"

#include <gtest/gtest.h>

using namespace argus;

namespace {

Step step(const std::string &Name, StepKind Kind = StepKind::Compute,
          double Estimate = 0) {
  Step S;
  S.Name = Name;
  S.Kind = Kind;
  S.Estimate = Estimate;
  return S;
}

Outcome done(double Seconds = 0) {
  Outcome O;
  O.Is = Outcome::Done;
  O.Seconds = Seconds;
  return O;
}

Outcome failed(const std::string &Why) {
  Outcome O;
  O.Is = Outcome::Failed;
  O.Why = Failure(ExitCode::ProgramFailed, Why);
  return O;
}

struct ProgressTest : testing::Test {
  ProgressOutput output() {
    return {[this](std::string_view Text) { Shown += Text; }, [this] { return Time; },
            [this] { return Columns; }};
  }
  std::string taken() { return std::exchange(Shown, {}); }

  /// What a terminal shows of it, line by line.
  static std::vector<std::string> screen(const std::string &Bytes) {
    std::vector<std::string> Lines = {""};
    for (size_t I = 0; I < Bytes.size(); ++I)
      if (Bytes[I] == '\n')
        Lines.emplace_back();
      else if (Bytes.compare(I, 4, "\r\033[K") == 0)
        I += 3, Lines.back().clear();
      else
        Lines.back() += Bytes[I];
    return Lines;
  }

  std::string Shown;
  double Time = 0;
  unsigned Columns = 0;
  const Step Build = step("build trace gemm.cu sm_90a"),
             Run = step("run trace-1", StepKind::Collect),
             Join = step("join", StepKind::Inline);
};

TEST_F(ProgressTest, PlainLinesWhenPiped) {
  Progress P(Verbosity::Normal, 2, output());
  for (const Step *S : {&Build, &Run, &Join})
    P.added(S == &Build ? 0 : S == &Run ? 1 : 2, *S);
  P.started(0);
  P.ended(0, done());
  P.started(1);
  P.tick();
  P.ended(1, failed("exit status 3\nrepeat: ..."));
  P.started(2);
  P.ended(2, done());
  P.note("waiting");
  P.command("env");
  EXPECT_EQ(Shown, "argus: build trace gemm.cu sm_90a\n"
                   "argus: run trace-1\n"
                   "argus: failed: run trace-1\n"
                   "argus: waiting\n");
}

TEST_F(ProgressTest, ReuseIsShown) {
  Progress P(Verbosity::Normal, 2, output());
  P.added(0, Build);
  P.started(0);
  Outcome O = done();
  O.Reused = true;
  P.ended(0, O);
  EXPECT_EQ(Shown, "argus: build trace gemm.cu sm_90a\n"
                   "argus: build trace gemm.cu sm_90a: reused\n");
}

TEST_F(ProgressTest, QuietTellsErrorsOnly) {
  Progress P(Verbosity::Quiet, 2, output());
  Columns = 80; // on a terminal too
  P.added(0, Build);
  P.added(1, Run);
  P.started(0);
  P.tick();
  P.ended(0, done());
  P.note("waiting");
  P.command("env");
  EXPECT_EQ(Shown, "");
  P.started(1);
  P.ended(1, failed("it hung"));
  P.error("no GPU");
  EXPECT_EQ(Shown, "argus: failed: run trace-1\nargus: no GPU\n");
}

TEST_F(ProgressTest, VerboseTellsEachStepWithItsCommand) {
  Progress P(Verbosity::Verbose, 2, output());
  Columns = 80;
  P.added(0, Build);
  P.added(1, Run);
  Time = 1;
  P.started(0);
  P.command("ptxas x.ptx");
  Time = 3.5;
  P.ended(0, failed("no"));
  Outcome Skipped;
  Skipped.Is = Outcome::Skipped;
  Skipped.Because = 0;
  P.ended(1, Skipped);
  EXPECT_EQ(
      Shown,
      "argus: 1.000 s: start build trace gemm.cu sm_90a\n"
      "argus:   $ ptxas x.ptx\n"
      "argus: failed: build trace gemm.cu sm_90a\n"
      "argus: 3.500 s: end build trace gemm.cu sm_90a, 0.000 s\n"
      "argus: 3.500 s: skip run trace-1, which needs build trace gemm.cu sm_90a\n");
}

TEST_F(ProgressTest, OneLineOnATerminal) {
  Columns = 80;
  {
    Progress P(Verbosity::Normal, 2, output());
    P.added(0, Build);
    P.added(1, Run);
    P.started(0);
    EXPECT_EQ(screen(Shown), (std::vector<std::string>{
                                 "argus: 0/2 done: build trace gemm.cu sm_90a"}));
    Time = 1;
    P.ended(0, done());
    P.started(1);
    P.note("a note");
    P.tick();
    EXPECT_EQ(screen(Shown), (std::vector<std::string>{
                                 "argus: a note", "argus: 1/2 done: run trace-1"}));
  }
  EXPECT_EQ(screen(Shown), (std::vector<std::string>{"argus: a note", ""}));
}

TEST_F(ProgressTest, TheLineNeverWraps) {
  Columns = 20;
  Progress P(Verbosity::Normal, 2, output());
  const Step Long = step("build \xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\nx\033[2J");
  P.added(0, Long);
  P.started(0);
  const std::string Line = screen(Shown).back();
  EXPECT_EQ(Line, "argus: 0/1 done:...");
  Columns = 40;
  P.tick();
  EXPECT_EQ(screen(Shown).back(),
            "argus: 0/1 done: build \xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4?x?[2J");
  Columns = 32;
  P.tick();
  EXPECT_EQ(displayWidth(screen(Shown).back()), 31u);
  EXPECT_EQ(screen(Shown).size(), 1u);
  Columns = 1;
  P.tick();
  EXPECT_EQ(screen(Shown).back(), "");
}

TEST_F(ProgressTest, ThousandsOfShortStepsAreNotDrawnEach) {
  Columns = 80;
  Progress P(Verbosity::Normal, 2, output());
  for (StepId Id = 0; Id < 1000; ++Id) {
    P.added(Id, Build);
    P.started(Id);
    Time += 0.001;
    P.ended(Id, done());
  }
  EXPECT_LT(Shown.size(), 2000u);
}

TEST_F(ProgressTest, SilentWhileAProgramHasTheTerminal) {
  Columns = 80;
  Progress P(Verbosity::Normal, 2, output());
  P.added(0, Run);
  P.added(1, Build);
  P.started(0);
  {
    const Progress::TerminalLent Lent(P);
    EXPECT_EQ(screen(taken()), std::vector<std::string>{""}); // the line is gone
    Time = 5;
    P.started(1);
    P.tick();
    P.note("later");
    P.ended(1, failed("bad"));
    EXPECT_EQ(Shown, "");
  }
  EXPECT_EQ(screen(Shown),
            (std::vector<std::string>{"argus: later",
                                      "argus: failed: build trace gemm.cu sm_90a",
                                      "argus: 1/2 done, 1 failed: run trace-1"}));
}

TEST_F(ProgressTest, LineIsGoneWhenAllIsDone) {
  Columns = 80;
  Progress P(Verbosity::Normal, 2, output());
  P.added(0, Run);
  P.started(0);
  P.ended(0, done());
  P.finished();
  EXPECT_EQ(screen(Shown), std::vector<std::string>{""});
}

//===- Time left -------------------------------------------------------------===//

TEST(TimeLeft, EstimatesAreCorrectedByWhatWasMeasured) {
  TimeLeft Left(2);
  const Step Ten = step("build", StepKind::Compute, 10);
  for (int I = 0; I < 5; ++I)
    Left.added(Ten);
  EXPECT_DOUBLE_EQ(*Left.seconds({}), 25); // on two cores
  Left.ended(Ten, done(20));
  EXPECT_DOUBLE_EQ(*Left.seconds({}), 40);
  EXPECT_DOUBLE_EQ(*Left.seconds({{&Ten, 15}}), 32.5);
  EXPECT_DOUBLE_EQ(*Left.seconds({{&Ten, 500}}), 30); // it takes longer than thought
}

TEST(TimeLeft, ResourcesWorkSideBySide) {
  TimeLeft Left(1);
  Step A = step("run", StepKind::Collect, 4), B = A;
  A.Resource = "cuda:A";
  B.Resource = "cuda:B";
  for (int I = 0; I < 3; ++I)
    Left.added(A);
  Left.added(B);
  EXPECT_DOUBLE_EQ(*Left.seconds({}), 12);
}

TEST(TimeLeft, WithoutAnEstimateOthersTell) {
  TimeLeft Left(1);
  const Step Unknown = step("run");
  for (int I = 0; I < 3; ++I)
    Left.added(Unknown);
  EXPECT_FALSE(Left.seconds({}));
  Outcome Reused = done(0);
  Reused.Reused = true;
  Left.ended(Unknown, Reused); // tells nothing of the others
  EXPECT_FALSE(Left.seconds({}));
  Left.ended(Unknown, done(3));
  EXPECT_DOUBLE_EQ(*Left.seconds({}), 3);
}

TEST(TimeLeft, Text) {
  EXPECT_EQ(durationText(4.4), "4 s");
  EXPECT_EQ(durationText(89), "89 s");
  EXPECT_EQ(durationText(150), "2 min");
  EXPECT_EQ(durationText(9000), "2.5 h");
}

} // namespace
