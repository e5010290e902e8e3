//===- ProgramRun.h - runs the user's program with the runtime ----*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_TOOL_EXECUTE_PROGRAMRUN_H
#define ARGUS_TOOL_EXECUTE_PROGRAMRUN_H

#include "execute/Isolated.h"
#include "execute/Process.h"
#include "query/Scope.h"
#include "support/Files.h"

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace argus {

/// How the virtual device is to run a program's kernels.
struct VirtualDevice {
  std::string Library;   ///< libargus_virtual.so
  std::string CudartDir; ///< where a program finds libcudart.so that has no run path
  double TimeLimit = 0;  ///< seconds a launch
  fs::path Counts;       ///< directory for what was executed; empty: not counted
  fs::path Faults;       ///< directory for what went wrong; empty: not recorded
};

/// The environment that makes a program run on it; `LibraryPath`: LD_LIBRARY_PATH so
/// far.
std::map<std::string, std::string> environmentOf(const VirtualDevice &Device,
                                                 const std::string &LibraryPath);

struct ProgramRun {
  std::string Id;   ///< "reference-1"
  std::string Kind; ///< "reference", "trace"
  std::vector<std::string> Command;
  std::string Runtime; ///< libargus_runtime.so; empty: not preloaded
  fs::path Directory;  ///< gets the runtime's files and the captured output; empty: the
                       ///< runtime swaps images and records nothing
  fs::path Images;     ///< empty: the program's own
  bool ImagesRecord = true;             ///< else they write no trace
  std::optional<uint32_t> Events;       ///< per chunk
  std::optional<Range> Launches;        ///< whose traces are kept
  std::optional<unsigned> Device;       ///< the only one that the program sees
  std::optional<VirtualDevice> Virtual; ///< runs the kernels in place of a GPU
  std::optional<double> TimeoutSeconds;
  std::optional<uint64_t> MemoryBytes; ///< that its processes may have resident
  std::vector<std::string> Launcher;   ///< words before the worker's, such as srun's
  std::string Argus;                   ///< this executable; empty: found
  bool Interactive = false;        ///< shares Argus' terminal; else output is captured
  std::string Input = "/dev/null"; ///< stdin where not interactive
  int64_t InputOffset = 0;         ///< in it
};

/// What stdin runs after the first can have again: a file that it was redirected from,
/// else nothing.
std::string repeatableInput();

/// A path of a library that LD_PRELOAD can name, which separates by spaces and
/// colons: its own, or that of a link in `Directory`. Throws Failure(BadUsage) where
/// both have one.
std::string preloadablePath(const std::string &Library, const fs::path &Directory);

/// Reads a variable of Argus' own environment; empty where there is none.
using Environment = std::function<std::string(const char *)>;

/// What to start.
ProcessRequest programRequest(const ProgramRun &Run, const Environment &Get);

/// The same as a line for a shell.
std::string reproCommand(const ProcessRequest &Request);

/// Runs the program in a worker process (Isolated.h). Throws Failure(ProgramFailed)
/// where it does not end well, with its status, its output and the line that repeats
/// the run, and Failure(BadUsage) where it cannot be started.
IsolatedResult runProgram(const ProgramRun &Run);

} // namespace argus

#endif // ARGUS_TOOL_EXECUTE_PROGRAMRUN_H
