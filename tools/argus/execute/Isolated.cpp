//===- Isolated.cpp - a program in a worker process of its own ------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "execute/Isolated.h"

#include "execute/Launcher.h"
#include "execute/ProcessTree.h"
#include "support/Failure.h"
#include "support/Text.h"

#include <algorithm>
#include <chrono>
#include <fmt/format.h>
#include <sys/mman.h>
#include <thread>
#include <unistd.h>

namespace argus {

/// How much longer than the program a worker may take; with a launcher, which may have
/// to wait for its turn.
constexpr double WorkerGraceSeconds = 60, LauncherGraceSeconds = 4 * 3600;
/// A worker that is told to end first ends the program, by force after two seconds.
constexpr double WorkerEndSeconds = 15;
/// Until another machine's file is seen here.
constexpr double FileDelaySeconds = 3;

bool IsolatedResult::ok() const {
  return ProcessResult::ok() && NotStarted.empty() && WorkerError.empty() &&
         OutputError.empty() && !OverMemory && Unkillable == 0;
}

std::string IsolatedResult::text() const {
  for (const std::string *Reason : {&WorkerError, &NotStarted})
    if (!Reason->empty())
      return *Reason;
  std::string Text = OverMemory
                         ? fmt::format("killed, since it used {} of memory, more than "
                                       "--memory-limit allows",
                                       sizeText(PeakResidentBytes))
                         : ProcessResult::text();
  if (!Core.empty())
    Text += "; core dump: " + Core;
  if (!OutputError.empty())
    Text += "; its output is not complete: " + OutputError;
  if (Unkillable)
    Text +=
        fmt::format("; {} of its processes did not end though they were killed, and "
                    "may still hold the GPU",
                    Unkillable);
  return Text;
}

std::vector<std::string> IsolatedResult::notes() const {
  std::vector<std::string> Notes;
  const auto NoteDropped = [&](const char *Name, uint64_t Bytes) {
    if (Bytes && OutputError.empty())
      Notes.push_back(fmt::format("{} of its {} were left out, in the middle",
                                  sizeText(Bytes), Name));
  };
  NoteDropped("standard output", StdoutDropped);
  NoteDropped("standard error", StderrDropped);
  if (LeftBehind)
    Notes.push_back(fmt::format("{} of its processes outlived it and {} ended",
                                LeftBehind, LeftBehind > 1 ? "were" : "was"));
  return Notes;
}

fs::path isolatedResultFile(const fs::path &RequestFile) {
  return fs::path(RequestFile).replace_extension(".result.json");
}

namespace {

/// What worker and launcher write, kept in memory: the file system may be full.
class WorkerOutput {
public:
  WorkerOutput() : Fd(memfd_create("argus-worker-output", MFD_CLOEXEC)) {
    if (Fd < 0)
      throw Failure(ExitCode::Internal, "cannot make a " + errnoText("memfd"));
  }
  WorkerOutput(const WorkerOutput &) = delete;
  WorkerOutput &operator=(const WorkerOutput &) = delete;
  ~WorkerOutput() { close(Fd); }

  /// For this process's children.
  std::string path() const { return fmt::format("/proc/self/fd/{}", Fd); }

