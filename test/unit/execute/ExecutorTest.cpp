//===- ExecutorTest.cpp - steps run as their inputs get ready -------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "execute/Executor.h"

#include "execute/Process.h"
#include "support/Files.h"

#include <atomic>
#include <csignal>
#include <gtest/gtest.h>
#include <random>
#include <stdexcept>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace argus;

namespace {

/// Does work when the executor waits, on one thread: of what was started, a random one.
/// Each takes a second.
class FakeRunner final : public StepRunner {
public:
  explicit FakeRunner(unsigned Seed = 0) : Random(Seed) {}
  void start(std::function<void()> Work) override {
    Started.push_back(std::move(Work));
    Most = std::max(Most, Started.size());
  }
  void await(double) override {
    ASSERT_FALSE(Started.empty());
    const size_t At = Random() % Started.size();
    const std::function<void()> Work = std::move(Started[At]);
    Started.erase(Started.begin() + static_cast<long>(At));
    Time += 1;
    Work();
  }
  void awaitAll() override { EXPECT_TRUE(Started.empty()); }
  double now() const override { return Time; }

  size_t Most = 0;

private:
  std::mt19937 Random;
  std::vector<std::function<void()>> Started;
  double Time = 0;
};

struct ExecutorTest : testing::Test {
  Step step(const std::string &Name, StepKind Kind = StepKind::Compute) {
    Step S;
    S.Name = Name;
    S.Kind = Kind;
    S.Work = [this, Name] { Log.push_back(Name); };
    return S;
  }
  Step failing(const std::string &Name, std::function<void()> Work) {
    Step S = step(Name);
    S.Work = std::move(Work);
    return S;
  }

