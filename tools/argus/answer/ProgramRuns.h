//===- ProgramRuns.h - the runs of the user's program -------------*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_TOOL_ANSWER_PROGRAMRUNS_H
#define ARGUS_TOOL_ANSWER_PROGRAMRUNS_H

#include "answer/Session.h"
#include "execute/Progress.h"
#include "join/DoneRun.h"
#include "report/Report.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace argus {

/// How the program is to run.
struct RunSpec {
  RunKind Kind = RunKind::Reference;
  std::string Name;               ///< "trace"
  unsigned Number = 1;            ///< from 1, among those of its name
  std::vector<std::string> Tasks; ///< of the plan, that it serves
  std::string Image;              ///< "trace"; "reference": the program's own
  fs::path Images;                ///< their directory; empty: in the program's file
  std::vector<std::string> ImageKeys;
  /// Of a reference run: the keys of the images with which it takes turns. What was
  /// measured beside other images is no measure for these.
  std::vector<std::string> Beside;
  bool Records = false;           ///< the images write traces
  bool Counts = false;            ///< the virtual device counts instructions
  std::optional<uint32_t> Events; ///< per chunk
  bool Interactive = false;       ///< has Argus' terminal

  std::string id() const { return Name + "-" + std::to_string(Number); }
};

/// Runs the program, or finds an equal run in the store. May be called by several
/// threads. `Shown` tells who keeps it from a GPU. Throws Failure as runProgram
/// does, and where a kernel stopped half-way though the program ended with status 0.
void performRun(Session &S, const RunSpec &Spec, DoneRun &Result, Progress &Shown);

/// The row of `runs` and the messages of the run.
void noteRun(Report &R, const DoneRun &Run);

} // namespace argus

#endif // ARGUS_TOOL_ANSWER_PROGRAMRUNS_H
