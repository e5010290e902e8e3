//===- ProgramRuns.cpp - the runs of the user's program -------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "answer/ProgramRuns.h"

#include "answer/RunKey.h"
#include "answer/VirtualRun.h"
#include "collect/ExecutionCounts.h"
#include "driver/Layout.h"
#include "execute/DeviceLock.h"
#include "execute/ProgramRun.h"
#include "support/Failure.h"

#include <deque>
#include <fmt/format.h>

namespace argus {

static ProgramRun programRun(const Session &S, const RunSpec &Spec,
                             const fs::path &Directory) {
  const Query &Q = S.Q;
  ProgramRun P;
  P.Id = Spec.id();
  P.Kind = Spec.Name;
  P.Command = Q.Command;
  P.Runtime = preloadablePath(ownLayout().Runtime, S.Directory);
  P.Directory = Directory;
  P.Images = Spec.Images;
  P.ImagesRecord = Spec.Records;
  P.Events = Spec.Events;
  P.Launches = Q.Scope.Launch;
  P.Device = Q.Device;
  P.TimeoutSeconds = Q.TimeoutSeconds;
  P.MemoryBytes = Q.MemoryBytes;
  P.Launcher = Q.Launcher;
  P.Interactive = Spec.Interactive;
  P.Input = repeatableInput();
  P.InputOffset = S.InputOffset;
  if (Q.Virtual) {
    VirtualDevice Device = virtualDevice(S.Directory, Q.TimeLimitSeconds);
    Device.Faults = Directory;
    if (Spec.Counts)
      Device.Counts = Directory;
    P.Virtual = Device;
  }
  return P;
}

static std::string firstFault(const fs::path &Directory) {
  const std::vector<FaultRecord> Faults = readExecutionCounts(Directory).Faults;
  return Faults.empty() ? "" : Faults.front().Text;
}

/// Nothing of a run whose kernel stopped half-way is a measurement, whatever status the
/// program made of it.
static void requireKernelsEnded(const DoneRun &Run) {
  if (!Run.Fault.empty())
    throw Failure(ExitCode::ProgramFailed,
                  "a kernel of the program failed in run " + Run.Id +
                      ", though the program ended with status 0: " + Run.Fault,
                  "the program should look at what cudaGetLastError() and "
                  "cudaDeviceSynchronize() return");
}

/// The GPU that most of it ran on.
static std::string gpuOf(const std::vector<CollectedProcess> &Processes) {
  for (const CollectedProcess &P : Processes)
    for (const LaunchRecord &Launch : P.Log.Launches)
      for (const DeviceRecord &D : P.Log.Devices)
        if (D.Device == Launch.Device)
          return D.Uuid;
  return "";
}

static void readRun(const Session &S, DoneRun &Result) {
  Result.Processes = collectRun(Result.Directory);
  std::string Problem;
  if (const auto State = readGpuState(Result.Directory, Problem))
    Result.Gpu = summarise(*State);
  if (!Problem.empty())
    Result.Notes.push_back(Problem);
  if (S.Q.Virtual)
    Result.Fault = firstFault(Result.Directory);
}

/// Of the equal runs in the store, the one with the binaries that are there now.
static std::optional<Artifact> findRun(Session &S, const std::string &Task) {
  for (const Artifact &Known : S.Kept.ofTask(Task))
    if (areUnchanged(Known.Binaries))
      return S.Kept.find(Known.Key, S.Id);
  return std::nullopt;
}

static Artifact describe(const Session &S, const RunSpec &Spec, const std::string &Task,
                         const DoneRun &Run) {
  Artifact Of;
  Of.Kind = "run";
  Of.Task = Task;
  Of.Program = S.Digest;
  Of.Binaries = binariesOf(Run.Processes, S.Program);
  Of.Key = keyOf(Task, Of.Binaries);
  Of.Inputs = Spec.ImageKeys;
  if (!S.Q.Virtual)
    Of.Tools["driver"] = std::to_string(S.Driver.Version);
  Of.Gpu = gpuOf(Run.Processes);
  Of.Arguments = S.Q.Command;
  Of.Environment = notedEnvironment();
  Of.Seconds = Run.Seconds;
  return Of;
}

/// Where a launcher starts it, the other machine's GPUs are the launcher's to give.
static void runAlone(const Session &S, const ProgramRun &Program, DoneRun &Result,
                     Progress &Shown) {
  std::deque<DeviceLock> Locks;
  std::optional<GpuSampler> Sampler;
  if (!S.Gpus.empty()) {
    for (const std::string &Uuid : S.Gpus)
      Locks.emplace_back(Uuid, deviceLockPlaces(),
                         [&](const std::string &Text) { Shown.note(Text); });
    Sampler.emplace(S.Gpus.front(), Result.Directory);
  }
  std::optional<Progress::TerminalLent> Lent;
  if (Program.Interactive)
    Lent.emplace(Shown);
  const IsolatedResult Ended = runProgram(Program);
  Result.Seconds = Ended.Seconds;
  Result.Notes = Ended.notes();
  if (const std::string Problem = Sampler ? Sampler->finish() : ""; !Problem.empty())
    Result.Notes.push_back(Problem);
}

/// What makes runs differ though Argus starts them alike.
static void noteInputs(const Session &S, const RunSpec &Spec, DoneRun &Result) {
  const std::vector<std::string> Now = argumentStamps(S.Q.Command);
  for (size_t I = 0; I < Now.size(); ++I)
    if (Now[I] != S.Stamps[I])
      Result.Notes.push_back(S.Q.Command[I + 1] +
                             " changed while argus ran: if the program reads it, its "
                             "runs had different inputs");
  if (Spec.Interactive && S.PipedInput)
    Result.Notes.push_back("standard input is a pipe, which this run alone could read: "
                           "redirect it from a file if the program reads it");
}

void performRun(Session &S, const RunSpec &Spec, DoneRun &Result, Progress &Shown) {
  Result.Kind = Spec.Kind;
  Result.Id = Spec.id();
  Result.Tasks = Spec.Tasks;
  Result.Directory = S.Directory / Result.Id;
  const std::string Task = taskOf(S, Spec);
  std::optional<Artifact> Found = findRun(S, Task);
  Result.Reused = Found.has_value();
  if (!Found) {
    createDirectories(Result.Directory);
    runAlone(S, programRun(S, Spec, Result.Directory), Result, Shown);
    readRun(S, Result);
    requireKernelsEnded(Result);
    bool Faster = false;
    Found =
        S.Kept.add(describe(S, Spec, Task, Result), Result.Directory, S.Id, &Faster);
    if ((Result.Reused = Faster))
      Result.Notes.push_back("another argus made an equal run meanwhile, whose results "
                             "take the place of this one's");
  }
  S.Kept.show(*Found, Result.Directory);
  noteInputs(S, Spec, Result);
  Result.Key = Found->Key;
  Result.Seconds = Found->Seconds;
  readRun(S, Result);
}

void noteRun(Report &R, const DoneRun &Run) {
  ReportRun Row;
  Row.Id = Run.Id;
  Row.Kind = toString(Run.Kind);
  Row.Tasks = Run.Tasks;
  Row.Artifact = Run.Key;
  Row.Reused = Run.Reused;
  Row.Discarded = Run.Discarded;
  Row.Command = R.Asked.Command;
  Row.Seconds = Run.Seconds;
  Row.Directory = Run.Directory.string();
  Row.Gpu = Run.Gpu;
  R.Runs.push_back(std::move(Row));
  if (!Run.Fault.empty())
    R.Messages.push_back({Run.Id, "error", Run.Fault});
  for (const std::string &Note : Run.Notes)
    R.Messages.push_back({Run.Id, "warning", Note});
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
