//===- Run.cpp - argus run ------------------------------------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "build/Capsules.h"
#include "build/Modules.h"
#include "collect/Collect.h"
#include "commands/Commands.h"
#include "commands/Tools.h"
#include "doctor/Probes.h"
#include "driver/Layout.h"
#include "execute/ProgramRun.h"
#include "join/Synthesis.h"
#include "plan/Plan.h"
#include "query/Regions.h"
#include "report/Compose.h"
#include "report/Terminal.h"
#include "report/Timeline.h"
#include "support/Status.h"

#include <chrono>
#include <ctime>
#include <deque>
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <unistd.h>

namespace argus {

namespace {

/// One run of the program and what it left.
struct DoneRun {
  RunKind Kind = RunKind::Reference;
  std::string Id;
  std::vector<CollectedProcess> Processes;
  JoinedRun Joined; ///< of a trace run

  std::vector<const RuntimeLog *> logs() const {
    std::vector<const RuntimeLog *> Logs;
    for (const CollectedProcess &P : Processes)
      Logs.push_back(&P.Log);
    return Logs;
  }
};

/// Answers one query. Each step adds to the report; where one finds that nothing can be
/// measured, it says so there and the rest is left out.
class QueryRun {
public:
  explicit QueryRun(const Query &Q) : Q(Q), Drawn(Q.Regions) { R.Asked = Q; }

  ExitCode run() {
    prepare();
    if (gpuIsThere() && toolsAreThere() && referenceLaunches()) {
      build();
      runAll();
      compose();
    }
    return finish();
  }

private:
  //===- Before the first run -----------------------------------------------===//

  void prepare() {
    R.Program = findProgram(Q.Command.front());
    requireWritable(Q.Store, "the store");
    if (!Q.Out.empty())
      requireWritable(Q.Out, "the report's directory");
    // Damaged capsules can be told before anything runs; scripts have none.
    if (readHead(R.Program) == "\177ELF")
      Modules.binary(R.Program);
    R.ProgramDigest = digestOf(MappedFile(R.Program).bytes());
    const std::time_t Now = std::time(nullptr);
    RunDirectory =
        makeUniqueDirectory(fs::absolute(Q.Store) / "runs",
                            fmt::format("{:%Y%m%d-%H%M%S}-", fmt::localtime(Now)));
    OutDirectory = Q.Out.empty() ? RunDirectory : fs::absolute(Q.Out);
  }

  static std::string readHead(const std::string &Path) {
    return std::string(MappedFile(Path).bytes().substr(0, 4));
  }

  /// Every signal is missing for one reason.
  bool nothing(const std::string &Reason) {
    for (const std::string &Signal : Q.Signals)
      R.Missing.push_back({Signal, "", Reason});
    return false;
  }

  bool gpuIsThere() {
    const DriverProbe Driver = probeDriver();
    const std::string Remedy = "; 'argus doctor' tells what to do";
    if (!Driver.LoadError.empty() || Driver.InitStatus != 0 || Driver.Gpus.empty()) {
      // No run will tell which other binaries the program loads.
      if (!Modules.knownPaths().empty())
        requireKnownRegions(Q.Regions, Modules.knownPaths());
      if (!Driver.LoadError.empty())
        return nothing("no NVIDIA driver: " + Driver.LoadError + Remedy);
      return nothing((Driver.InitStatus
                          ? "the CUDA driver does not start: " + Driver.InitError
                          : "the CUDA driver finds no GPU") +
                     Remedy);
    }
    if (Q.Device && *Q.Device >= Driver.Gpus.size())
      throw badUsage(fmt::format("--device cuda:{}: the driver offers {} GPU{}",
                                 *Q.Device, Driver.Gpus.size(),
                                 Driver.Gpus.size() > 1 ? "s" : ""));
    return true;
  }

