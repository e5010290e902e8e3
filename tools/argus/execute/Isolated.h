//===- Isolated.h - a program in a worker process of its own ----*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `argus run-isolated FILE`, which users do not see, starts the program, watches it,
// and is the last of its processes to end, whatever the program does. It runs where a
// launcher (srun, ssh) brings it, so it gets its request as a file and leaves the
// result beside it.
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_TOOL_EXECUTE_ISOLATED_H
#define ARGUS_TOOL_EXECUTE_ISOLATED_H

#include "execute/Process.h"
#include "support/Files.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace argus {

constexpr const char IsolatedCommand[] = "run-isolated";
constexpr uint64_t DefaultOutputBytes = uint64_t{64} << 20;

struct IsolatedRequest {
  ProcessRequest Program;              ///< the worker keeps its time
  std::optional<uint64_t> MemoryBytes; ///< that all its processes may have resident
  uint64_t OutputBytes = DefaultOutputBytes; ///< kept of each of stdout and stderr
  bool Interactive = false; ///< has Argus' terminal; nothing is captured
};

struct IsolatedResult : ProcessResult {
  std::string NotStarted;  ///< why the program was not; empty: it was
  std::string WorkerError; ///< why nothing is known of how it ended; empty: it is known
  std::string OutputError; ///< why its output is not complete; empty: it is
  bool OverMemory = false; ///< killed for it
  uint64_t PeakResidentBytes = 0; ///< as far as seen
  std::string Core;               ///< where its core dump is; empty: there is none
  uint64_t StdoutDropped = 0, StderrDropped = 0; ///< bytes beyond the limit
  unsigned LeftBehind = 0; ///< processes that outlived the program and were ended
  unsigned Unkillable = 0; ///< processes that did not even end when killed

  bool ok() const;
  /// One sentence on how it ended, as ProcessResult::text().
  std::string text() const;
  /// What is worth knowing where all went well, too.
  std::vector<std::string> notes() const;
};

/// Starts `[Launcher...] Argus run-isolated FILE` and waits for it. `Argus` is this
/// executable; `Directory` is the run's own and gets request and result. Throws
/// Failure(BadUsage) where the request cannot be written or the launcher not be
/// started; all that happens later is in the result.
IsolatedResult runIsolated(const IsolatedRequest &Request, const std::string &Argus,
                           const fs::path &Directory,
                           const std::vector<std::string> &Launcher = {});

/// Done by the worker. Returns its exit code, or ends it by the signal that it got.
int runIsolatedWorker(const std::vector<std::string> &Arguments);

/// The files' contents, for both sides. A word need not be UTF-8.
std::string toJson(const IsolatedRequest &Request, const fs::path &WorkingDirectory);
std::string toJson(const IsolatedResult &Result);
/// Throw Failure(Internal) that starts with `Name`.
IsolatedRequest parseIsolatedRequest(const std::string &Text, const std::string &Name,
                                     fs::path &WorkingDirectory);
IsolatedResult parseIsolatedResult(const std::string &Text, const std::string &Name);

/// The result's file, beside the request's.
fs::path isolatedResultFile(const fs::path &RequestFile);

/// Begins the line on which a worker that cannot write the file tells the result.
constexpr const char IsolatedResultLine[] = "argus-isolated-result: ";
/// What the program's processes have in their environment: the request's file.
constexpr const char IsolatedVariable[] = "ARGUS_ISOLATED";

} // namespace argus

#endif // ARGUS_TOOL_EXECUTE_ISOLATED_H
