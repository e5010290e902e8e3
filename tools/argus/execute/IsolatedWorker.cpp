//===- IsolatedWorker.cpp - starts one program and outlives it ------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "execute/CappedOutput.h"
#include "execute/Isolated.h"
#include "execute/ProcessTree.h"
#include "support/Failure.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <fcntl.h>
#include <fmt/format.h>
#include <memory>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace argus {

namespace {

//===- Signals of the worker ------------------------------------------------===//

int WakePipe[2];
volatile sig_atomic_t Interrupt = 0;    ///< the signal that ends the worker
volatile sig_atomic_t FromTerminal = 0; ///< so the program has got it as well

void wake(int Signal, siginfo_t *Info, void *) {
  const int Error = errno;
  if (Signal != SIGCHLD && Interrupt == 0) {
    FromTerminal = Info->si_code == SI_KERNEL;
    Interrupt = Signal;
  }
  (void)!write(WakePipe[1], "", 1);
  errno = Error;
}

/// The end of a child and the signals that end Argus end the wait for output.
void installHandlers() {
  if (pipe2(WakePipe, O_CLOEXEC | O_NONBLOCK) != 0)
    throw Failure(ExitCode::Internal, "cannot make a " + errnoText("pipe"));
  struct sigaction Ours = {}, Old = {};
  Ours.sa_sigaction = wake;
  Ours.sa_flags = SA_SIGINFO | SA_NOCLDSTOP | SA_RESTART;
  sigemptyset(&Ours.sa_mask);
  sigaction(SIGCHLD, &Ours, nullptr);
  for (const int Signal : {SIGINT, SIGTERM, SIGHUP})
    if (sigaction(Signal, nullptr, &Old) == 0 && Old.sa_handler == SIG_DFL)
      sigaction(Signal, &Ours, nullptr);
}

//===- What the program writes ------------------------------------------------===//

/// A pipe that the program writes into, and the file that gets it.
class Stream {
public:
  Stream(const std::string &Path, uint64_t Limit) : File(Path, Limit) {
    if (pipe2(Ends, O_CLOEXEC) != 0)
      throw Failure(ExitCode::Internal, "cannot make a " + errnoText("pipe"));
    fcntl(Ends[0], F_SETFL, O_NONBLOCK);
    fcntl(Ends[1], F_SETPIPE_SZ, 1 << 20); // a program that writes much seldom waits
  }
  Stream(const Stream &) = delete;
  Stream &operator=(const Stream &) = delete;
  ~Stream() {
    closeEnd(0);
    closeEnd(1);
  }

  /// For ProcessRequest: opened between fork and exec.
  std::string path() const { return fmt::format("/proc/self/fd/{}", Ends[1]); }
  void started() { closeEnd(1); }
  /// -1: nobody writes any more.
  int readEnd() const { return Ends[0]; }

  /// Takes what is there, but no more than a pipe holds, since time goes on.
  void drain() {
    static std::array<char, 1 << 20> Buffer;
    if (Ends[0] < 0)
      return;
    const ssize_t Got = read(Ends[0], Buffer.data(), Buffer.size());
    if (Got > 0)
      File.add({Buffer.data(), static_cast<size_t>(Got)});
    else if (Got == 0)
      closeEnd(0);
  }

  CappedOutput File;

private:
  void closeEnd(int Which) {
    if (Ends[Which] >= 0)
      close(Ends[Which]);
    Ends[Which] = -1;
  }

  int Ends[2] = {-1, -1};
};

//===- The program -------------------------------------------------------------===//

/// "core, in /home/me", or which program the system gave the dump to.
std::string corePlace() {
  std::string Pattern = readFile("/proc/sys/kernel/core_pattern");
  Pattern.erase(Pattern.find_last_not_of('\n') + 1);
  if (Pattern.find("systemd-coredump") != std::string::npos)
    return "see coredumpctl";
  if (!Pattern.empty() && Pattern[0] == '|')
    return "given to " + Pattern.substr(1);
  return Pattern + (Pattern[0] == '/' ? "" : ", in " + fs::current_path().string());
}

class Supervisor {
public:
  Supervisor(const IsolatedRequest &Request, const std::string &File)
      : Request(Request), File(File) {}

