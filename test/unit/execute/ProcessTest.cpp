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
#include <thread>

using namespace argus;

static ProcessRequest shell(const std::string &Script) {
  ProcessRequest Request;
  Request.Command = {"/bin/sh", "-c", Script};
  Request.Stdin = "/dev/null";
  return Request;
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
  // Ended, or a zombie that nobody has waited for yet.
  std::string State = "gone";
  for (int I = 0; I < 100; ++I) {
    std::ifstream Stat("/proc/" + std::to_string(Child) + "/stat");
    std::string Number, Name;
    if (!(Stat >> Number >> Name >> State))
      State = "gone";
    if (State == "gone" || State == "Z")
      break;
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  EXPECT_TRUE(State == "gone" || State == "Z") << State;
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
