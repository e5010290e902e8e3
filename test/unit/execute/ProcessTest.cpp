//===- ProcessTest.cpp - programs are started, timed and ended ---------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "execute/Process.h"

#include "../Failures.h"
#include "support/Files.h"

#include <csignal>
#include <fstream>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace argus;

static ProcessRequest shell(const std::string &Script) {
  ProcessRequest Request;
  Request.Command = {"/bin/sh", "-c", Script};
  Request.Stdin = "/dev/null";
  return Request;
}

/// Ended, or a zombie that nobody has waited for yet.
static void expectGone(pid_t Pid) {
  std::string State;
  for (int I = 0; I < 250; ++I) {
    std::ifstream Stat("/proc/" + std::to_string(Pid) + "/stat");
    std::string Number, Name;
    if (!(Stat >> Number >> Name >> State))
      State = "gone";
    if (State == "gone" || State == "Z")
      return;
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  ADD_FAILURE() << "process " << Pid << " is in state " << State;
}

TEST(Process, ExitStatusIsReported) {
  EXPECT_TRUE(runProcess({{"true"}, {}, {}, {}, {}, {}}).ok());
  const ProcessResult False = runProcess({{"false"}, {}, {}, {}, {}, {}});
  EXPECT_FALSE(False.ok());
  EXPECT_EQ(False.ExitStatus, 1);
  EXPECT_EQ(False.text(), "exit status 1");
}

TEST(Process, SignalIsReported) {
  const ProcessResult Killed = runProcess(shell("kill -SEGV $$"));
  EXPECT_EQ(Killed.Signal, SIGSEGV);
  EXPECT_EQ(Killed.text(), "signal 11 (SIGSEGV, Segmentation fault)");
}

TEST(Process, OutputIsCapturedAndEnvironmentAdded) {
  const TemporaryDirectory Root(
      makeUniqueDirectory(fs::temp_directory_path(), "argus-process-"));
  ProcessRequest Request = shell("echo out $ARGUS_TEST_VALUE; echo err >&2; cat");
  Request.Environment["ARGUS_TEST_VALUE"] = "a b";
  Request.Stdout = (Root.path() / "out").string();
  Request.Stderr = (Root.path() / "err").string();
  EXPECT_TRUE(runProcess(Request).ok());
  EXPECT_EQ(readFile(Root.path() / "out"), "out a b\n");
  EXPECT_EQ(readFile(Root.path() / "err"), "err\n");

  Request.Stderr = Request.Stdout;
  EXPECT_TRUE(runProcess(Request).ok());
  EXPECT_EQ(readFile(Root.path() / "out"), "out a b\nerr\n");
}

TEST(Process, AddedVariableReplacesTheInheritedOne) {
  setenv("ARGUS_TEST_VALUE", "old", 1);
  ProcessRequest Request = shell("test \"$(env | grep ^ARGUS_TEST_VALUE=)\" = "
                                 "ARGUS_TEST_VALUE=new");
  Request.Environment["ARGUS_TEST_VALUE"] = "new";
  EXPECT_TRUE(runProcess(Request).ok());
  unsetenv("ARGUS_TEST_VALUE");
}

TEST(Process, TimeoutEndsTheWholeGroup) {
  const TemporaryDirectory Root(
      makeUniqueDirectory(fs::temp_directory_path(), "argus-process-"));
  const fs::path Pid = Root.path() / "pid";
  // A launcher whose child outlives it would go on using the GPU.
  ProcessRequest Request = shell("sleep 600 & echo $! > " + Pid.string() + "; wait");
  Request.TimeoutSeconds = 0.3;
  const ProcessResult Result = runProcess(Request);
  EXPECT_TRUE(Result.TimedOut);
  EXPECT_FALSE(Result.ok());
  EXPECT_LT(Result.Seconds, 60);
  EXPECT_EQ(Result.text().rfind("timed out after ", 0), 0u);
  pid_t Child = 0;
  std::ifstream(Pid) >> Child;
  ASSERT_GT(Child, 0);
  expectGone(Child);
}

/// In a process of its own, Argus as it waits for a script with a child. Both write
/// their process ids.
static pid_t startWaiting(const fs::path &Pids) {
  const pid_t Argus = fork();
  if (Argus == 0) {
    runProcess(shell("sleep 600 & echo $$ $! > " + Pids.string() + ".new; mv " +
                     Pids.string() + ".new " + Pids.string() + "; wait"));
    _exit(0);
  }
  for (int I = 0; I < 1000 && !fs::exists(Pids); ++I)
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  return Argus;
}

TEST(Process, ASignalThatEndsArgusEndsTheProgram) {
  for (const int Signal : {SIGTERM, SIGINT, SIGHUP}) {
    const TemporaryDirectory Root(
        makeUniqueDirectory(fs::temp_directory_path(), "argus-process-"));
    const pid_t Argus = startWaiting(Root.path() / "pids");
    pid_t Script = 0, Child = 0;
    std::ifstream(Root.path() / "pids") >> Script >> Child;
    ASSERT_GT(Child, 0);
    kill(Argus, Signal);
    int Status = 0;
    ASSERT_EQ(waitpid(Argus, &Status, 0), Argus);
    EXPECT_TRUE(WIFSIGNALED(Status)); // 128 + signal, to a shell
    EXPECT_EQ(WTERMSIG(Status), Signal);
    expectGone(Script);
    expectGone(Child);
  }
}

TEST(Process, TheProgramEndsWithArgusThatIsKilled) {
  const TemporaryDirectory Root(
      makeUniqueDirectory(fs::temp_directory_path(), "argus-process-"));
  const pid_t Argus = startWaiting(Root.path() / "pids");
  pid_t Script = 0, Child = 0;
  std::ifstream(Root.path() / "pids") >> Script >> Child;
  ASSERT_GT(Script, 0);
  kill(Argus, SIGKILL);
  waitpid(Argus, nullptr, 0);
  expectGone(Script);
  kill(Child, SIGKILL); // nobody but its parent could have told it
}

TEST(Process, WhatArgusIgnoresStaysIgnored) {
  const pid_t Argus = fork();
  if (Argus == 0) {
    signal(SIGHUP, SIG_IGN);
    _exit(runProcess(shell("kill -HUP $PPID; kill -HUP $$; exit 7")).ExitStatus);
  }
  int Status = 0;
  waitpid(Argus, &Status, 0);
  EXPECT_TRUE(WIFEXITED(Status));
  EXPECT_EQ(WEXITSTATUS(Status), 7);
}

TEST(Process, TimeoutDoesNotDelayAShortProgram) {
  ProcessRequest Request = shell("exit 7");
  Request.TimeoutSeconds = 600;
  const ProcessResult Result = runProcess(Request);
  EXPECT_EQ(Result.ExitStatus, 7);
  EXPECT_LT(Result.Seconds, 60);
}

TEST(Process, ProgramsThatCannotRunAreBadUsage) {
  const Failure Missing =
      failureOf([] { runProcess({{"./nope"}, {}, {}, {}, {}, {}}); });
  EXPECT_EQ(Missing.Code, ExitCode::BadUsage);
  EXPECT_EQ(Missing.Message, "cannot run ./nope: No such file or directory");
  EXPECT_EQ(failureOf([] { findProgram("argus-no-such-program"); }).Message,
            "cannot run argus-no-such-program: not found in PATH");

  const TemporaryDirectory Root(
      makeUniqueDirectory(fs::temp_directory_path(), "argus-process-"));
  const std::string File = (Root.path() / "data").string();
  writeFile(File, "no program");
  EXPECT_EQ(failureOf([&] { findProgram(File); }).Message,
            "cannot run " + File + ": not an executable file");
  EXPECT_EQ(failureOf([&] { findProgram(Root.path().string()); }).Message,
            "cannot run " + Root.path().string() + ": not an executable file");
}

TEST(Process, ManyKeepTheirOrder) {
  std::vector<ProcessRequest> Requests;
  for (int I = 0; I < 5; ++I)
    Requests.push_back(
        shell("sleep 0.0" + std::to_string(5 - I) + "; exit " + std::to_string(I)));
  const std::vector<ProcessResult> Results = runProcesses(Requests, 3);
  ASSERT_EQ(Results.size(), 5u);
  for (int I = 0; I < 5; ++I)
    EXPECT_EQ(Results[I].ExitStatus, I);
}
