//===- ProgramRun.h - runs the user's program with the runtime ----*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_TOOL_EXECUTE_PROGRAMRUN_H
#define ARGUS_TOOL_EXECUTE_PROGRAMRUN_H

#include "execute/Process.h"
#include "support/Files.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace argus {

struct ProgramRun {
  std::string Id;   ///< "reference-1"
  std::string Kind; ///< "reference", "trace"
  std::vector<std::string> Command;
  std::string Runtime;            ///< libargus_runtime.so
  fs::path Directory;             ///< gets the runtime's files and the captured output
  fs::path Images;                ///< empty: the program's own
  std::optional<uint32_t> Events; ///< per chunk
  std::optional<unsigned> Device; ///< the only one that the program sees
  std::optional<double> TimeoutSeconds;
  bool Interactive = false;        ///< shares Argus' terminal; else output is captured
  std::string Input = "/dev/null"; ///< stdin where not interactive
};

/// What stdin runs after the first can have again: a file that it was redirected from,
/// else nothing.
std::string repeatableInput();

/// A path of the runtime that LD_PRELOAD can name, which separates by spaces and
/// colons: its own, or that of a link in `Directory`. Throws Failure(BadUsage) where
/// both have one.
std::string preloadablePath(const std::string &Runtime, const fs::path &Directory);

/// What to start. `VisibleDevices` and `Preload` are the values of
/// CUDA_VISIBLE_DEVICES and LD_PRELOAD that Argus itself has.
ProcessRequest programRequest(const ProgramRun &Run, const std::string &VisibleDevices,
                              const std::string &Preload);

/// The same as a line for a shell.
std::string reproCommand(const ProcessRequest &Request);

/// Runs the program. Throws Failure(ProgramFailed) where it does not end well, with its
/// status, its output and the line that repeats the run.
ProcessResult runProgram(const ProgramRun &Run);

} // namespace argus

#endif // ARGUS_TOOL_EXECUTE_PROGRAMRUN_H