  bool toolsAreThere() {
    try {
      Tools = findBuildTools(Q.Store);
      return true;
    } catch (const Failure &Missing) {
      if (Missing.Code != ExitCode::Unmeasured)
        throw;
      return nothing(Missing.Message + "; " + Missing.Remedy);
    }
  }

  //===- Runs of the program --------------------------------------------------===//

  DoneRun runOnce(RunKind Kind, std::optional<uint32_t> Events) {
    ProgramRun P;
    P.Kind = toString(Kind);
    P.Id = fmt::format("{}-{}", P.Kind, ++RunCount[static_cast<int>(Kind)]);
    P.Command = Q.Command;
    P.Runtime = ownLayout().Runtime;
    P.Directory = RunDirectory / P.Id;
    if (Kind == RunKind::Trace)
      P.Images = ImageDirectory;
    P.Events = Events;
    P.Device = Q.Device;
    P.TimeoutSeconds = Q.TimeoutSeconds;
    P.Interactive = R.Runs.empty();
    createDirectories(P.Directory);
    status("run " + P.Id);
    const ProcessResult Result = runProgram(P);

    ReportRun Row;
    Row.Id = P.Id;
    Row.Kind = P.Kind;
    for (const std::string &Signal : Q.Signals)
      Row.Tasks.push_back("collect " + Signal);
    Row.Command = Q.Command;
    Row.Seconds = Result.Seconds;
    Row.Directory = P.Directory.string();
    R.Runs.push_back(std::move(Row));

    DoneRun Done;
    Done.Kind = Kind;
    Done.Id = P.Id;
    Done.Processes = collectRun(P.Directory);
    addMessages(Done);
    return Done;
  }

  void addMessages(const DoneRun &Run) {
    for (const CollectedProcess &P : Run.Processes) {
      for (const MessageRecord &M : P.Log.Messages)
        R.Messages.push_back({Run.Id, M.Level, M.Text});
      for (const std::string &Problem : P.Log.Problems)
        R.Messages.push_back({Run.Id, "warning", "runtime log: " + Problem});
      if (P.Log.EndReason.empty())
        R.Messages.push_back(
            {Run.Id, "warning", "a process was killed before its trace was complete"});
    }
  }

  bool referenceLaunches() {
    Done.push_back(runOnce(RunKind::Reference, std::nullopt));
    const std::vector<const RuntimeLog *> Logs = Done.front().logs();
    size_t ModuleCount = 0;
    for (const RuntimeLog *Log : Logs)
      for (const ModuleRecord &Module : Log->Modules) {
        Modules.container(Module);
        ++ModuleCount;
      }
    if (ModuleCount == 0)
      throw badUsage(R.Program +
                         ": no capsule, in the program or a library that it loads",
                     "compile with -fplugin=libArgus.so, or with 'argus clang++'");
    requireKnownRegions(Q.Regions, Modules.knownPaths());
    LaunchCounts Counts;
    const std::vector<ModuleUse> Uses = findUses(Logs, Q.Scope, Modules, Counts);
    for (const ModuleUse &Use : Uses)
      Builds.push_back(planBuild(Use));
    setDevice(Logs);
    if (Counts.All == 0)
      return nothing("the program launched no kernel of its modules with capsules");
    if (Counts.Marked == 0)
      return nothing(fmt::format("the program launched {} kernels, none of which has a "
                                 "marked region",
                                 Counts.All));
    if (Counts.InScope == 0)
      return nothing(
          fmt::format("the query's scope ({}) holds none of the {} launches of "
                      "marked kernels",
                      toString(Q.Scope), Counts.Marked));
    return true;
  }

  void setDevice(const std::vector<const RuntimeLog *> &Logs) {
    for (const RuntimeLog *Log : Logs)
      for (const LaunchRecord &Launch : Log->Launches)
        for (const DeviceRecord &D : Log->Devices)
          if (D.Device == Launch.Device && !R.Device)
            R.Device = D;
  }

