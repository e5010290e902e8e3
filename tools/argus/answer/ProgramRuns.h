//===- Programs.h - the runs of the user's program ----------------*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_TOOL_COMMANDS_PROGRAMS_H
#define ARGUS_TOOL_COMMANDS_PROGRAMS_H

#include "collect/Collect.h"
#include "join/Join.h"
#include "plan/Plan.h"
#include "report/Report.h"

#include <optional>
#include <string>
#include <vector>

namespace argus {

/// One run of the program and what it left.
struct DoneRun {
  RunKind Kind = RunKind::Reference;
  std::string Id;
  std::vector<CollectedProcess> Processes;
  JoinedRun Joined; ///< of a trace run
  /// Of a run on the virtual device that ended with status 0: the first kernel that did
  /// not reach its end, with fault and place; empty: all did.
  std::string Fault;

  std::vector<const RuntimeLog *> logs() const;
};

/// Starts the program as often as asked and notes each run in the report.
class ProgramRunner {
public:
  ProgramRunner(const Query &Q, Report &R) : Q(Q), R(R) {}

  /// `Directory` gets one for each run. Throws Failure as runProgram does.
  DoneRun run(RunKind Kind, const fs::path &Directory, const fs::path &Images,
              std::optional<uint32_t> Events);
  /// Where the latest run's files are.
  const fs::path &directory() const { return Latest; }

private:
  void note(const DoneRun &Run, double Seconds, const fs::path &Directory);

  const Query &Q;
  Report &R;
  fs::path Latest;
  int Count[RunKinds] = {};
};

} // namespace argus

#endif // ARGUS_TOOL_COMMANDS_PROGRAMS_H
