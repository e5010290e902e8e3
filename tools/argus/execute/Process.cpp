//===- Process.cpp - starts programs and waits for them -------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "execute/Process.h"

#include "execute/Interrupts.h"
#include "support/Failure.h"
#include "support/Text.h"

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

extern char **environ;

namespace argus {

using namespace std::chrono_literals;

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

struct Redirection {
  int Fd;
  std::string Path;
  int Flags;
  off_t Offset = 0;
};

/// What happens in the child, between fork and exec: system calls only.
struct ChildSetup {
  std::vector<Redirection> Redirections;
  bool ErrorsToOutput = false;
  bool OwnGroup = false;
  sigset_t Held; ///< signals, as Argus had them

  void redirect(const ProcessRequest &Request) {
    constexpr int Create = O_WRONLY | O_CREAT | O_TRUNC;
    if (!Request.Stdin.empty())
      Redirections.push_back({STDIN_FILENO, Request.Stdin, O_RDONLY,
                              static_cast<off_t>(Request.StdinOffset)});
    if (!Request.Stdout.empty())
      Redirections.push_back({STDOUT_FILENO, Request.Stdout, Create});
    ErrorsToOutput = !Request.Stderr.empty() && Request.Stderr == Request.Stdout;
    if (!Request.Stderr.empty() && !ErrorsToOutput)
      Redirections.push_back({STDERR_FILENO, Request.Stderr, Create});
  }

  /// An errno, or 0.
  int apply(pid_t Argus) const {
    for (const int Signal : {SIGINT, SIGTERM, SIGHUP})
      if (signal(Signal, SIG_DFL) == SIG_IGN)
        signal(Signal, SIG_IGN);
    sigprocmask(SIG_SETMASK, &Held, nullptr); // only now: the handlers are Argus'
    // Argus may be killed so that it cannot pass anything on.
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (getppid() != Argus)
      raise(SIGTERM);
    if (OwnGroup && setpgid(0, 0) != 0)
      return errno;
    for (const Redirection &R : Redirections) {
      const int File = ::open(R.Path.c_str(), R.Flags, 0666);
      if (File < 0 || (File != R.Fd && dup2(File, R.Fd) < 0))
        return errno;
      if (R.Offset && lseek(R.Fd, R.Offset, SEEK_SET) < 0)
        return errno;
      if (File != R.Fd)
        close(File);
    }
    return ErrorsToOutput && dup2(STDOUT_FILENO, STDERR_FILENO) < 0 ? errno : 0;
  }
};

/// Starts a program as `Setup` says. Sets `Error` to an errno where that fails.
pid_t startChild(const char *Program, char *const *Words, char *const *Variables,
                 const ChildSetup &Setup, int &Error) {
  int Report[2]; // closed by a successful exec
  if (pipe2(Report, O_CLOEXEC) != 0) {
    Error = errno;
    return -1;
  }
  const pid_t Argus = getpid();
  const pid_t Child = fork();
  if (Child == 0) {
    Error = Setup.apply(Argus);
    if (Error == 0) {
      execve(Program, Words, Variables);
      Error = errno;
    }
    (void)!write(Report[1], &Error, sizeof Error);
    _exit(127);
  }
  Error = Child < 0 ? errno : 0;
  close(Report[1]);
  ssize_t Got = 0;
  while (Child > 0 && (Got = read(Report[0], &Error, sizeof Error)) < 0 &&
         errno == EINTR) {
  }
  close(Report[0]);
  if (Child > 0 && Got > 0)
    waitpid(Child, nullptr, 0);
  return Error ? -1 : Child;
}

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
    : Start(Clock::now()), TimeoutSeconds(Request.TimeoutSeconds),
      EndSeconds(Request.EndSeconds) {
  spawn(Request);
}

void Process::spawn(const ProcessRequest &Request) {
  const std::string Program = findProgram(Request.Command.front());
  // The children of a script or of a launcher such as mpirun must end with it. A group
  // of its own would stop a program that reads the terminal, so then only the child is
  // ended.
  OwnGroup = !(Request.Stdin.empty() && isatty(STDIN_FILENO));
  ChildSetup Setup;
  Setup.redirect(Request);
  Setup.OwnGroup = OwnGroup;
  std::vector<std::string> Words = Request.Command;
  std::vector<std::string> Variables = environment(Request.Environment);
  int Error = 0;
  stayWhileEnding();
  // A signal between the start and the entry would leave the child behind.
  const InterruptsHeld Hold;
  Setup.Held = Hold.before();
  Pid = startChild(Program.c_str(), pointers(Words).data(), pointers(Variables).data(),
                   Setup, Error);
  if (Error != 0)
    throw badUsage(fmt::format("cannot run {}: {}", Program, std::strerror(Error)));
  endWithArgus(Pid, OwnGroup, EndSeconds);
}

Process::Process(Process &&Other) noexcept
    : Pid(Other.Pid), OwnGroup(Other.OwnGroup), Start(Other.Start),
      TimeoutSeconds(Other.TimeoutSeconds), EndSeconds(Other.EndSeconds) {
  Other.Pid = -1;
}

Process::~Process() {
  if (Pid > 0)
    terminate();
}

void Process::abandon() {
  forgetChild(Pid);
  Pid = -1;
}

/// Asks politely first: a launcher then ends the processes that it started elsewhere.
void Process::terminate() {
  const pid_t Target = OwnGroup ? -Pid : Pid;
  forgetChild(Pid);
  kill(Target, SIGTERM);
  const auto Asked = Clock::now();
  while (Clock::now() - Asked < std::chrono::duration<double>(EndSeconds)) {
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
  Result.DumpedCore = !TimedOut && WIFSIGNALED(Status) && WCOREDUMP(Status);
  forgetChild(Pid);
  Pid = -1;
  return Result;
}

std::optional<ProcessResult> Process::poll() {
  int Status = 0;
  if (waitpid(Pid, &Status, WNOHANG) == Pid) {
    stayWhileEnding();
    return collect(Status, false);
  }
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
    stayWhileEnding();
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