  IsolatedResult run();

private:
  using Clock = std::chrono::steady_clock;
  using Seconds = std::chrono::duration<double>;
  enum Phase {
    Runs,
    Lingers, ///< the program has ended, and others of its processes have not
    Asked,   ///< to end
    Killed,
  };
  /// How long each phase may take; none: that of Runs is the time-out.
  static constexpr double LingerSeconds = 0.2, KillSeconds = 10;

  void start();
  void wait();
  void checkProgram();
  void checkReasonsToEnd();
  void checkMemory();
  void checkPhase();
  void enter(Phase Next);
  void signalAll(int Signal) const;
  void finishOutput();
  double inPhase() const { return Seconds(Clock::now() - Since).count(); }

  const IsolatedRequest &Request;
  const std::string File;
  IsolatedResult Result;
  std::unique_ptr<Stream> Out, Err; ///< Err: null where it is Out as well
  std::unique_ptr<Process> Program; ///< null once it has ended
  Phase Now = Runs;
  Clock::time_point Begin, Since, LastLook;
  double LookSeconds = 0; ///< between two looks at memory
  bool Gone = false;      ///< no process of the program is left
};

IsolatedResult Supervisor::run() {
  try {
    start();
  } catch (const Failure &Bad) {
    Result.NotStarted = Bad.Message + (Bad.Remedy.empty() ? "" : "\n" + Bad.Remedy);
    return Result;
  }
  while (!Gone && Result.Unkillable == 0) {
    wait();
    checkProgram();
    checkReasonsToEnd();
    checkMemory();
    checkPhase();
  }
  if (Program) {
    Result.Seconds = Seconds(Clock::now() - Begin).count();
    Program->abandon();
  }
  finishOutput();
  return Result;
}

void Supervisor::start() {
  ProcessRequest P = Request.Program;
  P.TimeoutSeconds.reset();
  P.Environment[IsolatedVariable] = File;
  if (!Request.Interactive && !P.Stdout.empty()) {
    Out = std::make_unique<Stream>(P.Stdout, Request.OutputBytes);
    P.Stdout = Out->path();
  }
  if (!Request.Interactive && !P.Stderr.empty()) {
    if (Request.Program.Stderr != Request.Program.Stdout)
      Err = std::make_unique<Stream>(P.Stderr, Request.OutputBytes);
    P.Stderr = Err ? Err->path() : P.Stdout;
  }
  Since = Begin = Clock::now();
  Program = std::make_unique<Process>(P);
  for (Stream *S : {Out.get(), Err.get()})
    if (S)
      S->started();
}

/// For output, the end of a child, a signal or the next time to look around.
void Supervisor::wait() {
  std::vector<pollfd> Watched = {{WakePipe[0], POLLIN, 0}};
  for (const Stream *S : {Out.get(), Err.get()})
    if (S && S->readEnd() >= 0)
      Watched.push_back({S->readEnd(), POLLIN, 0});
  double Longest = Now == Runs ? std::max(LookSeconds, 0.02) : 0.01;
  if (Now == Runs && Request.Program.TimeoutSeconds)
    Longest = std::min(Longest, *Request.Program.TimeoutSeconds - inPhase());
  poll(Watched.data(), Watched.size(), std::max(1, static_cast<int>(Longest * 1000)));
  char Bytes[64];
  while (read(WakePipe[0], Bytes, sizeof Bytes) > 0) {
  }
  for (Stream *S : {Out.get(), Err.get()})
    if (S)
      S->drain();
}

void Supervisor::checkProgram() {
  if (Program)
    if (const auto Ended = Program->poll()) {
      const bool TimedOut = Result.TimedOut;
      static_cast<ProcessResult &>(Result) = *Ended;
      Result.TimedOut = TimedOut;
      if (Result.DumpedCore)
        Result.Core = corePlace();
      Program.reset();
      if (Now == Runs)
        enter(Lingers);
    }
  if (Program)
    return;
  while (waitpid(-1, nullptr, WNOHANG) > 0) { // those that were left to us
  }
  Gone = descendants(getpid()).empty();
}

void Supervisor::enter(Phase Next) {
  Now = Next;
  Since = Clock::now();
}

void Supervisor::checkReasonsToEnd() {
  if (Now != Runs)
    return;
  if (Interrupt) {
    if (!FromTerminal || !isatty(STDIN_FILENO))
      signalAll(Interrupt);
    enter(Asked);
  } else if (Request.Program.TimeoutSeconds &&
             inPhase() >= *Request.Program.TimeoutSeconds) {
    Result.TimedOut = true;
    signalAll(SIGTERM);
    enter(Asked);
  }
}

/// Looks as often as costs at most a twentieth of a core.
void Supervisor::checkMemory() {
  const auto LookBegin = Clock::now();
  if (!Program || Now != Runs || Seconds(LookBegin - LastLook).count() < LookSeconds)
    return;
  uint64_t Resident = 0;
  for (const pid_t Pid : descendantsAtAGlance(getpid()))
    Resident += residentBytes(Pid);
  Result.PeakResidentBytes = std::max(Result.PeakResidentBytes, Resident);
  LastLook = Clock::now();
  LookSeconds = std::max(Request.MemoryBytes ? 0.025 : 0.2,
                         20 * Seconds(LastLook - LookBegin).count());
  if (!Request.MemoryBytes || Resident <= *Request.MemoryBytes)
    return;
  Result.OverMemory = true; // what is asked to end may take more and more meanwhile
  signalAll(SIGKILL);
  enter(Killed);
}

void Supervisor::checkPhase() {
  if (Gone || Now == Runs)
    return;
  if (Now == Lingers && inPhase() > LingerSeconds) {
    Result.LeftBehind = static_cast<unsigned>(descendants(getpid()).size());
    signalAll(SIGTERM);
    enter(Asked);
  } else if (Now == Asked && inPhase() > Request.Program.EndSeconds) {
    signalAll(SIGKILL);
    enter(Killed);
  } else if (Now == Killed) {
    signalAll(SIGKILL); // and those that were started meanwhile
    if (inPhase() > KillSeconds)
      Result.Unkillable = static_cast<unsigned>(descendants(getpid()).size());
  }
}

void Supervisor::signalAll(int Signal) const {
  for (const pid_t Pid : descendants(getpid()))
    kill(Pid, Signal);
}

void Supervisor::finishOutput() {
  uint64_t *const Dropped[] = {&Result.StdoutDropped, &Result.StderrDropped};
  Stream *const Streams[] = {Out.get(), Err.get()};
  for (size_t I = 0; I < 2; ++I) {
    Stream *S = Streams[I];
    if (!S)
      continue;
    for (int Reads = 0; S->readEnd() >= 0 && Reads < 16; ++Reads)
      S->drain(); // all writers have ended: what is left fits into the pipe
    S->File.finish();
    *Dropped[I] = S->File.dropped();
    if (Result.OutputError.empty())
      Result.OutputError = S->File.error();
  }
  if (Result.PeakResidentBytes == 0) { // ended before the first look
    rusage Usage{};
    getrusage(RUSAGE_CHILDREN, &Usage);
    Result.PeakResidentBytes = static_cast<uint64_t>(Usage.ru_maxrss) * 1024;
  }
}

/// Where the file cannot be written, as on a full file system, the result is told on
/// the worker's output, unless that is the user's.
void deliver(const IsolatedResult &Result, const fs::path &File, bool Interactive) {
  try {
    writeFile(isolatedResultFile(File), toJson(Result) + "\n");
  } catch (const Failure &) {
    if (Interactive)
      throw;
    std::printf("%s%s\n", IsolatedResultLine, toJson(Result).c_str());
    std::fflush(stdout);
  }
}

} // namespace

int runIsolatedWorker(const std::vector<std::string> &Arguments) {
  if (Arguments.size() != 1)
    throw badUsage(std::string(IsolatedCommand) + " is internal: bad number of "
                                                  "arguments");
  const std::string File = fs::absolute(Arguments.front()).string();
  fs::path Directory;
  const IsolatedRequest Request = parseIsolatedRequest(readFile(File), File, Directory);
  installHandlers();
  prctl(PR_SET_CHILD_SUBREAPER, 1); // so that no process of the program gets away
  IsolatedResult Result;
  std::error_code Error;
  fs::current_path(Directory, Error);
  if (Error)
    Result.NotStarted = fmt::format("there is no directory {} where the program is to "
                                    "run: {}",
                                    Directory.string(), Error.message());
  else
    Result = Supervisor(Request, File).run();
  if (Interrupt != 0) {
    signal(Interrupt, SIG_DFL);
    raise(Interrupt);
  }
  deliver(Result, File, Request.Interactive);
  return static_cast<int>(ExitCode::Done);
}

} // namespace argus
