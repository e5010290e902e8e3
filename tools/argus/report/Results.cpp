//===- Results.cpp - the runs of a query to its report --------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "report/Results.h"

#include "join/Ranks.h"
#include "join/Synthesis.h"
#include "query/Regions.h"
#include "report/Compose.h"

#include <algorithm>

namespace argus {

void missAll(Report &R, const std::string &Reason) {
  for (const std::string &Signal : R.Asked.Signals)
    R.Missing.push_back({Signal, "", Reason});
}

namespace {

/// The times of a run count where it launched what the reference did.
void addTimes(Report &R, const DoneRun &Run, size_t Number, const DoneRun &Reference,
              ComposeInput &Input) {
  const std::string Difference = launchDifference(Reference.logs(), Run.logs());
  if (!Difference.empty()) {
    R.Messages.push_back(
        {Run.Id, "warning", "its kernel times are not compared: " + Difference});
    return;
  }
  const bool Trace = Run.Kind == RunKind::Trace;
  addKernelTimes(Trace ? Input.TraceTimes : Input.ReferenceTimes, Number, Run.logs(),
                 R.Asked.Scope);
  if (!Trace)
    Input.ReferenceRuns.push_back(Run.Id);
}

/// The samples of the trace runs that launched what the first of them did.
std::vector<JoinedRun> takeSamples(Report &R, std::deque<DoneRun> &Done,
                                   ComposeInput &Input) {
  std::vector<JoinedRun> Joined;
  const DoneRun *First = nullptr;
  for (DoneRun &Run : Done) {
    if (Run.Kind != RunKind::Trace)
      continue;
    First = First ? First : &Run;
    const std::string Difference = launchDifference(First->logs(), Run.logs());
    if (!Difference.empty()) {
      R.Messages.push_back({Run.Id, "warning", "its trace is not used: " + Difference});
      continue;
    }
    Input.TraceRuns.push_back(Run.Id);
    Joined.push_back(std::move(Run.Joined));
  }
  return Joined;
}

void summarise(TraceSummary &T, const JoinedRun &Run) {
  T.Events += Run.events();
  T.Dropped += Run.dropped();
  T.LostEvents = std::max(T.LostEvents, Run.LostEvents);
  T.LostChunks += Run.LostChunks;
  for (const KernelSamples &K : Run.Kernels) {
    T.OpenWarps += K.OpenWarps;
    T.ClockErrors += K.ClockErrors;
    T.Matches += K.Matches;
  }
  if (T.Incomplete.empty())
    T.Incomplete = Run.Incomplete;
  if (T.Clocks.empty())
    T.Clocks = Run.Clocks;
}

std::string whyNoEvents(const Report &R, const std::deque<DoneRun> &Done) {
  const std::string None = "no event was recorded: ";
  for (const ReportMessage &M : R.Messages)
    if (M.Level == "error")
      return None + M.Text;
  for (const DoneRun &Run : Done)
    for (const CollectedProcess &P : Run.Processes)
      for (const ModuleRecord &M : P.Log.Modules)
        if (Run.Kind == RunKind::Trace && !M.Swapped)
          return None + "the images of " + M.Source + " were not replaced in run " +
                 Run.Id;
  if (!R.Regions.empty())
    return None + (R.Asked.Scope.empty()
                       ? "the launched kernels executed no marked region"
                       : "no warp in the query's scope executed a marked region");
  return None +
         "no warp in the query's scope wrote a trace; the runs' directories hold "
         "what the runtime wrote";
}

/// Nothing but the kernel itself may lie in the scope's role and trips.
void missOutOfScope(Report &R) {
  const bool Any =
      std::any_of(R.Regions.begin(), R.Regions.end(), [](const ReportRegion &Row) {
        return Row.Site && Row.field("duration.p50");
      });
  if (R.Asked.Scope.dividesWarps() && !Any && R.Asked.Regions.empty())
    missAll(R, "no occurrence of a region lies in the query's scope (" +
                   toString(R.Asked.Scope) + ")");
}

/// Regions that were asked for and whose kernel was not launched.
void missUnlaunched(Report &R) {
  for (const std::string &Pattern : R.Asked.Regions)
    if (std::none_of(R.Regions.begin(), R.Regions.end(), [&](const ReportRegion &Row) {
          return regionMatches(Pattern, Row.Path);
        }))
      R.Missing.push_back(
          {"duration", Pattern, "no kernel that holds the region was launched"});
}

} // namespace

void addResults(Report &R, Evidence &All) {
  ComposeInput Input;
  std::deque<DoneRun> &Done = All.Runs;
  for (size_t I = 0; I < Done.size(); ++I)
    if (!Done[I].Discarded)
      addTimes(R, Done[I], I, Done.front(), Input);
  const std::vector<JoinedRun> Joined = takeSamples(R, Done, Input);
  for (const JoinedRun &Run : Joined)
    summarise(R.Trace, Run);
  const Synthesis Results = synthesise(Joined);
  Input.Results = &Results;
  Input.Modules = All.Builds;
  Input.LostEvents = R.Trace.LostEvents;
  Input.SeveralProcesses = Done.front().Processes.size() > 1;
  Input.RegionId = All.RegionId;
  Input.Ranks = ranksOf(Done.front().logs());
  composeResults(R, Input);
  if (R.Trace.Events == 0) {
    missAll(R, whyNoEvents(R, Done));
  } else {
    missUnlaunched(R);
    missOutOfScope(R);
  }
  if (!All.Truth.empty())
    composeTruth(R, All.Truth, All.TruthRun);
}

} // namespace argus
