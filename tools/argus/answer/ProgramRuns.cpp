//===- Programs.cpp - the runs of the user's program ----------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "commands/Programs.h"

#include "commands/VirtualRun.h"

#include "collect/ExecutionCounts.h"
#include "driver/Layout.h"
#include "execute/ProgramRun.h"
#include "support/Status.h"

#include <fmt/format.h>

namespace argus {

std::vector<const RuntimeLog *> DoneRun::logs() const {
  std::vector<const RuntimeLog *> Logs;
  for (const CollectedProcess &P : Processes)
    Logs.push_back(&P.Log);
  return Logs;
}

static std::string firstFault(const fs::path &Directory) {
  const std::vector<FaultRecord> Faults = readExecutionCounts(Directory).Faults;
  return Faults.empty() ? "" : Faults.front().Text;
}

DoneRun ProgramRunner::run(RunKind Kind, const fs::path &Directory,
                           const fs::path &Images, std::optional<uint32_t> Events) {
  DoneRun Done;
  Done.Kind = Kind;
  Done.Id = fmt::format("{}-{}", toString(Kind), ++Count[static_cast<int>(Kind)]);
  ProgramRun P;
  P.Id = Done.Id;
  P.Kind = toString(Kind);
  P.Command = Q.Command;
  P.Runtime = preloadablePath(ownLayout().Runtime, Directory);
  P.Directory = Directory / P.Id;
  P.Images = Images;
  P.ImagesRecord = Kind == RunKind::Sizing || Kind == RunKind::Trace;
  P.Events = Events;
  P.Launches = Q.Scope.Launch;
  P.Device = Q.Device;
  P.TimeoutSeconds = Q.TimeoutSeconds;
  P.MemoryBytes = Q.MemoryBytes;
  P.Interactive = R.Runs.empty();
  P.Input = repeatableInput();
  createDirectories(P.Directory);
  Latest = P.Directory;
  if (Q.Virtual) {
    VirtualDevice Device = virtualDevice(Directory, Q.TimeLimitSeconds);
    Device.Faults = P.Directory;
    if (Kind == RunKind::Truth)
      Device.Counts = P.Directory;
    P.Virtual = Device;
  }
  status("run " + P.Id);
  const IsolatedResult Result = runProgram(P);
  for (const std::string &Note : Result.notes())
    R.Messages.push_back({P.Id, "warning", Note});
  Done.Processes = collectRun(P.Directory);
  if (Q.Virtual)
    Done.Fault = firstFault(P.Directory);
  note(Done, Result.Seconds, P.Directory);
  return Done;
}

void ProgramRunner::note(const DoneRun &Run, double Seconds,
                         const fs::path &Directory) {
  ReportRun Row;
  Row.Id = Run.Id;
  Row.Kind = toString(Run.Kind);
  for (const std::string &Signal : Q.Signals)
    Row.Tasks.push_back("collect " + Signal);
  Row.Command = Q.Command;
  Row.Seconds = Seconds;
  Row.Directory = Directory.string();
  R.Runs.push_back(std::move(Row));
  if (!Run.Fault.empty())
    R.Messages.push_back({Run.Id, "error", Run.Fault});
  for (const CollectedProcess &P : Run.Processes) {
    for (const MessageRecord &M : P.Log.Messages)
      R.Messages.push_back({Run.Id, M.Level, M.Text});
    for (const std::string &Problem : P.Log.Problems)
      R.Messages.push_back({Run.Id, "warning", "runtime log: " + Problem});
    if (P.Log.EndReason.empty())
      R.Messages.push_back(
          {Run.Id, "warning",
           fmt::format("process {} was killed before its runtime could "
                       "finish its records",
                       P.Log.Pid)});
  }
}

} // namespace argus