  void build() {
    status("build variants");
    buildModules(Builds, Tools, &Q.Regions);
    ImageDirectory = RunDirectory / "images";
    writeImages(Builds, ImageDirectory, Tools);
    for (const ModuleBuild &Module : Builds)
      for (const CapsuleBuild &Build : Module.Capsules) {
        const std::string Of = fmt::format(
            " {} {}", Module.Container->Capsules[Build.Capsule].Source, Build.Arch);
        addBuild(Build.Mapped, "build mapped" + Of);
        if (Build.Trace)
          addBuild(*Build.Trace, "build trace" + Of);
      }
  }

  void addBuild(const BuiltVariant &Built, const std::string &Task) {
    ReportRun Row;
    Row.Id = "variant:" + Built.Key;
    Row.Kind = "build";
    Row.Tasks = {Task};
    Row.Reused = Built.Reused;
    Row.Seconds = Built.Seconds;
    R.Runs.push_back(std::move(Row));
    for (const std::string &Note : Built.Notes)
      R.Messages.push_back({R.Runs.back().Id, "warning", Note});
  }

  /// The rest of A B B A; the first A has been.
  void runAll() {
    std::optional<uint32_t> Events = Q.Events;
    const std::vector<RunKind> Order = runOrder(Q.Repeat);
    bool FirstTrace = true;
    for (size_t I = 1; I < Order.size(); ++I) {
      if (Order[I] == RunKind::Reference) {
        Done.push_back(runOnce(RunKind::Reference, std::nullopt));
        continue;
      }
      DoneRun Run = traceOnce(Events, FirstTrace);
      if (const auto More = FirstTrace ? betterSize(Run.Joined) : std::nullopt) {
        status(fmt::format("{} events were dropped; again with room for {} a warp",
                           Run.Joined.dropped(), *More));
        R.Runs.back().Discarded = true;
        Events = More;
        Drawn = Timeline(Q.Regions);
        Run = traceOnce(Events, true);
      }
      FirstTrace = false;
      Done.push_back(std::move(Run));
    }
    R.Trace.EventsPerChunk = Events.value_or(DefaultEventsPerChunk);
  }

  std::optional<uint32_t> betterSize(const JoinedRun &Run) const {
    if (Q.Events) // the user's choice stands; the report counts the drops
      return std::nullopt;
    return eventsWithoutDrops(Run.dropped(), Run.LostChunks, Run.MaxEvents,
                              Run.MaxRequested, DefaultEventsPerChunk);
  }

  DoneRun traceOnce(std::optional<uint32_t> Events, bool Draw) {
    DoneRun Run = runOnce(RunKind::Trace, Events);
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
    Request.Scope = Q.Scope;
    Request.Capsule = [this](const RuntimeLog &Log, int Module, int Device) {
      return tracedCapsule(Log, Module, Device);
    };
    if (Draw && Q.wants("timeline"))
      Request.OnInterval = [this](const Interval &I) { Drawn.add(I); };
    Run.Joined = joinRun(Traces, Request);
    for (const std::string &Problem : Run.Joined.Problems)
      R.Messages.push_back({Run.Id, "warning", Problem});
    return Run;
  }

  const CapsuleInfo *tracedCapsule(const RuntimeLog &Log, int Module,
                                   int Device) const {
    const ModuleRecord *Record = Log.module(Module);
    for (const ModuleBuild &Build : Builds)
      if (Record && Build.Container->ModuleId == Record->ModuleId)
        if (const CapsuleBuild *Built = Build.forDevice(deviceArch(Log, Device)))
          return &Build.Container->Capsules[Built->Capsule];
    return nullptr;
  }

  //===- After the last run -----------------------------------------------------===//

