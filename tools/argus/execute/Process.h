//===- Process.h - starts programs and waits for them -------------*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_TOOL_EXECUTE_PROCESS_H
#define ARGUS_TOOL_EXECUTE_PROCESS_H

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <sys/types.h>
#include <vector>

namespace argus {

struct ProcessRequest {
  std::vector<std::string> Command; ///< the first word is searched for in PATH
  std::map<std::string, std::string> Environment; ///< added to Argus' own
  std::string Stdin;                              ///< file; empty: inherited
  std::string Stdout;                             ///< file; empty: inherited
  std::string Stderr; ///< file, may be that of Stdout; empty: inherited
  std::optional<double> TimeoutSeconds;
  double EndSeconds = 2;   ///< how long it may take to end when it is told to
  int64_t StdinOffset = 0; ///< where in the file to begin
};

struct ProcessResult {
  int ExitStatus = 0; ///< valid where Signal is 0
  int Signal = 0;     ///< that ended the process
  bool TimedOut = false;
  bool DumpedCore = false;
  double Seconds = 0;

  bool ok() const { return ExitStatus == 0 && Signal == 0 && !TimedOut; }
  /// "exit status 3", "signal 11 (SIGSEGV, Segmentation fault)", "timed out after 2 s".
  std::string text() const;
};

/// The program's file, found as a shell would. Throws Failure(BadUsage) that tells a
/// missing file from one that cannot be executed.
std::string findProgram(const std::string &Name);

/// A started process. Its destruction ends one that still runs.
class Process {
public:
  /// Throws Failure(BadUsage) where the program cannot be started.
  explicit Process(const ProcessRequest &Request);
  Process(Process &&Other) noexcept;
  Process &operator=(Process &&) = delete;
  ~Process();

  /// Does not block. The result once the process ended or its time is up.
  std::optional<ProcessResult> poll();
  ProcessResult wait();
  /// It is not looked after any more: what cannot be killed would be waited for
  /// forever.
  void abandon();

private:
  using Clock = std::chrono::steady_clock;
  void spawn(const ProcessRequest &Request);
  void terminate();
  ProcessResult collect(int Status, bool TimedOut);

  pid_t Pid = -1;
  bool OwnGroup = false;
  Clock::time_point Start;
  std::optional<double> TimeoutSeconds;
  double EndSeconds;
};

inline ProcessResult runProcess(const ProcessRequest &Request) {
  return Process(Request).wait();
}

/// Runs all, at most `Parallel` at a time; results in the order of the requests.
std::vector<ProcessResult> runProcesses(const std::vector<ProcessRequest> &Requests,
                                        unsigned Parallel);

} // namespace argus

#endif // ARGUS_TOOL_EXECUTE_PROCESS_H
