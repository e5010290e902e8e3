//===- IsolatedTest.cpp - programs that do their worst, in a worker -------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "execute/Isolated.h"

#include "../Failures.h"
#include "execute/CappedOutput.h"
#include "execute/ProgramRun.h"

#include <cerrno>
#include <csignal>
#include <cstring>
#include <fstream>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace argus;

namespace {

/// main() is the worker, too.
const std::string Self = fs::read_symlink("/proc/self/exe").string();

struct IsolatedTest : testing::Test {
  IsolatedTest()
      : Root(makeUniqueDirectory(fs::temp_directory_path(), "argus-isolated-")) {}

  fs::path file(const char *Name) const { return Root.path() / Name; }

  IsolatedRequest shell(const std::string &Script) const {
    IsolatedRequest Request;
    Request.Program.Command = {"/bin/sh", "-c", Script};
    Request.Program.Stdin = "/dev/null";
    Request.Program.Stdout = file("out").string();
    Request.Program.Stderr = file("err").string();
    Request.Program.Environment["DIR"] = Root.path().string();
    return Request;
  }

  IsolatedResult run(const IsolatedRequest &Request,
                     const std::vector<std::string> &Launcher = {}) const {
    return runIsolated(Request, Self, Root.path(), Launcher);
  }

  /// The process ids that a program wrote to DIR/pids.
  std::vector<pid_t> pids() const {
    std::ifstream File(file("pids"));
    return {std::istream_iterator<pid_t>(File), {}};
  }
  void waitForPids() const {
    for (int I = 0; I < 1000 && !fs::exists(file("pids")); ++I)
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }

