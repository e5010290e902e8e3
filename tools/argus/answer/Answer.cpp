//===- Answer.cpp - answers a query by its plan ---------------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "answer/Answer.h"

#include "answer/Discovery.h"
#include "answer/PlanFile.h"
#include "answer/PlanSteps.h"
#include "answer/Tools.h"
#include "build/Capsules.h"
#include "collect/ExecutionCounts.h"
#include "join/Compare.h"
#include "report/Results.h"
#include "support/Text.h"

#include <algorithm>
#include <thread>

namespace argus {

PlanRequest planRequest(const Query &Q, const std::string &ToolsProblem) {
  PlanRequest Request;
  Request.Signals = Q.Signals;
  if (Q.Virtual)
    Request.Inapplicable = {Capability::Gpu, Capability::Cupti, Capability::Counters};
  else
    Request.Inapplicable = {Capability::VirtualDevice};
  if (Q.Events)
    Request.Given = {"sizing"};
  if (!ToolsProblem.empty())
    Request.Missing[Capability::Ptxas] = ToolsProblem;
  if (Q.NoReplay)
    for (const EffectKind Kind :
         {EffectKind::ReplaysKernels, EffectKind::SerialisesKernels})
      Request.Forbidden[Kind] = "--no-replay says that its kernels wait for others";
  return Request;
}

namespace {

/// One answer's way from the plan to the report.
class Answering {
public:
  explicit Answering(Session &S)
      : S(S), Result{{}, Timeline(S.Q.Regions, S.Q.Virtual)} {
    Report &R = Result.Content;
    R.Asked = S.Q;
    R.Program = S.Program;
    R.ProgramDigest = S.Digest;
  }

  Answer run() {
    readProgram(S);
    if (const std::string Why = findDevice(S); !Why.empty()) {
      // No run will tell which other binaries the program loads.
      if (!S.Modules.knownPaths().empty())
        requireKnown(S);
      missAll(Result.Content, Why);
      return std::move(Result);
    }
    Tasks Plan(allRecipes(), planRequest(S.Q, findTools(&S.Shelf, S.Tools)));
    noteLost(Plan);
    carryOut(Plan);
    return std::move(Result);
  }

private:
  void noteLost(const Tasks &Plan) {
    for (const Lost &L : Plan.lost())
      if (L.Whole)
        Result.Content.Missing.push_back({L.Signal, "", L.Reason});
      else
        Result.Content.Messages.push_back({"", "warning", L.Signal + ": " + L.Reason});
  }

  void carryOut(Tasks &Plan) {
    Report &R = Result.Content;
    ThreadRunner Threads;
    const unsigned Cores = std::max(1u, std::thread::hardware_concurrency());
    Progress Shown(S.Q.Shown, Cores, progressOnStderr());
    Executor Work(Cores, Threads, Shown);
    PlanSteps Steps(S, Plan, Work, Shown, R);
    Steps.run();
    if (const Failure *Why = Steps.firstFailure()) {
      Result.Failed = *Why;
      if (Why->Code ==
          ExitCode::BadUsage) // of a query that is wrong there is no report
        throw *Why;
    }
    noteRuns(Steps);
    if (!Steps.referenceDone())
      missAll(R, Result.Failed->Message);
    else if (!Steps.nothing().empty())
      missAll(R, Steps.nothing());
    else
      synthesise(Plan, Steps);
    writePlan(Plan);
  }

  /// What the tasks took, each time that they were done.
  void writePlan(const Tasks &Plan) const {
    PlanContext Context;
    Context.Signals = S.Q.Signals;
    Context.Device = deviceName(S.Q);
    Context.Repeats = repeatsOf(S.Q);
    for (const ReportRun &Run : Result.Content.Runs)
      for (const std::string &Task : Run.Tasks) {
        RealCost &Cost = Context.Costs[Task];
        Cost.Seconds += Run.Seconds;
        Cost.Artifacts.push_back(Run.Artifact);
        Cost.Kept = true;
      }
    writePlanFile(S.Directory / PlanFileName, Plan, Context, questionOf(S.Q, S.Digest));
  }

  void noteBuild(const BuiltVariant &Built, const std::string &Task) {
    if (Built.Key.empty()) // it failed
      return;
    ReportRun Row;
    Row.Id = "variant:" + Built.Key;
    Row.Artifact = Built.Key;
    Row.Kind = "build";
    Row.Tasks = {Task};
    Row.Reused = Built.Reused;
    Row.Seconds = Built.Seconds;
    Result.Content.Runs.push_back(std::move(Row));
    for (const std::string &Note : Built.Notes)
      Result.Content.Messages.push_back(
          {Result.Content.Runs.back().Id, "warning", Note});
  }

