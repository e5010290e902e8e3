//===- Process.cpp - starts programs and waits for them -------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "execute/Process.h"

#include "support/Failure.h"
#include "support/Text.h"

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

extern char **environ;

namespace argus {

using namespace std::chrono_literals;

/// The process group that an interrupt of Argus must end too; 0: none.
static std::atomic<pid_t> InterruptGroup{0};

static void forwardInterrupt(int Signal) {
  const pid_t Group = InterruptGroup.load();
  if (Group > 0)
    kill(-Group, Signal);
  signal(Signal, SIG_DFL);
  raise(Signal);
}

/// "SIGSEGV, Segmentation fault".
static std::string signalText(int Signal) {
  const char *Name = sigabbrev_np(Signal);
  const char *Description = sigdescr_np(Signal);
  if (!Name || !Description)
    return "real-time signal";
  return fmt::format("SIG{}, {}", Name, Description);
}

std::string ProcessResult::text() const {
  if (TimedOut)
    return fmt::format("timed out after {:.3g} s", Seconds);
  if (Signal)
    return fmt::format("signal {} ({})", Signal, signalText(Signal));
  return fmt::format("exit status {}", ExitStatus);
}

static bool isExecutableFile(const std::string &Path) {
  struct stat Status;
  return stat(Path.c_str(), &Status) == 0 && S_ISREG(Status.st_mode) &&
         access(Path.c_str(), X_OK) == 0;
}

std::string findProgram(const std::string &Name) {
  if (Name.find('/') != std::string::npos) {
    struct stat Status;
    if (stat(Name.c_str(), &Status) != 0)
      throw badUsage(fmt::format("cannot run {}: {}", Name, std::strerror(errno)));
    if (!isExecutableFile(Name))
      throw badUsage(fmt::format("cannot run {}: not an executable file", Name),
                     "give the program after --, or make it executable with chmod +x");
    return Name;
  }
  const char *Path = std::getenv("PATH");
  for (const std::string &Directory : split(Path ? Path : "/usr/bin:/bin", ':')) {
    const std::string Candidate = (Directory.empty() ? "." : Directory) + "/" + Name;
    if (isExecutableFile(Candidate))
      return Candidate;
  }
  throw badUsage(fmt::format("cannot run {}: not found in PATH", Name),
                 isExecutableFile("./" + Name) ? "did you mean ./" + Name + "?" : "");
}

namespace {

/// posix_spawn's file actions and attributes, released together.
class SpawnSetup {
public:
  SpawnSetup() {
    posix_spawn_file_actions_init(&Actions);
    posix_spawnattr_init(&Attributes);
  }
  SpawnSetup(const SpawnSetup &) = delete;
  SpawnSetup &operator=(const SpawnSetup &) = delete;
  ~SpawnSetup() {
    posix_spawn_file_actions_destroy(&Actions);
    posix_spawnattr_destroy(&Attributes);
  }

  void redirect(const ProcessRequest &Request) {
    constexpr int Create = O_WRONLY | O_CREAT | O_TRUNC;
    if (!Request.Stdin.empty())
      open(STDIN_FILENO, Request.Stdin, O_RDONLY);
    if (!Request.Stdout.empty())
      open(STDOUT_FILENO, Request.Stdout, Create);
    if (!Request.Stderr.empty() && Request.Stderr == Request.Stdout)
      posix_spawn_file_actions_adddup2(&Actions, STDOUT_FILENO, STDERR_FILENO);
    else if (!Request.Stderr.empty())
      open(STDERR_FILENO, Request.Stderr, Create);
  }

  void ownGroup() {
    posix_spawnattr_setflags(&Attributes, POSIX_SPAWN_SETPGROUP);
    posix_spawnattr_setpgroup(&Attributes, 0);
  }