  void expectAllGone() const {
    EXPECT_FALSE(pids().empty());
    for (const pid_t Pid : pids())
      EXPECT_TRUE(isGone(Pid)) << Pid;
  }
  static bool isGone(pid_t Pid) {
    for (int I = 0; I < 500; ++I) {
      std::ifstream Stat("/proc/" + std::to_string(Pid) + "/stat");
      std::string Number, Name, State;
      if (!(Stat >> Number >> Name >> State) || State == "Z")
        return true;
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    return false;
  }

  TemporaryDirectory Root;
};

/// Shell that writes its process id, and runs on in a way that SIGTERM does not end.
constexpr const char Stubborn[] =
    "trap '' TERM INT HUP; (echo $$; sh -c 'echo $PPID') > $DIR/new; mv $DIR/new "
    "$DIR/pids; while :; do sleep 600; done";

TEST_F(IsolatedTest, AllIsAsWithoutAWorker) {
  IsolatedRequest Request = shell("pwd; echo \"$WORD\" >&2; cat; exit 3");
  Request.Program.Environment["WORD"] = "a \xff b"; // no UTF-8
  writeFile(file("in"), "input\n");
  Request.Program.Stdin = file("in").string();
  const IsolatedResult Result = run(Request);
  EXPECT_EQ(Result.text(), "exit status 3");
  EXPECT_FALSE(Result.ok());
  EXPECT_TRUE(Result.notes().empty());
  EXPECT_EQ(readFile(file("out")), fs::current_path().string() + "\ninput\n");
  EXPECT_EQ(readFile(file("err")), "a \xff b\n");
  EXPECT_TRUE(run(shell("exit 0")).ok());
}

TEST_F(IsolatedTest, OneFileForBothOutputs) {
  IsolatedRequest Request = shell("echo a; echo b >&2; echo c");
  Request.Program.Stderr = Request.Program.Stdout;
  EXPECT_TRUE(run(Request).ok());
  EXPECT_EQ(readFile(file("out")), "a\nb\nc\n");
}

TEST_F(IsolatedTest, OurOwnInputIsItsInput) {
  writeFile(file("in"), "redirected\n");
  const int Saved = dup(STDIN_FILENO);
  ASSERT_NE(freopen(file("in").c_str(), "r", stdin), nullptr);
  IsolatedRequest Request = shell("cat");
  Request.Program.Stdin = "/proc/self/fd/0";
  EXPECT_TRUE(run(Request).ok());
  EXPECT_EQ(readFile(file("out")), "redirected\n");
  EXPECT_TRUE(run(Request, {"sh", "-c", "exec \"$@\" < /dev/null", "sh"}).ok());
  EXPECT_EQ(readFile(file("out")), "redirected\n");
  dup2(Saved, STDIN_FILENO);
  close(Saved);
}

TEST_F(IsolatedTest, Crash) {
  const IsolatedResult Result = run(shell("ulimit -c 0; kill -SEGV $$"));
  EXPECT_EQ(Result.Signal, SIGSEGV);
  EXPECT_EQ(Result.text(), "signal 11 (SIGSEGV, Segmentation fault)");
}

TEST_F(IsolatedTest, CrashWithACoreDump) {
  rlimit Limit;
  getrlimit(RLIMIT_CORE, &Limit);
  const std::string Pattern = readFile("/proc/sys/kernel/core_pattern");
  if (Limit.rlim_max == 0 || Pattern[0] == '/')
    GTEST_SKIP() << "this system dumps no core into the program's directory";
  const IsolatedResult Result =
      run(shell("cd $DIR; ulimit -c $(ulimit -H -c); kill -SEGV $$"));
  if (!Result.DumpedCore)
    GTEST_SKIP() << "this system dumps no core";
  EXPECT_NE(Result.text().find("; core dump: "), std::string::npos) << Result.text();
}

TEST_F(IsolatedTest, Hang) {
  IsolatedRequest Request = shell("echo $$ > $DIR/pids; exec sleep 600");
  Request.Program.TimeoutSeconds = 0.3;
  const IsolatedResult Result = run(Request);
  EXPECT_TRUE(Result.TimedOut);
  EXPECT_EQ(Result.text().rfind("timed out after 0.3", 0), 0u) << Result.text();
  expectAllGone();
}

TEST_F(IsolatedTest, HangThatIgnoresSignals) {
  IsolatedRequest Request = shell(Stubborn);
  Request.Program.TimeoutSeconds = 0.3;
  Request.Program.EndSeconds = 0.2;
  const IsolatedResult Result = run(Request);
  EXPECT_TRUE(Result.TimedOut);
  EXPECT_LT(Result.Seconds, 60);
  expectAllGone();
}

TEST_F(IsolatedTest, GrandchildThatGotAway) {
  // A session and a group of its own, its parent gone.
  const IsolatedResult Result = run(
      shell("setsid sh -c 'trap \"\" TERM; echo $$ > $DIR/new; mv $DIR/new $DIR/pids; "
            "while :; do sleep 600; done' & "
            "while [ ! -e $DIR/pids ]; do sleep 0.01; done; exit 0"));
  EXPECT_TRUE(Result.ok()) << Result.text();
  EXPECT_GE(Result.LeftBehind, 1u);
  ASSERT_EQ(Result.notes().size(), 1u);
  EXPECT_NE(Result.notes()[0].find("of its processes outlived it"), std::string::npos);
  expectAllGone();
}

TEST_F(IsolatedTest, FloodOfOutput) {
  IsolatedRequest Request =
      shell("echo first; yes | head -c 1000000000; echo last; echo e >&2");
  Request.OutputBytes = 1 << 20;
  const IsolatedResult Result = run(Request);
  EXPECT_TRUE(Result.ok()) << Result.text();
  EXPECT_EQ(Result.StdoutDropped, 6 + 1000000000 + 5 - (1u << 20));
  ASSERT_EQ(Result.notes().size(), 1u);
  EXPECT_EQ(Result.notes()[0],
            "953 MiB of its standard output were left out, in the middle");
  const std::string Kept = readFile(file("out"));
  EXPECT_LT(Kept.size(), (1u << 20) + 100);
  EXPECT_EQ(Kept.substr(0, 8), "first\ny\n");
  EXPECT_EQ(Kept.substr(Kept.size() - 7), "y\nlast\n");
  EXPECT_NE(Kept.find("\n[argus: 953 MiB of output left out]\n"), std::string::npos);
  EXPECT_EQ(readFile(file("err")), "e\n");
}

TEST_F(IsolatedTest, FloodOfAHang) {
  IsolatedRequest Request = shell("exec yes"); // the time-out comes all the same
  Request.Program.TimeoutSeconds = 0.3;
  Request.OutputBytes = 1 << 20;
  EXPECT_TRUE(run(Request).TimedOut);
}

TEST_F(IsolatedTest, TooMuchMemory) {
  // A shell variable that doubles; its child has the memory.
  IsolatedRequest Request = shell(
      "sh -c 'echo $$ > $DIR/pids; x=0123456789; while :; do x=$x$x; done'; exit 0");
  Request.MemoryBytes = 64 << 20;
  const IsolatedResult Result = run(Request);
  EXPECT_TRUE(Result.OverMemory);
  EXPECT_FALSE(Result.ok());
  EXPECT_GT(Result.PeakResidentBytes, 64u << 20);
  EXPECT_EQ(Result.text().rfind("killed, since it used ", 0), 0u) << Result.text();
  EXPECT_NE(Result.text().find("--memory-limit"), std::string::npos);
  expectAllGone();
}

TEST_F(IsolatedTest, MemoryWithinTheLimit) {
  IsolatedRequest Request = shell("sleep 0.1");
  Request.MemoryBytes = uint64_t{1} << 40;
  const IsolatedResult Result = run(Request);
  EXPECT_TRUE(Result.ok()) << Result.text();
  EXPECT_GT(Result.PeakResidentBytes, 0u);
}

TEST_F(IsolatedTest, ProgramThatCannotBeStarted) {
  IsolatedRequest Request = shell("");
  Request.Program.Command = {"./nope"};
  EXPECT_EQ(run(Request).text(), "cannot run ./nope: No such file or directory");
  Request = shell("true");
  Request.Program.Stdout = "/nonexistent/out";
  EXPECT_EQ(run(Request).NotStarted,
            "cannot write /nonexistent/out: No such file or directory");
}

TEST_F(IsolatedTest, DirectoryThatAnotherMachineLacks) {
  const fs::path Here = fs::current_path();
  const fs::path Gone = file("gone");
  fs::create_directories(Gone);
  fs::current_path(Gone);
  const IsolatedResult Result =
      run(shell("true"),
          {"sh", "-c", "cd /; rmdir " + Gone.string() + "; exec \"$@\"", "sh"});
  fs::current_path(Here);
  EXPECT_EQ(Result.NotStarted, "there is no directory " + Gone.string() +
                                   " where the program is to run: No such file or "
                                   "directory");
}

TEST_F(IsolatedTest, FullFileSystem) {
  const fs::path Small = file("small");
  fs::create_directories(Small);
  if (mount("tmpfs", Small.c_str(), "tmpfs", 0, "size=256k") != 0)
    GTEST_SKIP() << "cannot mount a small file system: " << std::strerror(errno);
  IsolatedRequest Request = shell("yes | head -c 10000000; exit 0");
  Request.Program.Stdout = (Small / "out").string();
  Request.Program.Stderr = (Small / "err").string();
  const IsolatedResult Result = runIsolated(Request, Self, Small);
  umount(Small.c_str());
  EXPECT_FALSE(Result.ok());
  EXPECT_EQ(Result.ExitStatus, 0);
  EXPECT_GT(Result.StdoutDropped, 9000000u);
  EXPECT_EQ(Result.text(), "exit status 0; its output is not complete: cannot write " +
                               (Small / "out").string() + ": No space left on device");
}

TEST_F(IsolatedTest, LauncherThatRunsNothing) {
  const IsolatedResult Result =
      run(shell("true"), {"sh", "-c", "echo queue is closed; exit 0"});
  EXPECT_FALSE(Result.ok());
  EXPECT_EQ(Result.text(),
            "the launcher ended and no worker left a result: sh -c 'echo "
            "queue is closed; exit 0': exit status 0\nit wrote: queue is "
            "closed");
}

TEST_F(IsolatedTest, LauncherThatIsMissing) {
  EXPECT_EQ(failureOf([&] { run(shell("true"), {"argus-no-launcher"}); }).Message,
            "cannot run argus-no-launcher: not found in PATH");
}

TEST_F(IsolatedTest, LauncherIsInFrontOfTheWorker) {
  EXPECT_TRUE(run(shell("test \"$FROM\" = launcher"), {"env", "FROM=launcher"}).ok());
}

TEST_F(IsolatedTest, GarbageInPlaceOfAResult) {
  const IsolatedResult Result =
      run(shell("true"),
          {"sh", "-c", "echo '{\"exit' > $(dirname $3)/worker.result.json", "sh"});
  EXPECT_FALSE(Result.ok());
  EXPECT_EQ(Result.text().rfind("the result of its worker process is damaged: " +
                                    file("worker.result.json").string() + ": ",
                                0),
            0u)
      << Result.text();
}

TEST_F(IsolatedTest, ResultOfARunBeforeIsNotTaken) {
  EXPECT_TRUE(run(shell("true")).ok());
  EXPECT_FALSE(run(shell("true"), {"sh", "-c", "exit 1"}).ok());
}

TEST_F(IsolatedTest, WorkerThatIsKilled) {
  // The shell's parent is the worker. What is left must not run on.
  const IsolatedResult Result = run(
      shell("setsid sh -c 'trap \"\" TERM; echo $$ > $DIR/new; mv $DIR/new $DIR/pids; "
            "while :; do sleep 600; done' & "
            "while [ ! -e $DIR/pids ]; do sleep 0.01; done; kill -9 $PPID; sleep 600"));
  EXPECT_FALSE(Result.ok());
  EXPECT_EQ(Result.text(), "the worker process that ran it left no result: signal 9 "
                           "(SIGKILL, Killed)");
  expectAllGone();
}

/// Argus, ended by a signal while it runs a program that ignores SIGTERM.
class EndOfArgus : public IsolatedTest, public testing::WithParamInterface<int> {};

TEST_P(EndOfArgus, EndsTheStubborn) {
  const pid_t Argus = fork();
  if (Argus == 0) {
    run(shell(Stubborn));
    _exit(0);
  }
  waitForPids();
  kill(Argus, GetParam());
  int Status = 0;
  waitpid(Argus, &Status, 0);
  EXPECT_TRUE(WIFSIGNALED(Status));
  EXPECT_EQ(WTERMSIG(Status), GetParam());
  expectAllGone();
}

INSTANTIATE_TEST_SUITE_P(Signals, EndOfArgus, testing::Values(SIGINT, SIGKILL));

TEST_F(IsolatedTest, InteractiveProgramsHaveOurFiles) {
  const pid_t Argus = fork();
  if (Argus == 0) {
    (void)!freopen(file("out").c_str(), "w", stdout);
    IsolatedRequest Request = shell("echo mine");
    Request.Program.Stdin = Request.Program.Stdout = Request.Program.Stderr = "";
    Request.Interactive = true;
    _exit(run(Request).ok() ? 0 : 1);
  }
  int Status = 0;
  waitpid(Argus, &Status, 0);
  EXPECT_EQ(Status, 0);
  EXPECT_EQ(readFile(file("out")), "mine\n");
}

TEST_F(IsolatedTest, ManyAtOnce) {
  std::vector<std::thread> Threads;
  std::array<IsolatedResult, 8> Results;
  for (size_t I = 0; I < Results.size(); ++I)
    Threads.emplace_back([&, I] {
      const fs::path Own = Root.path() / std::to_string(I);
      fs::create_directories(Own);
      IsolatedRequest Request = shell("echo $$; exit " + std::to_string(I));
      Request.Program.Stdout = (Own / "out").string();
      Results[I] = runIsolated(Request, Self, Own);
    });
  for (std::thread &Thread : Threads)
    Thread.join();
  for (size_t I = 0; I < Results.size(); ++I)
    EXPECT_EQ(Results[I].ExitStatus, static_cast<int>(I)) << Results[I].text();
}

TEST_F(IsolatedTest, BadRequestFile) {
  fs::path Directory;
  EXPECT_EQ(failureOf([&] {
              parseIsolatedRequest("{", "w.json", Directory);
            }).Message.rfind("w.json: ", 0),
            0u);
  EXPECT_EQ(failureOf([&] { parseIsolatedRequest("{}", "w.json", Directory); }).Code,
            ExitCode::Internal);
  EXPECT_EQ(failureOf([] { runIsolatedWorker({}); }).Code, ExitCode::BadUsage);
}

TEST_F(IsolatedTest, RequestSurvivesTheFile) {
  IsolatedRequest Request = shell("x\n\xc3");
  Request.Program.TimeoutSeconds = 1.5;
  Request.MemoryBytes = 5;
  Request.Interactive = true;
  fs::path Directory;
  const IsolatedRequest Read =
      parseIsolatedRequest(toJson(Request, "/a b"), "w.json", Directory);
  EXPECT_EQ(Directory, "/a b");
  EXPECT_EQ(toJson(Read, Directory), toJson(Request, "/a b"));
  EXPECT_EQ(Read.Program.Command, Request.Program.Command);
  EXPECT_EQ(Read.MemoryBytes, 5u);
}

TEST_F(IsolatedTest, FailureOfARunNamesTheProgramsOwnCommand) {
  ProgramRun Run;
  Run.Id = "trace-2";
  Run.Command = {"/bin/sh", "-c", "kill -9 $PPID; sleep 600"};
  Run.Directory = Root.path();
  Run.Argus = Self;
  const Failure Failed = failureOf([&] { runProgram(Run); });
  EXPECT_EQ(Failed.Code, ExitCode::ProgramFailed);
  EXPECT_NE(
      Failed.Message.find("failed in run trace-2: /bin/sh -c 'kill -9 $PPID; sleep "
                          "600': the worker process that ran it left no result"),
      std::string::npos)
      << Failed.Message;
  EXPECT_EQ(Failed.Remedy.rfind("repeat: env ", 0), 0u);
  EXPECT_EQ(Failed.Remedy.find(IsolatedCommand), std::string::npos);
  Run.Command = {"./nope"};
  EXPECT_EQ(failureOf([&] { runProgram(Run); }).Code, ExitCode::BadUsage);
}

//===- What is kept of output --------------------------------------------------===//

std::string capped(const std::string &Text, uint64_t Limit, size_t Piece) {
  const TemporaryDirectory Root(
      makeUniqueDirectory(fs::temp_directory_path(), "argus-capped-"));
  CappedOutput Output((Root.path() / "f").string(), Limit);
  for (size_t At = 0; At < Text.size(); At += Piece)
    Output.add(std::string_view(Text).substr(At, Piece));
  Output.finish();
  EXPECT_EQ(Output.dropped(), Text.size() > Limit ? Text.size() - Limit : 0);
  EXPECT_EQ(Output.error(), "");
  return readFile(Root.path() / "f");
}

TEST(CappedOutput, FirstAndLastHalf) {
  std::string Text;
  for (int I = 0; I < 100; ++I)
    Text += static_cast<char>('!' + I % 90);
  for (const uint64_t Limit : {2, 7, 10, 99, 100, 101})
    for (const size_t Piece : {1, 3, 10, 100}) {
      const uint64_t Half = Limit / 2, Last = Limit - Half;
      const std::string Expected =
          Text.size() <= Limit
              ? Text
              : Text.substr(0, Half) +
                    "\n[argus: " + std::to_string(Text.size() - Limit) +
                    " B of output left out]\n" + Text.substr(Text.size() - Last);
      EXPECT_EQ(capped(Text, Limit, Piece), Expected) << Limit << " " << Piece;
    }
}

TEST(CappedOutput, WhatTheDiskDoesNotTakeIsCounted) {
  CappedOutput Output("/dev/full", 1000);
  Output.add("abc");
  Output.add("de");
  EXPECT_EQ(Output.dropped(), 5u);
  EXPECT_EQ(Output.error(), "cannot write /dev/full: No space left on device");
}

} // namespace

int main(int argc, char **argv) {
  if (argc > 1 && std::string(argv[1]) == IsolatedCommand)
    return runIsolatedWorker({argv + 2, argv + argc});
  testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