  FakeRunner Runner;
  Progress Silent{Verbosity::Quiet,
                  4,
                  {[this](std::string_view Text) { Shown += Text; }, [] { return 0.0; },
                   [] { return 0u; }}};
  Executor All{4, Runner, Silent};
  std::vector<std::string> Log;
  std::string Shown;
};

TEST_F(ExecutorTest, InputsComeFirst) {
  const StepId A = All.add(step("a"), {}),
               B = All.add(step("b", StepKind::Inline), {A});
  const StepId C = All.add(step("c", StepKind::Collect), {B});
  EXPECT_EQ(All.outcome(C).Is, Outcome::Waiting);
  All.run();
  EXPECT_EQ(Log, (std::vector<std::string>{"a", "b", "c"}));
  for (const StepId Id : {A, B, C})
    EXPECT_EQ(All.outcome(Id).Is, Outcome::Done);
  EXPECT_EQ(All.outcome(A).Seconds, 1);
}

TEST_F(ExecutorTest, InlineRunsOnTheCallersThread) {
  const std::thread::id Caller = std::this_thread::get_id();
  ThreadRunner Threads;
  Executor Real(2, Threads, Silent);
  std::thread::id Inline, Compute;
  Step A = step("a", StepKind::Inline), B = step("b");
  A.Work = [&] { Inline = std::this_thread::get_id(); };
  B.Work = [&] { Compute = std::this_thread::get_id(); };
  Real.add(A, {Real.add(B, {})});
  Real.run();
  EXPECT_EQ(Inline, Caller);
  EXPECT_NE(Compute, Caller);
}

TEST_F(ExecutorTest, AFailureIsIsolated) {
  const StepId Bad = All.add(
      failing("bad", [] { throw Failure(ExitCode::ProgramFailed, "it crashed"); }), {});
  const StepId Run = All.add(step("run"), {Bad}), Join = All.add(step("join"), {Run});
  const StepId Other = All.add(step("other"), {});
  All.run();
  EXPECT_EQ(Log, std::vector<std::string>{"other"});
  EXPECT_EQ(All.outcome(Bad).Is, Outcome::Failed);
  EXPECT_EQ(All.outcome(Bad).Why->Message, "it crashed");
  EXPECT_EQ(All.outcome(Other).Is, Outcome::Done);
  for (const StepId Id : {Run, Join}) {
    EXPECT_EQ(All.outcome(Id).Is, Outcome::Skipped);
    EXPECT_EQ(All.outcome(Id).Because, Bad);
    EXPECT_EQ(All.outcome(Id).Why->Message, "it crashed");
  }
  EXPECT_EQ(Shown, "argus: failed: bad\n");
}

TEST_F(ExecutorTest, OtherExceptionsAreDefects) {
  const StepId A = All.add(failing("a", [] { throw std::runtime_error("no"); }), {});
  const StepId B = All.add(failing("b", [] { throw 7; }), {});
  All.run();
  EXPECT_EQ(All.outcome(A).Why->Code, ExitCode::Internal);
  EXPECT_EQ(All.outcome(A).Why->Message, "a: no");
  EXPECT_EQ(All.outcome(B).Why->Code, ExitCode::Internal);
}

TEST_F(ExecutorTest, ThePlanGrowsWhileItRuns) {
  Step Discover = step("discover", StepKind::Inline);
  StepId Report = 0;
  Discover.Work = [&] {
    for (const char *Name : {"probe 1", "probe 2"})
      All.need(Report, All.add(step(Name), {All.add(step("build"), {})}));
  };
  const StepId Found = All.add(Discover, {});
  Report = All.add(step("report"), {Found});
  All.run();
  ASSERT_EQ(Log.size(), 5u);
  EXPECT_EQ(Log.back(), "report");
}

TEST_F(ExecutorTest, ReuseIsNoted) {
  Step Found = step("found"), Made = step("made");
  Found.Work = [] { Executor::reused(); };
  const StepId A = All.add(Found, {}), B = All.add(Made, {A});
  All.run();
  EXPECT_TRUE(All.outcome(A).Reused);
  EXPECT_FALSE(All.outcome(B).Reused);
}

TEST_F(ExecutorTest, NothingToDo) {
  All.run();
  All.add(step("later"), {});
  All.run(); // once more
  EXPECT_EQ(Log.size(), 1u);
  EXPECT_THROW(All.outcome(1), std::logic_error);
  EXPECT_THROW(All.add(step("x"), {9}), std::logic_error);
  All.run();
  EXPECT_EQ(Log.size(), 1u);
}

TEST_F(ExecutorTest, CoresAreALimit) {
  for (int I = 0; I < 20; ++I)
    All.add(step("x"), {});
  All.run();
  EXPECT_EQ(Runner.Most, 4u);
}

/// On real threads: each step finds those before it done, and resources are not shared.
TEST_F(ExecutorTest, RandomPlansOnThreads) {
  for (unsigned Seed = 0; Seed < 30; ++Seed) {
    std::mt19937 Random(Seed);
    ThreadRunner Threads;
    Executor Real(3, Threads, Silent);
    std::vector<std::atomic<bool>> Done(200);
    std::atomic<int> InUse = 0, Count = 0;
    for (size_t I = 0; I < Done.size(); ++I) {
      std::vector<StepId> After;
      for (size_t N = Random() % 4; N > 0 && I > 0; --N)
        After.push_back(Random() % I);
      Step S;
      S.Kind = static_cast<StepKind>(Random() % 3);
      S.Resource = S.Kind == StepKind::Collect ? "cuda:A" : "";
      S.Work = [&, I, After, Alone = !S.Resource.empty()] {
        for (const StepId Before : After)
          EXPECT_TRUE(Done[Before]);
        EXPECT_LE(InUse += Alone, 1) << Alone;
        std::this_thread::yield();
        InUse -= Alone;
        Done[I] = true;
        ++Count;
      };
      Real.add(S, After);
    }
    Real.run();
    EXPECT_EQ(Count, 200);
  }
}

size_t filesIn(const fs::path &Directory) {
  return static_cast<size_t>(
      std::distance(fs::directory_iterator(Directory), fs::directory_iterator()));
}

TEST_F(ExecutorTest, ASignalEndsAllAndStartsNothingMore) {
  const TemporaryDirectory Root(
      makeUniqueDirectory(fs::temp_directory_path(), "argus-executor-"));
  const fs::path Ran = Root.path() / "ran", Said = Root.path() / "said";
  fs::create_directories(Ran);
  const pid_t Argus = fork();
  if (Argus == 0) {
    (void)!freopen(Said.c_str(), "w", stderr);
    Progress Shown(Verbosity::Quiet, 2, progressOnStderr());
    ThreadRunner Threads;
    Executor Real(2, Threads, Shown);
    for (int I = 0; I < 10; ++I) {
      Step S = step("run");
      S.Work = [&, I] {
        ProcessRequest Request;
        Request.Command = {"/bin/sh", "-c",
                           "touch " + (Ran / std::to_string(I)).string() +
                               "; exec sleep 600"};
        Request.Stdin = "/dev/null";
        throw Failure(ExitCode::ProgramFailed, runProcess(Request).text());
      };
      Real.add(S, {});
    }
    Real.run();
    _exit(0);
  }
  for (int I = 0; I < 1000 && filesIn(Ran) < 2; ++I)
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  kill(Argus, SIGTERM);
  int Status = 0;
  waitpid(Argus, &Status, 0);
  EXPECT_TRUE(WIFSIGNALED(Status));
  EXPECT_EQ(filesIn(Ran), 2u);
  EXPECT_EQ(readFile(Said), ""); // that the programs were ended is no failure of theirs
}

} // namespace