  posix_spawn_file_actions_t Actions;
  posix_spawnattr_t Attributes;

private:
  void open(int Fd, const std::string &Path, int Flags) {
    posix_spawn_file_actions_addopen(&Actions, Fd, Path.c_str(), Flags, 0666);
  }
};

std::vector<char *> pointers(std::vector<std::string> &Strings) {
  std::vector<char *> Result;
  for (std::string &S : Strings)
    Result.push_back(S.data());
  Result.push_back(nullptr);
  return Result;
}

std::vector<std::string> environment(const std::map<std::string, std::string> &Added) {
  std::vector<std::string> Result;
  for (char **Entry = environ; *Entry; ++Entry) {
    const std::string Name(*Entry, std::strcspn(*Entry, "="));
    if (!Added.count(Name))
      Result.emplace_back(*Entry);
  }
  for (const auto &[Name, Value] : Added)
    Result.push_back(Name + "=" + Value);
  return Result;
}

} // namespace

Process::Process(const ProcessRequest &Request)
    : Start(Clock::now()), TimeoutSeconds(Request.TimeoutSeconds) {
  spawn(Request);
}

void Process::spawn(const ProcessRequest &Request) {
  const std::string Program = findProgram(Request.Command.front());
  SpawnSetup Setup;
  Setup.redirect(Request);
  // A time-out must also end the children of a launcher such as mpirun. A group of its
  // own would stop a program that reads the terminal, so then only the child is ended.
  OwnGroup = TimeoutSeconds && !(Request.Stdin.empty() && isatty(STDIN_FILENO));
  if (OwnGroup)
    Setup.ownGroup();
  std::vector<std::string> Words = Request.Command;
  std::vector<std::string> Variables = environment(Request.Environment);
  const int Error =
      posix_spawn(&Pid, Program.c_str(), &Setup.Actions, &Setup.Attributes,
                  pointers(Words).data(), pointers(Variables).data());
  if (Error != 0) {
    Pid = -1;
    throw badUsage(fmt::format("cannot run {}: {}", Program, std::strerror(Error)));
  }
  if (OwnGroup) {
    InterruptGroup = Pid;
    signal(SIGINT, forwardInterrupt);
    signal(SIGTERM, forwardInterrupt);
  }
}

Process::Process(Process &&Other) noexcept
    : Pid(Other.Pid), OwnGroup(Other.OwnGroup), Start(Other.Start),
      TimeoutSeconds(Other.TimeoutSeconds) {
  Other.Pid = -1;
}

Process::~Process() {
  if (Pid > 0)
    terminate();
}

/// Asks politely first: a launcher then ends the processes that it started elsewhere.
void Process::terminate() {
  const pid_t Target = OwnGroup ? -Pid : Pid;
  kill(Target, SIGTERM);
  for (int I = 0; I < 100; ++I) {
    int Status = 0;
    if (waitpid(Pid, &Status, WNOHANG) == Pid) {
      kill(Target, SIGKILL); // what is left of the group
      Pid = -1;
      return;
    }
    std::this_thread::sleep_for(20ms);
  }
  kill(Target, SIGKILL);
  waitpid(Pid, nullptr, 0);
  Pid = -1;
}

ProcessResult Process::collect(int Status, bool TimedOut) {
  ProcessResult Result;
  Result.TimedOut = TimedOut;
  Result.Seconds = std::chrono::duration<double>(Clock::now() - Start).count();
  if (!TimedOut && WIFSIGNALED(Status))
    Result.Signal = WTERMSIG(Status);
  else if (!TimedOut)
    Result.ExitStatus = WEXITSTATUS(Status);
  Pid = -1;
  InterruptGroup = 0;
  return Result;
}

std::optional<ProcessResult> Process::poll() {
  int Status = 0;
  if (waitpid(Pid, &Status, WNOHANG) == Pid)
    return collect(Status, false);
  if (!TimeoutSeconds ||
      Clock::now() - Start < std::chrono::duration<double>(*TimeoutSeconds))
    return std::nullopt;
  terminate();
  return collect(0, true);
}

ProcessResult Process::wait() {
  if (!TimeoutSeconds) {
    int Status = 0;
    while (waitpid(Pid, &Status, 0) < 0 && errno == EINTR) {
    }
    return collect(Status, false);
  }
  auto Pause = 1ms;
  while (true) {
    if (const auto Result = poll())
      return *Result;
    std::this_thread::sleep_for(Pause);
    Pause = std::min(Pause * 2, std::chrono::milliseconds(20));
  }
}

std::vector<ProcessResult> runProcesses(const std::vector<ProcessRequest> &Requests,
                                        unsigned Parallel) {
  std::vector<ProcessResult> Results(Requests.size());
  std::vector<std::pair<size_t, Process>> Running;
  size_t Next = 0;
  while (Next < Requests.size() || !Running.empty()) {
    while (Next < Requests.size() && Running.size() < std::max(1u, Parallel)) {
      Running.emplace_back(Next, Process(Requests[Next]));
      ++Next;
    }
    std::vector<std::pair<size_t, Process>> Still;
    for (auto &[Index, Child] : Running)
      if (const auto Result = Child.poll())
        Results[Index] = *Result;
      else
        Still.emplace_back(Index, std::move(Child));
    Running = std::move(Still);
    std::this_thread::sleep_for(2ms);
  }
  return Results;
}

} // namespace argus
