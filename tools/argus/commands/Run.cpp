//===- Run.cpp - argus run ------------------------------------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "build/Capsules.h"
#include "build/Modules.h"
#include "collect/ExecutionCounts.h"
#include "commands/Commands.h"
#include "commands/Programs.h"
#include "commands/Results.h"
#include "commands/Tools.h"
#include "commands/VirtualRun.h"
#include "doctor/Probes.h"
#include "execute/Process.h"
#include "join/Ranks.h"
#include "join/Truth.h"
#include "query/Regions.h"
#include "report/Compose.h"
#include "report/Terminal.h"
#include "report/Timeline.h"
#include "support/Status.h"

#include <ctime>
#include <deque>
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <unistd.h>

namespace argus {

namespace {

/// Answers one query. Each step adds to the report; where one finds that nothing can be
/// measured, it says so there and the rest is left out.
class QueryRun {
public:
  explicit QueryRun(const Query &Q) : Q(Q), Runner(Q, R), Drawn(Q.Regions, Q.Virtual) {
    R.Asked = Q;
  }

  ExitCode run() {
    prepare();
    if (deviceIsThere() && toolsAreThere() && referenceLaunches()) {
      build();
      runAll();
      addResults(R, Done, Builds);
      if (Q.Virtual)
        addTruth();
      addTimeline();
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

  bool nothing(const std::string &Reason) {
    missAll(R, Reason);
    return false;
  }

  void requireKnown() const {
    requireKnownRegions(Q.Regions, Modules.knownPaths());
    requireKnownKernel(Q.Scope, Modules.knownKernels());
    requireKnownScope(Q.Scope, Modules.knownRoles(), Modules.countTrips());
  }

  bool deviceIsThere() {
    if (!Q.Virtual)
      return gpuIsThere();
    requireSharedCudart(R.Program);
    return true;
  }

  bool gpuIsThere() {
    const DriverProbe Driver = probeDriver();
    const std::string Remedy =
        "; 'argus doctor' tells what to do, and --device virtual "
        "needs no GPU";
    if (!Driver.LoadError.empty() || Driver.InitStatus != 0 || Driver.Gpus.empty()) {
      // No run will tell which other binaries the program loads.
      if (!Modules.knownPaths().empty())
        requireKnown();
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

  DoneRun runReference() {
    DoneRun Run =
        Runner.run(RunKind::Reference, RunDirectory, LinesDirectory, std::nullopt);
    requireKernelsEnded(Run);
    return Run;
  }

  /// Nothing of a run whose kernel stopped half-way is a measurement, whatever status
  /// the program made of it.
  static void requireKernelsEnded(const DoneRun &Run) {
    if (!Run.Fault.empty())
      throw Failure(ExitCode::ProgramFailed,
                    "a kernel of the program failed in run " + Run.Id +
                        ", though the program ended with status 0: " + Run.Fault,
                    "the program should look at what cudaGetLastError() and "
                    "cudaDeviceSynchronize() return");
  }

  /// On the virtual device the program runs from its capsules, as far as they are known
  /// before it runs: that PTX has source lines for what may go wrong.
  void prepareLines() {
    if (!Q.Virtual || Modules.known(R.Program).empty())
      return;
    LinesDirectory = RunDirectory / "lines";
    writeLinesImages(Modules.known(R.Program), VirtualArch, LinesDirectory, Tools);
  }

  bool referenceLaunches() {
    prepareLines();
    Done.push_back(runReference());
    const std::vector<const RuntimeLog *> Logs = Done.front().logs();
    size_t ModuleCount = 0;
    for (const RuntimeLog *Log : Logs)
      for (const ModuleRecord &Module : Log->Modules) {
        Modules.container(Module);
        ++ModuleCount;
      }
    if (ModuleCount == 0)
      throw noCapsule(R.Program +
                      ": no capsule, in the program or a library that it loads");
    const std::vector<ContainerInfo> &Own = Modules.binary(R.Program);
    for (const std::string &Problem : {unmappedSources(Own), changedSources(Own)})
      if (!Problem.empty())
        R.Messages.push_back({Done.front().Id, "warning", Problem});
    requireKnown();
    LaunchCounts Counts;
    const std::vector<ModuleUse> Uses = findUses(Logs, Q.Scope, Modules, Counts);
    for (const ModuleUse &Use : Uses)
      Builds.push_back(planBuild(Use));
    setDevice(Logs);
    if (const std::string Why = whyNoRank(Logs, Q.Scope); !Why.empty())
      return nothing(Why);
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
    buildModules(Builds, Tools, {&Q.Regions, Q.Virtual});
    ImageDirectory = RunDirectory / "images";
    writeVariants(Q.Virtual ? ImageKind::TracePtx : ImageKind::TraceCode,
                  ImageDirectory);
    for (const ModuleBuild &Module : Builds)
      for (const CapsuleBuild &Build : Module.Capsules) {
        const std::string Of = fmt::format(
            " {} {}", Module.Container->Capsules[Build.Capsule].Source, Build.Arch);
        addBuild(Build.Mapped, "build mapped" + Of);
        if (Build.Trace)
          addBuild(*Build.Trace, "build trace" + Of);
        if (Build.Truth)
          addBuild(*Build.Truth, "build truth" + Of);
      }
  }

  /// The virtual device cannot run the machine code that may be all that a module has:
  /// what no variant replaces runs from the images of the reference run.
  void writeVariants(ImageKind Kind, const fs::path &Directory) {
    writeImages(Builds, Kind, Directory, Tools);
    if (!LinesDirectory.empty())
      addImages(LinesDirectory, Directory);
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
    // The user's choice stands; the report counts the drops.
    const uint32_t Events = Q.Events ? *Q.Events : neededEvents();
    const std::vector<RunKind> Order = runOrder(Q.Repeat.value_or(1), Q.Virtual);
    bool FirstTrace = true;
    for (size_t I = 1; I < Order.size(); ++I) {
      if (Order[I] == RunKind::Reference) {
        Done.push_back(runReference());
        continue;
      }
      Done.push_back(traceOnce(RunKind::Trace, Events, FirstTrace));
      FirstTrace = false;
    }
    R.Trace.EventsPerChunk = Events;
  }

  /// Small chunks lie close together and are written back in fewer sectors, so the
  /// trace perturbs least with buffers of just the right size.
  uint32_t neededEvents() {
    const JoinedRun Run = traceOnce(RunKind::Sizing, SizingEvents, false).Joined;
    R.Runs.back().Discarded = true;
    return eventsPerChunk(Run.MaxEvents, Run.MaxRequested);
  }

  DoneRun traceOnce(RunKind Kind, uint32_t Events, bool Draw) {
    DoneRun Run = Runner.run(Kind, RunDirectory, ImageDirectory, Events);
    requireKernelsEnded(Run);
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
    if (Kind == RunKind::Trace)
      for (const std::string &Problem : Run.Joined.Problems)
        R.Messages.push_back({Run.Id, "warning", Problem});
    return Run;
  }

  const CapsuleInfo *tracedCapsule(const RuntimeLog &Log, int Module,
                                   int Device) const {
    const ModuleRecord *Record = Log.module(Module);
    for (const ModuleBuild &Build : Builds)
      if (Record && Build.Container->is(Record->ModuleId))
        if (const CapsuleBuild *Built = Build.forDevice(deviceArch(Log, Device)))
          return &Build.Container->Capsules[Built->Capsule];
    return nullptr;
  }

  //===- After the last run -----------------------------------------------------===//

  /// What the markers of the truth build say of the regions, beside the line table.
  void addTruth() {
    const fs::path Images = RunDirectory / "truth-images";
    writeVariants(ImageKind::TruthPtx, Images);
    const DoneRun Run = Runner.run(RunKind::Truth, RunDirectory, Images, std::nullopt);
    if (!Run.Fault.empty()) {
      const std::string Why = "a kernel failed in run " + Run.Id + ": " + Run.Fault;
      R.Missing.push_back({"instructions.executed", "", Why});
      R.Missing.push_back({"truth", "", Why});
      return;
    }
    const std::set<int> Pids = pidsInScope(Run.logs(), Q.Scope);
    const ExecutionCounts Counts =
        readExecutionCounts(Runner.directory(), Q.Scope.Rank ? &Pids : nullptr);
    for (const std::string &Problem : Counts.Problems)
      R.Messages.push_back({Run.Id, "warning", "execution counts: " + Problem});
    std::map<std::string, TruthBuild> ByDigest;
    for (const ModuleBuild &Module : Builds)
      for (const CapsuleBuild &Build : Module.Capsules)
        ByDigest[ptxDigest(readFile(Build.Truth->Ptx))] = {
            &Module.Container->Capsules[Build.Capsule], &Build.Truth->Origins};
    composeTruth(R, joinTruth(Counts, ByDigest, Q.Scope), Run.Id);
  }

  void addTimeline() {
    if (Q.wants("timeline") && R.Trace.Events > 0)
      R.Timeline = {(OutDirectory / "timeline.json").string(), Drawn.intervals(),
                    Drawn.omitted()};
  }

  ExitCode finish() {
    if (R.Timeline)
      writeFile(R.Timeline->File, Drawn.text());
    const fs::path File = OutDirectory / "report.json";
    writeFile(File, reportAsJson(R));
    std::fputs(reportAsText(R, styleOf(STDOUT_FILENO)).c_str(), stdout);
    std::printf("report: %s\n", File.c_str());
    for (const Unmeasured &U : R.Missing)
      if (U.Region.empty())
        status(fmt::format("not measured: {}: {}", U.Signal, U.Reason));
    return R.Missing.empty() ? ExitCode::Done : ExitCode::Unmeasured;
  }

  const Query &Q;
  Report R;
  ProgramRunner Runner;
  ModuleSet Modules;
  BuildTools Tools;
  std::vector<ModuleBuild> Builds;
  std::vector<DoneRun> Done;
  Timeline Drawn;
  fs::path RunDirectory, OutDirectory, ImageDirectory, LinesDirectory;
};

} // namespace

ExitCode runQuery(const Query &Q) { return QueryRun(Q).run(); }

} // namespace argus