  /// The last of it, which is what tells why something ended.
  std::string text() const {
    constexpr off_t Most = 1 << 16;
    const off_t Size = lseek(Fd, 0, SEEK_END);
    std::string Text(static_cast<size_t>(std::clamp<off_t>(Size, 0, Most)), '\0');
    const ssize_t Got =
        pread(Fd, Text.data(), Text.size(), Size - static_cast<off_t>(Text.size()));
    Text.resize(Got < 0 ? 0 : static_cast<size_t>(Got));
    return Text;
  }

private:
  int Fd;
};

/// The last lines that say something.
std::string lastLines(const std::string &Text) {
  std::vector<std::string> Lines;
  for (const std::string &Line : split(Text, '\n'))
    if (Line.find_first_not_of(" \t\r") != std::string::npos)
      Lines.push_back(Line);
  if (Lines.size() > 5)
    Lines.erase(Lines.begin(), Lines.end() - 5);
  return Lines.empty() ? "" : "\nit wrote: " + join(Lines, "\n          ");
}

ProcessRequest workerRequest(const IsolatedRequest &Request, const std::string &Argus,
                             const fs::path &File,
                             const std::vector<std::string> &Launcher,
                             const WorkerOutput &Output) {
  ProcessRequest Worker;
  Worker.Command = launchedCommand(Launcher, {Argus, IsolatedCommand, File.string()});
  Worker.EndSeconds = WorkerEndSeconds;
  if (Request.Program.TimeoutSeconds)
    Worker.TimeoutSeconds =
        *Request.Program.TimeoutSeconds +
        (Launcher.empty() ? WorkerGraceSeconds : LauncherGraceSeconds);
  if (!Request.Interactive) {
    // What is our own input (/proc/self/fd/0) must be the worker's as well.
    const bool Ours = Request.Program.Stdin.rfind("/proc/self/", 0) == 0;
    Worker.Stdin = Ours ? Request.Program.Stdin : "/dev/null";
    Worker.Stdout = Worker.Stderr = Output.path();
  }
  return Worker;
}

/// The result on a line of the worker's output, where the file could not be written.
std::optional<IsolatedResult> resultIn(const std::string &Output) {
  for (const std::string &Line : split(Output, '\n')) {
    const size_t At =
        Line.find(IsolatedResultLine); // launchers may put a name before it
    if (At != std::string::npos)
      return parseIsolatedResult(
          Line.substr(At + std::string_view(IsolatedResultLine).size()),
          "the worker's result");
  }
  return std::nullopt;
}

bool appears(const fs::path &File, double Seconds) {
  using Clock = std::chrono::steady_clock;
  const auto Until = Clock::now() + std::chrono::duration<double>(Seconds);
  std::error_code Ignored;
  while (!fs::exists(File, Ignored)) {
    if (Clock::now() >= Until)
      return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
  return true;
}

std::string noResult(const ProcessResult &Ended,
                     const std::vector<std::string> &Launcher) {
  if (Launcher.empty())
    return fmt::format("the worker process that ran it left no result: {}",
                       Ended.text());
  return fmt::format("the launcher ended and no worker left a result: {}: {}",
                     shellQuote(Launcher), Ended.text());
}

} // namespace

IsolatedResult runIsolated(const IsolatedRequest &Request, const std::string &Argus,
                           const fs::path &Directory,
                           const std::vector<std::string> &Launcher) {
  const fs::path File = fs::absolute(Directory) / "worker.json";
  const fs::path ResultFile = isolatedResultFile(File);
  std::error_code Error;
  fs::remove(ResultFile, Error);
  IsolatedRequest Sent = Request;
  if (!Launcher.empty() && !Sent.Program.Stdin.empty())
    if (const fs::path Input = fs::canonical(Sent.Program.Stdin, Error); !Error)
      Sent.Program.Stdin = Input.string(); // for a worker with another input than ours
  writeFile(File, toJson(Sent, fs::current_path()));
  const WorkerOutput Output;
  const ProcessResult Ended =
      runProcess(workerRequest(Sent, Argus, File, Launcher, Output));
  IsolatedResult Result;
  try {
    if (const auto Told = resultIn(Output.text()))
      return *Told;
    if (appears(ResultFile, Launcher.empty() ? 0 : FileDelaySeconds))
      return parseIsolatedResult(readFile(ResultFile), ResultFile.string());
    Result.WorkerError = noResult(Ended, Launcher);
  } catch (const Failure &Damaged) {
    Result.WorkerError =
        "the result of its worker process is damaged: " + Damaged.Message;
  }
  // Nobody has looked after the program since the worker ended.
  killAllWith(fmt::format("{}={}", IsolatedVariable, File.string()));
  Result.Seconds = Ended.Seconds;
  Result.WorkerError += lastLines(Output.text());
  return Result;
}

} // namespace argus