  /// Trace runs that launched what the first of them did, and times of all runs that
  /// launched what the reference did.
  std::vector<JoinedRun> comparableRuns(ComposeInput &Input) {
    const std::vector<const RuntimeLog *> Reference = Done.front().logs();
    std::vector<JoinedRun> Joined;
    const DoneRun *FirstTrace = nullptr;
    size_t Number = 0;
    for (DoneRun &Run : Done) {
      const std::vector<const RuntimeLog *> Logs = Run.logs();
      const bool Trace = Run.Kind == RunKind::Trace;
      const std::string Difference = launchDifference(Reference, Logs);
      if (Difference.empty()) {
        addKernelTimes(Trace ? Input.TraceTimes : Input.ReferenceTimes, Number++, Logs,
                       Q.Scope);
        if (!Trace)
          Input.ReferenceRuns.push_back(Run.Id);
      } else {
        R.Messages.push_back(
            {Run.Id, "warning", "its kernel times are not compared: " + Difference});
      }
      if (!Trace)
        continue;
      if (FirstTrace && !launchDifference(FirstTrace->logs(), Logs).empty())
        continue;
      FirstTrace = FirstTrace ? FirstTrace : &Run;
      Input.TraceRuns.push_back(Run.Id);
      Joined.push_back(std::move(Run.Joined));
    }
    return Joined;
  }

  void compose() {
    ComposeInput Input;
    const std::vector<JoinedRun> Joined = comparableRuns(Input);
    for (const JoinedRun &Run : Joined)
      addTrace(Run);
    const Synthesis Results = synthesise(Joined);
    Input.Results = &Results;
    Input.Modules = &Builds;
    Input.LostEvents = R.Trace.LostEvents;
    Input.SeveralProcesses = Done.front().Processes.size() > 1;
    Input.RegionId = regionNumber;
    composeResults(R, Input);
    if (R.Trace.Events == 0)
      nothing(whyNoEvents());
    addUnlaunched();
    if (Q.wants("timeline") && R.Trace.Events > 0)
      R.Timeline = {(OutDirectory / "timeline.json").string(), Drawn.intervals(),
                    Drawn.omitted()};
  }

  void addTrace(const JoinedRun &Run) {
    TraceSummary &T = R.Trace;
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

  std::string whyNoEvents() const {
    for (const ReportMessage &M : R.Messages)
      if (M.Level == "error")
        return "no event was recorded: " + M.Text;
    for (const DoneRun &Run : Done)
      for (const CollectedProcess &P : Run.Processes)
        for (const ModuleRecord &M : P.Log.Modules)
          if (Run.Kind == RunKind::Trace && !M.Swapped)
            return "no event was recorded: the images of " + M.Source +
                   " were not replaced in run " + Run.Id;
    if (!R.Regions.empty())
      return "no event was recorded: the launched kernels executed no marked region";
    return "no event was recorded: no trace was written; see the runs' directories";
  }

  /// Regions that were asked for by name and whose kernel was not launched.
  void addUnlaunched() {
    for (const std::string &Pattern : Q.Regions) {
      const bool Reported =
          std::any_of(R.Regions.begin(), R.Regions.end(), [&](const ReportRegion &Row) {
            return regionMatches(Pattern, Row.Path);
          });
      if (!Reported && R.Trace.Events > 0)
        R.Missing.push_back(
            {"duration", Pattern, "no kernel that holds the region was launched"});
    }
  }

  ExitCode finish() {
    if (R.Timeline)
      writeFile(R.Timeline->File, Drawn.text());
    const fs::path File = OutDirectory / "report.json";
    writeFile(File, reportAsJson(R));
    std::fputs(reportAsText(R, styleOf(STDOUT_FILENO)).c_str(), stdout);
    std::printf("report: %s\n", File.c_str());
    return R.Missing.empty() ? ExitCode::Done : ExitCode::Unmeasured;
  }

  const Query &Q;
  Report R;
  ModuleSet Modules;
  BuildTools Tools;
  std::vector<ModuleBuild> Builds;
  std::vector<DoneRun> Done;
  Timeline Drawn;
  fs::path RunDirectory, OutDirectory, ImageDirectory;
  int RunCount[2] = {};
};

} // namespace

ExitCode runQuery(const Query &Q) { return QueryRun(Q).run(); }

} // namespace argus