  void noteBuilds(const PlanSteps &Steps) {
    for (const BuiltVariant &Lines : Steps.lines())
      noteBuild(Lines, "lines-build");
    for (const auto &[Name, Of] : Steps.targets()) {
      noteBuild(Of.Build->Mapped, "mapped-build " + Name);
      if (Of.Build->Trace)
        noteBuild(*Of.Build->Trace, "trace-build " + Name);
      if (Of.Build->Truth)
        noteBuild(*Of.Build->Truth, "truth-build " + Name);
    }
  }

  /// The first run, the builds that it called for, and the others.
  void noteRuns(PlanSteps &Steps) {
    All.Runs = Steps.takeRuns();
    for (size_t I = 0; I < All.Runs.size(); ++I) {
      noteRun(Result.Content, All.Runs[I]);
      if (I == 0)
        noteBuilds(Steps);
    }
    for (const auto &[Id, Why] : Steps.failedRuns())
      Result.Content.Messages.push_back({Id, "error", Why->Message});
  }

  /// Takes the runs apart into those with times and those with counts.
  void sortRuns() {
    const auto Truth =
        std::find_if(All.Runs.begin(), All.Runs.end(),
                     [](const DoneRun &Run) { return Run.Kind == RunKind::Truth; });
    if (Truth != All.Runs.end())
      readTruth(*Truth);
    std::deque<DoneRun> Timed;
    for (DoneRun &Run : All.Runs)
      if (Run.Kind == RunKind::Reference || Run.Kind == RunKind::Trace)
        Timed.push_back(std::move(Run));
    All.Runs = std::move(Timed);
  }

  /// What the markers of the truth build say of the regions, beside the line table.
  void readTruth(const DoneRun &Run) {
    if (const std::string Difference =
            launchDifference(All.Runs.front().logs(), Run.logs());
        !Difference.empty()) {
      Result.Content.Missing.push_back(
          {"truth", "", "its run is another: " + Difference});
      return;
    }
    const size_t Processes = Run.Processes.size();
    for (const CollectedProcess &P : Run.Processes) {
      const std::set<int> Pids = {P.Log.Pid};
      const bool InScope = S.Q.Scope.holdsRank(P.Log.Rank);
      All.Truth.push_back(InScope ? truthOf(Run, Processes > 1 ? &Pids : nullptr)
                                  : TruthTable());
    }
    All.TruthRun = Run.Id;
  }

  /// Of these processes; of all without `Pids`.
  TruthTable truthOf(const DoneRun &Run, const std::set<int> *Pids) {
    const ExecutionCounts Counts = readExecutionCounts(Run.Directory, Pids);
    for (const std::string &Problem : Counts.Problems)
      Result.Content.Messages.push_back(
          {Run.Id, "warning", "execution counts: " + Problem});
    std::map<std::string, TruthBuild> ByDigest;
    for (const ModuleBuild &Module : S.Builds)
      for (const CapsuleBuild &Build : Module.Capsules)
        ByDigest[ptxDigest(readFile(Build.Truth->Ptx))] = {
            &Module.Container->Capsules[Build.Capsule], &Build.Truth->Origins};
    return joinTruth(Counts, ByDigest, S.Q.Scope);
  }

  void synthesise(const Tasks &Plan, PlanSteps &Steps) {
    Report &R = Result.Content;
    sortRuns();
    All.Builds = &S.Builds;
    All.RegionId = regionNumber;
    All.Drawn = &Steps.drawn();
    All.TimelineFile = S.Out / "timeline.json";
    R.Trace.EventsPerChunk = Steps.eventsPerChunk();
    Steps.notePrecision(R);
    for (const TaskId T : Plan.inOrder()) {
      const Recipe &Of = *Plan.graph()[T].Recipe;
      if (Of.Kind != TaskKind::Synthesise)
        continue;
      if (const Failure *Why = Steps.failure(T))
        R.Missing.push_back({Of.Name, "", Why->Message});
      else
        Of.Synthesise(R, All);
    }
    for (const auto &[Recipe, Why] : Steps.failedOptional())
      R.Missing.push_back({Recipe, "", Why});
    Result.Drawn = Steps.drawn();
  }

  Session &S;
  Answer Result;
  Evidence All;
};

} // namespace

Answer answerQuery(Session &S) { return Answering(S).run(); }

} // namespace argus
