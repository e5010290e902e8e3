//===- PlanSteps.cpp - carries out the tasks of a plan --------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "answer/PlanSteps.h"

#include "answer/Discovery.h"
#include "answer/VirtualRun.h"
#include "report/Precision.h"
#include "support/Failure.h"

#include <algorithm>
#include <fmt/format.h>
#include <stdexcept>

namespace argus {

PlanSteps::PlanSteps(Session &S, Tasks &Plan, Executor &Steps, Progress &Shown,
                     Report &R)
    : S(S), Plan(Plan), Steps(Steps), Shown(Shown), R(R), Rules(repeatRules(S.Q)),
      Values(S.Q), Drawn(S.Q.Regions, S.Q.Virtual) {}

void PlanSteps::run() {
  schedule();
  Steps.run();
  if (Jobs)
    for (const ModuleJobs::Target &T : Jobs->targets())
      if (!T.Build->Mapped.Cubin.empty())
        Jobs->compare(T);
}

//===- From tasks to steps --------------------------------------------------===//

/// Syntheses are made of what there is in the end.
void PlanSteps::schedule() {
  for (const TaskId T : Plan.inOrder())
    if (Plan.graph()[T].Recipe->Kind != TaskKind::Synthesise && Plan.settled(T))
      stepOf(T);
}

StepId PlanSteps::stepOf(TaskId T) {
  if (const auto At = Done.find(T); At != Done.end())
    return At->second;
  const TaskKind Kind = Plan.graph()[T].Recipe->Kind;
  if (Kind == TaskKind::Collect)
    return addCollections(T);
  const std::vector<StepId> After = makersOf(T);
  const StepId Step =
      Kind == TaskKind::Transform ? addTransform(T, After) : addControl(T, After);
  return Done[T] = Step;
}

std::vector<StepId> PlanSteps::makersOf(TaskId T) {
  std::vector<StepId> Makers;
  const TaskGraph &Graph = Plan.graph();
  for (auto [E, End] = boost::in_edges(T, Graph); E != End; ++E)
    Makers.push_back(stepOf(boost::source(*E, Graph)));
  return Makers;
}

StepId PlanSteps::addTransform(TaskId T, const std::vector<StepId> &After) {
  const Task &Of = Plan.graph()[T];
  if (Of.Target.empty())
    return addLines(After);
  const ModuleJobs::Target &Target = Jobs->targets()[Targets.at(Of.Target)];
  const BuildKind Kind = buildKind(Of.Recipe->Name);
  const std::optional<VariantJob> Job = Jobs->job(Target, Kind, S.Q.Regions);
  if (!Job) // there is nothing to trace
    return Steps.add({Of.id(), StepKind::Inline, {}, [] {}}, After);
  CapsuleBuild &Build = *Target.Build;
  BuiltVariant &Into = Kind == BuildKind::Trace   ? Build.Trace.emplace()
                       : Kind == BuildKind::Truth ? Build.Truth.emplace()
                                                  : Build.Mapped;
  return addVariant(Steps, *Job, S.Tools, Into, After);
}

StepId PlanSteps::addControl(TaskId T, const std::vector<StepId> &After) {
  const Task &Of = Plan.graph()[T];
  if (Of.Recipe->Name == "modules")
    return Steps.add({Of.id(), StepKind::Inline, {}, [this] { expandModules(); }},
                     After);
  if (Of.Recipe->Name == "buffer-size")
    return Steps.add({Of.id(), StepKind::Inline, {}, [this] { sizeBuffers(); }}, After);
  throw std::logic_error("nothing carries out the task " + Of.id());
}

/// The run that the collection takes part in, and with it all that do.
StepId PlanSteps::addCollections(TaskId Of) {
  for (const PlannedRun &Run : planRuns(Plan, Placed).All) {
    const auto &All = Run.Collections;
    if (std::find(All.begin(), All.end(), Of) == All.end())
      continue;
    std::vector<StepId> After;
    for (const TaskId T : All)
      for (const StepId Maker : makersOf(T))
        After.push_back(Maker);
    Placed.insert(All.begin(), All.end());
    if (Run.Image != toString(RunKind::Reference))
      After.push_back(addImages(Run.Image));
    const StepId Step =
        isTimed(Plan, Run) ? addGroup(Run, After) : addRun(specOf(Run), After).Step;
    for (const TaskId T : All)
      Done[T] = Step;
    return Step;
  }
  throw std::logic_error("a collection takes part in no run");
}

//===- Images -----------------------------------------------------------------===//

BuildKind PlanSteps::buildKind(const std::string &Recipe) {
  for (const BuildKind Kind : {BuildKind::Mapped, BuildKind::Trace, BuildKind::Truth})
    if (Recipe == std::string(toString(Kind)) + "-build")
      return Kind;
  throw std::logic_error("no build is made by " + Recipe);
}

/// On the virtual device the program runs from its capsules, as far as they are known
/// before it runs: that PTX has source lines for what may go wrong.
StepId PlanSteps::addLines(const std::vector<StepId> &After) {
  const std::vector<ContainerInfo> &Known = S.Modules.known(S.Program);
  LinesJobs = linesJobs(Known, VirtualArch);
  Lines.resize(LinesJobs.size());
  std::vector<StepId> Built = After;
  for (size_t I = 0; I < LinesJobs.size(); ++I)
    Built.push_back(addVariant(Steps, LinesJobs[I], S.Tools, Lines[I], After));
  if (!Known.empty())
    LinesDirectory = S.Directory / "lines";
  return Steps.add({"link lines images",
                    StepKind::Inline,
                    {},
                    [this, &Known] {
                      if (!LinesDirectory.empty())
                        writeLinesImages(Known, LinesJobs, Lines, LinesDirectory);
                    }},
                   Built);
}

/// After all builds: the machine is quiet when something is timed. The virtual device
/// cannot run the machine code that may be all that a module has: what no variant
/// replaces runs from the images of the reference run.
StepId PlanSteps::addImages(const std::string &Image) {
  if (const auto At = Images.find(Image); At != Images.end())
    return At->second;
  std::vector<StepId> Built;
  for (const TaskId T : Plan.inOrder())
    if (const Task &Of = Plan.graph()[T];
        Of.Recipe->Kind == TaskKind::Transform && !Of.Target.empty() &&
        (Of.Recipe->Name == Image + "-build" || Of.Recipe->Name == "mapped-build"))
      Built.push_back(stepOf(T));
  const ImageKind Kind = Image == "truth" ? ImageKind::TruthPtx
                         : S.Q.Virtual    ? ImageKind::TracePtx
                                          : ImageKind::TraceCode;
  return Images[Image] = Steps.add({fmt::format("link {} images", Image),
                                    StepKind::Compute,
                                    {},
                                    [this, Kind, Directory = imagesOf(Image)] {
                                      writeImages(S.Builds, Kind, Directory, S.Tools);
                                      if (!LinesDirectory.empty())
                                        argus::addImages(LinesDirectory, Directory);
                                    }},
                                   Built);
}

fs::path PlanSteps::imagesOf(const std::string &Image) const {
  return S.Directory / (Image + "-images");
}

std::vector<std::string> PlanSteps::imageKeys(const std::string &Image) const {
  std::vector<std::string> Keys;
  for (const BuiltVariant &L : Lines)
    Keys.push_back(L.Key);
  for (const ModuleBuild &Module : S.Builds)
    for (const CapsuleBuild &Build : Module.Capsules) {
      const std::optional<BuiltVariant> &Own =
          Image == "truth" ? Build.Truth : Build.Trace;
      if (Image != "reference")
        Keys.push_back(Own ? Own->Key : Build.Mapped.Key);
    }
  std::sort(Keys.begin(), Keys.end());
  return Keys;
}

//===- Runs -------------------------------------------------------------------===//

/// A run has the name of its first collection.
RunSpec PlanSteps::specOf(const PlannedRun &Run) const {
  RunSpec Spec;
  const TaskGraph &Graph = Plan.graph();
  Spec.Name = Graph[Run.Collections.front()].Recipe->Name;
  for (const TaskId T : Run.Collections)
    Spec.Tasks.push_back(Graph[T].id());
  Spec.Image = Run.Image;
  for (const RunKind Kind :
       {RunKind::Reference, RunKind::Sizing, RunKind::Trace, RunKind::Truth})
    if (Spec.Name == toString(Kind))
      Spec.Kind = Kind;
  Spec.Images = Spec.Kind == RunKind::Reference ? LinesDirectory : imagesOf(Run.Image);
  Spec.Records = Spec.Kind == RunKind::Sizing || Spec.Kind == RunKind::Trace;
  Spec.Counts = Spec.Kind == RunKind::Truth;
  if (Spec.Kind == RunKind::Sizing)
    Spec.Events = SizingEvents;
  return Spec;
}

PlanSteps::ProgramStep &PlanSteps::addRun(RunSpec Spec, std::vector<StepId> After) {
  Spec.Number = ++Count[Spec.Name];
  Spec.Interactive = Runs.empty();
  ProgramStep &New = Runs.emplace_back();
  New.Spec = std::move(Spec);
  New.Done.Discarded = New.Spec.Kind == RunKind::Sizing;
  argus::Step Work;
  Work.Name = "run " + New.Spec.id();
  Work.Kind = StepKind::Collect;
  // One at a time on the virtual device, too: two runs may write the same files. Who
  // names a launcher wants them spread.
  Work.Resource = S.Q.Launcher.empty() ? "device" : "";
  Work.Work = [this, &New] {
    New.Spec.ImageKeys = imageKeys(New.Spec.Image);
    if (New.Spec.Kind == RunKind::Trace)
      New.Spec.Events = Events;
    if (New.Spec.Kind == RunKind::Reference && New.Spec.Number > 1)
      New.Spec.Beside = imageKeys(toString(RunKind::Trace));
    performRun(S, New.Spec, New.Done, Shown);
    if (New.Done.Reused)
      Executor::reused();
  };
  New.Step = Steps.add(std::move(Work), After);
  return New;
}

/// Reference and timed run in turn. The first run of all is the first reference, or the
/// first to warm up.
StepId PlanSteps::addGroup(const PlannedRun &Run, std::vector<StepId> After) {
  RunSpec Timed = specOf(Run), Reference;
  Reference.Name = Reference.Image = toString(RunKind::Reference);
  Reference.Tasks = {Reference.Name};
  Reference.Images = LinesDirectory;
  std::vector<RunKind> Order = runOrder(1, S.Q.Virtual);
  std::vector<ProgramStep *> Group;
  if (Groups++ == 0) {
    const unsigned Warmup = warmupRuns(S.Q);
    Runs.front().Done.Discarded = Warmup > 0;
    for (unsigned I = 1; I < Warmup; ++I) {
      ProgramStep &Extra = addRun(Reference, After);
      Extra.Done.Discarded = true;
      After = {Extra.Step};
    }
    if (Warmup == 0) {
      Order.erase(Order.begin());
      Group.push_back(&Runs.front());
    }
  }
  for (const RunKind Kind : Order) {
    Group.push_back(&addRun(Kind == RunKind::Reference ? Reference : Timed, After));
    After = {Group.back()->Step};
  }
  return Steps.add({"see how precise it is",
                    StepKind::Inline,
                    {},
                    [this, Run, Group] { decideOn(Run, Group); }},
                   After);
}

/// Whether the values are precise by now; else another group.
void PlanSteps::decideOn(const PlannedRun &Run,
                         const std::vector<ProgramStep *> &Group) {
  double Seconds = 0;
  for (ProgramStep *Step : Group) {
    DoneRun &Of = Step->Done;
    Seconds += Of.Seconds;
    const bool Trace = Of.Kind == RunKind::Trace;
    if (Trace)
      joinOnce(Of);
    if (!launchDifference(Runs.front().Done.logs(), Of.logs()).empty())
      continue; // the report says so
    if (Trace)
      Values.addTrace(Of.logs(), Of.Joined, Of.Gpu);
    else
      Values.addReference(Of.logs(), Of.Gpu);
  }
  GroupSeconds.push_back(Seconds);
  Stopped = argus::decide(Rules, GroupSeconds, Values.measured(), Reached);
  if (Stopped == Verdict::More)
    addGroup(Run, {});
}

void PlanSteps::notePrecision(Report &To) const {
  // The virtual device has no spread, and of a group that failed nothing was decided.
  if (S.Q.Virtual || Stopped == Verdict::More)
    return;
  To.Precision =
      summarisePrecision(Rules.PrecisionPercent,
                         static_cast<unsigned>(GroupSeconds.size()), Stopped, Reached);
  for (const std::string &Drift : findDrift(Values.states(), Rules.PrecisionPercent))
    To.Messages.push_back({"", "warning", Drift});
}

std::deque<DoneRun> PlanSteps::takeRuns() {
  std::deque<DoneRun> All;
  for (ProgramStep &Run : Runs) {
    if (Steps.outcome(Run.Step).Is != Outcome::Done)
      continue;
    if (Run.Spec.Kind == RunKind::Trace)
      joinOnce(Run.Done);
    All.push_back(std::move(Run.Done));
  }
  return All;
}

//===- Control ------------------------------------------------------------------===//

void PlanSteps::expandModules() {
  Nothing = findModules(S, Runs.front().Done, R);
  keepUsedGpus();
  if (!Nothing.empty())
    return;
  Jobs = std::make_unique<ModuleJobs>(S.Builds, true);
  std::vector<Target> Found;
  for (size_t I = 0; I < Jobs->targets().size(); ++I) {
    const ModuleJobs::Target &T = Jobs->targets()[I];
    const std::string Name = fmt::format(
        "{} {}", T.Module->Container->Capsules[T.Build->Capsule].Source, T.Build->Arch);
    Target New;
    New.Name = Name;
    for (unsigned N = 2; !Targets.emplace(New.Name, I).second; ++N)
      New.Name = fmt::format("{} ({})", Name, N);
    Found.push_back(New);
  }
  Plan.expand("modules", Found);
  schedule();
}

/// Other runs may have the GPUs that the program turned out not to use.
void PlanSteps::keepUsedGpus() {
  std::set<std::string> Used;
  for (const RuntimeLog *Log : Runs.front().Done.logs())
    for (const DeviceRecord &D : Log->Devices)
      Used.insert(D.Uuid);
  auto &All = S.Gpus;
  const auto Unused = [&](const std::string &Uuid) { return !Used.count(Uuid); };
  if (!Used.empty())
    All.erase(std::remove_if(All.begin(), All.end(), Unused), All.end());
}

/// Small chunks lie close together and are written back in fewer sectors, so the trace
/// perturbs least with buffers of just the right size. The user's choice stands; the
/// report counts the drops.
void PlanSteps::sizeBuffers() {
  if (S.Q.Events) {
    Events = *S.Q.Events;
    return;
  }
  for (const ProgramStep &Run : Runs)
    if (Run.Spec.Kind == RunKind::Sizing) {
      const JoinedRun Sizes = join(Run.Done, false);
      Events = argus::eventsPerChunk(Sizes.MaxEvents, Sizes.MaxRequested);
    }
}

//===- Traces -------------------------------------------------------------------===//

const CapsuleInfo *PlanSteps::tracedCapsule(const RuntimeLog &Log, int Module,
                                            int Device) const {
  const ModuleRecord *Record = Log.module(Module);
  for (const ModuleBuild &Build : S.Builds)
    if (Record && Build.Container->is(Record->ModuleId))
      if (const CapsuleBuild *Built = Build.forDevice(deviceArch(Log, Device)))
        return &Build.Container->Capsules[Built->Capsule];
  return nullptr;
}

JoinedRun PlanSteps::join(const DoneRun &Run, bool Draw) {
  std::deque<MappedFile> Files;
  std::vector<ProcessTrace> Traces;
  for (unsigned I = 0; I < Run.Processes.size(); ++I) {
    const CollectedProcess &P = Run.Processes[I];
    ProcessTrace T;
    T.Process = I;
    T.Log = &P.Log;
    if (!P.Trace.empty())
      T.Trace = Files.emplace_back(P.Trace).bytes();
    Traces.push_back(T);
  }
  JoinRequest Request;
  Request.Scope = S.Q.Scope;
  Request.Capsule = [this](const RuntimeLog &Log, int Module, int Device) {
    return tracedCapsule(Log, Module, Device);
  };
  if (Draw)
    Request.OnInterval = [this](const Interval &I) { Drawn.add(I); };
  return joinRun(Traces, Request);
}

/// Intervals are drawn of the first trace run.
void PlanSteps::joinOnce(DoneRun &Run) {
  if (!Joined.insert(&Run).second)
    return;
  Run.Joined = join(Run, S.Q.wants("timeline") && Joined.size() == 1);
  for (const std::string &Problem : Run.Joined.Problems)
    R.Messages.push_back({Run.Id, "warning", Problem});
}

//===- What went wrong ------------------------------------------------------------===//

const Failure *PlanSteps::failureOf(StepId Step) const {
  const Outcome &Out = Steps.outcome(Step);
  return Out.Why ? &*Out.Why : nullptr;
}

/// A task that never became a step waits for one that failed.
const Failure *PlanSteps::failure(TaskId T) const {
  if (const auto At = Done.find(T); At != Done.end())
    if (const Failure *Why = failureOf(At->second))
      return Why;
  const TaskGraph &Graph = Plan.graph();
  for (auto [E, End] = boost::in_edges(T, Graph); E != End; ++E)
    if (!Graph[*E].Optional)
      if (const Failure *Why = failure(boost::source(*E, Graph)))
        return Why;
  return Plan.settled(T) ? nullptr : firstFailure();
}

std::map<std::string, std::string> PlanSteps::failedOptional() const {
  std::map<std::string, std::string> Failed;
  const TaskGraph &Graph = Plan.graph();
  for (const auto &Edge : boost::make_iterator_range(boost::edges(Graph)))
    if (const TaskId Maker = boost::source(Edge, Graph); Graph[Edge].Optional)
      if (const Failure *Why = failure(Maker))
        Failed.emplace(Graph[Maker].Recipe->Name, Why->Message);
  return Failed;
}

std::map<std::string, const Failure *> PlanSteps::failedRuns() const {
  std::map<std::string, const Failure *> Failed;
  for (const ProgramStep &Run : Runs)
    if (const Outcome &Out = Steps.outcome(Run.Step); Out.Is == Outcome::Failed)
      Failed[Run.Spec.id()] = &*Out.Why;
  return Failed;
}

bool PlanSteps::referenceDone() const {
  return !Runs.empty() && Steps.outcome(Runs.front().Step).Is == Outcome::Done;
}

std::map<std::string, ModuleJobs::Target> PlanSteps::targets() const {
  std::map<std::string, ModuleJobs::Target> All;
  for (const auto &[Name, Number] : Targets)
    All[Name] = Jobs->targets()[Number];
  return All;
}

const Failure *PlanSteps::firstFailure() const {
  const Outcome *First = nullptr;
  const auto Look = [&](StepId Step) {
    const Outcome &Out = Steps.outcome(Step);
    if (Out.Why && (!First || Out.Because < First->Because))
      First = &Out;
  };
  for (const auto &[T, Step] : Done)
    Look(Step);
  for (const ProgramStep &Run : Runs)
    Look(Run.Step);
  return First ? &*First->Why : nullptr;
}

} // namespace argus
