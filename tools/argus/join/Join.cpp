//===- Join.cpp - one traced run to samples by region ---------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "join/Join.h"

#include "join/WarpScope.h"

#include <algorithm>
#include <fmt/format.h>
#include <limits>
#include <memory>
#include <set>

namespace argus {

uint64_t JoinedRun::dropped() const {
  uint64_t Sum = LostEvents;
  for (const KernelSamples &K : Kernels)
    Sum += K.Dropped;
  return Sum;
}

uint64_t JoinedRun::events() const {
  uint64_t Sum = 0;
  for (const KernelSamples &K : Kernels)
    Sum += K.Events;
  return Sum;
}

namespace {

/// Of the kernel with this number, without its name.
std::set<std::string> pathsFrom(const CapsuleInfo &Capsule, size_t Kernel) {
  std::set<std::string> Paths;
  for (const RegionInfo &R : Capsule.Regions) {
    if (R.Kernel != Kernel)
      continue;
    std::string Path;
    for (const unsigned Site : R.Stack)
      Path += (Path.empty() ? "" : "/") + Capsule.Sites[Site].Name;
    Paths.insert(std::move(Path));
  }
  return Paths;
}

/// Joins one process; kept per launch because launches share their clock fit.
class ProcessJoin {
public:
  ProcessJoin(const ProcessTrace &Input, const JoinRequest &Request, JoinedRun &Run)
      : Input(Input), Request(Request), Run(Run),
        Data(readTrace(Input.Trace, Input.Log->Drains)) {}

  void run() {
    Run.LostEvents += Data.LostEvents;
    Run.LostChunks += Data.LostChunks;
    Run.MaxEvents = std::max(Run.MaxEvents, Data.MaxEvents);
    Run.MaxRequested = std::max(Run.MaxRequested, Data.MaxRequested);
    for (const std::string &Problem : Data.Problems)
      addProblem(Problem);
    readAnchors();
    const std::vector<WarpChunks> Warps = groupWarps(Data.Chunks);
    for (size_t Begin = 0, End; Begin < Warps.size(); Begin = End) {
      for (End = Begin + 1; End < Warps.size() && sameLaunch(Warps[Begin], Warps[End]);)
        ++End;
      joinLaunch(Warps, Begin, End);
    }
    for (auto &[Device, Quality] : Qualities)
      Run.Clocks.push_back(Quality);
  }

private:
  static bool sameLaunch(const WarpChunks &A, const WarpChunks &B) {
    const Chunk &Ca = *A.Lanes[0], &Cb = *B.Lanes[0];
    return Ca.Module == Cb.Module && Ca.Device == Cb.Device &&
           Ca.Header.launch == Cb.Header.launch && Ca.Header.kernel == Cb.Header.kernel;
  }

  void addProblem(const std::string &Text) {
    Run.Problems.push_back(fmt::format("process {}: {}", Input.Log->Pid, Text));
  }

  void readAnchors() {
    std::map<std::pair<int, uint64_t>, std::vector<Anchor>> Anchors;
    for (const Chunk &C : Data.Chunks) {
      const ArgusChunkHeader &H = C.Header;
      auto &List = Anchors[{C.Device, H.launch}];
      List.push_back({H.sm, H.begin_clock, H.begin_globaltimer});
      if (!C.Open)
        List.push_back({H.sm, H.end_clock, H.end_globaltimer});
      Epoch = std::min(Epoch, H.begin_globaltimer);
    }
    for (auto &[Key, List] : Anchors) {
      auto At = Fitters.find(Key.first);
      if (At == Fitters.end())
        At = Fitters.emplace(Key.first, ClockFitter(nominalClockKhz(Key.first))).first;
      At->second.addLaunch(Key.second, std::move(List));
    }
  }

  double nominalClockKhz(int Device) const {
    for (const DeviceRecord &D : Input.Log->Devices)
      if (D.Device == Device)
        return D.ClockKhz;
    return 0;
  }

  ClockFit fitClock(int Device, uint64_t Launch) {
    const ClockFitter &Fitter = Fitters.at(Device);
    ClockFit Fit = Fitter.fit(Launch);
    ClockQuality &Q = Qualities[Device];
    Q.Process = Input.Process;
    Q.Device = Device;
    Q.TimerStepNs = Fitter.timerStepNs();
    Q.ResidualRmsNs = std::max(Q.ResidualRmsNs, Fit.residualRmsNs());
    Q.ResidualMaxNs = std::max(Q.ResidualMaxNs, Fit.residualMaxNs());
    ++Q.Launches[static_cast<int>(Fit.source())];
    return Fit;
  }

  /// The kernel that the chunks name; null where it is out of scope, or makes no sense,
  /// which is noted.
  KernelSamples *kernelOf(const Chunk &C, const LaunchRecord *Launch) {
    const uint32_t Number = C.Header.launch;
    if (!Launch) {
      addProblem(fmt::format("launch {} was traced but not recorded", Number));
      return nullptr;
    }
    const CapsuleInfo *Capsule = Request.Capsule(*Input.Log, C.Module, C.Device);
    if (!Capsule || C.Header.kernel >= Capsule->Kernels.size()) {
      addProblem(fmt::format("launch {} names kernel {}, which its capsule lacks",
                             Number, C.Header.kernel));
      return nullptr;
    }
    const KernelInfo &Kernel = Capsule->Kernels[C.Header.kernel];
    if (Kernel.Mangled != Launch->Kernel) {
      addProblem(fmt::format("launch {} of {} was traced by {}: the traces of "
                             "overlapping launches are mixed up",
                             Number, Launch->Kernel, Kernel.Mangled));
      return nullptr;
    }
    if (!Request.Scope.holdsKernel(Kernel.Name, Kernel.Mangled) ||
        !Request.Scope.holdsAnyRole(Kernel.Roles))
      return nullptr;
    return &samplesOf(*Capsule, Kernel);
  }

  KernelSamples &samplesOf(const CapsuleInfo &Capsule, const KernelInfo &Kernel) {
    for (KernelSamples &K : Run.Kernels)
      if (K.Process == Input.Process && K.Capsule == &Capsule &&
          K.Mangled == Kernel.Mangled)
        return K;
    KernelSamples K;
    K.Process = Input.Process;
    K.Capsule = &Capsule;
    K.Mangled = Kernel.Mangled;
    K.Name = Kernel.Name;
    K.Paths.Reachable = pathsFrom(Capsule, &Kernel - Capsule.Kernels.data());
    K.Regions.resize(1);
    K.Elsewhere.resize(1);
    Run.Kernels.push_back(std::move(K));
    return Run.Kernels.back();
  }

  void joinLaunch(const std::vector<WarpChunks> &Warps, size_t Begin, size_t End) {
    const Chunk &First = *Warps[Begin].Lanes[0];
    const LaunchRecord *Launch = Input.Log->launch(First.Header.launch);
    if (Launch && !Request.Scope.holdsLaunch(Launch->Launch))
      return;
    KernelSamples *Kernel = kernelOf(First, Launch);
    if (!Kernel)
      return;
    Kernel->Launches += countLaunches(*Launch, End - Begin);
    const ClockFit Fit = fitClock(First.Device, Launch->Launch);
    Kernel->NsPerCycle = Fit.nsPerCycle();
    for (size_t I = Begin; I < End; ++I)
      if (Request.Scope.holdsWarp(Warps[I].first().cta, Warps[I].first().warp))
        joinWarp(Warps[I], *Kernel, Fit);
  }

  /// How often the launch ran: once, or as often as its graph did.
  uint64_t countLaunches(const LaunchRecord &Launch, uint64_t Seen) {
    const uint64_t Expected = std::max<uint64_t>(1, Launch.warps());
    const bool Complete = Seen == Expected || (Launch.Captured && Seen % Expected == 0);
    if (!Complete)
      Run.Incomplete.push_back({Input.Process, Launch.Launch, Expected, Seen,
                                Launch.Captured, Launch.Concurrent});
    return Launch.Captured ? std::max<uint64_t>(1, Seen / Expected) : 1;
  }

  void joinWarp(const WarpChunks &Warp, KernelSamples &K, const ClockFit &Fit) {
    const WarpTrace Trace = mergeLanes(Warp);
    K.Dropped += Trace.Dropped;
    K.ClockErrors += Trace.ClockErrors;
    K.OpenWarps += Trace.Open;
    WarpMatch Match = matchEvents(Trace.Events, K.Capsule->Sites, K.Paths, K.Matches);
    Occurrence Kernel;
    Kernel.Begin = Trace.Begin;
    Kernel.End = Trace.End;
    Match.Occurrences.insert(Match.Occurrences.begin(), Kernel);
    K.Regions.resize(K.Paths.Regions.size());
    K.Elsewhere.resize(K.Paths.Regions.size());
    const WarpScope InScope(Request.Scope, K.Paths.Roles, Match.Roles);
    K.Events += InScope.holdsRole(0) ? Trace.Events.size() : 0;
    for (const Occurrence &O : Match.Occurrences)
      if (!InScope.holds(O.At))
        K.Elsewhere[O.At.Path] = true;
    const auto Scoped = [&](const Coordinates &At) { return InScope.holds(At); };
    addSamples(Match, Scoped, K.Regions, Fit);
    if (!Request.Scope.Role)
      for (const unsigned Role : InScope.allRoles())
        addSamples(
            Match,
            [&](const Coordinates &At) {
              return InScope.holds(At) && InScope.isIn(At, Role);
            },
            samplesOfRole(K, Role), Fit);
    if (Request.OnInterval)
      for (const Occurrence &O : Match.Occurrences)
        if (InScope.holds(O.At))
          Request.OnInterval(interval(O, InScope, Warp, K, Fit));
  }

  static std::vector<RegionSamples> &samplesOfRole(KernelSamples &K, unsigned Role) {
    std::vector<RegionSamples> &Samples = K.Roles[Role];
    Samples.resize(K.Paths.Regions.size());
    return Samples;
  }

  /// Occurrences are in order of the begins, which makes the union of the intervals of
  /// a path a running maximum of their ends.
  template <typename Predicate>
  static void addSamples(const WarpMatch &Match, Predicate Holds,
                         std::vector<RegionSamples> &To, const ClockFit &Fit) {
    std::map<unsigned, uint64_t> Covered; // by path: up to this clock
    for (const Occurrence &O : Match.Occurrences) {
      if (!Holds(O.At))
        continue;
      RegionSamples &R = To[O.At.Path];
      R.Us.push_back(Fit.durationNs(O.Begin, O.End) / 1000);
      const auto [At, New] = Covered.emplace(O.At.Path, O.Begin);
      R.Warps += New;
      const uint64_t From = std::max(At->second, O.Begin);
      if (O.End > From) {
        R.TotalUs += Fit.durationNs(From, O.End) / 1000;
        At->second = O.End;
      }
    }
    for (const Coordinates &Trip : Match.Trips)
      To[Trip.Path].Trips += Holds(Trip);
  }

  Interval interval(const Occurrence &O, const WarpScope &In, const WarpChunks &Warp,
                    const KernelSamples &K, const ClockFit &Fit) const {
    const ArgusChunkHeader &H = Warp.first();
    Interval I;
    I.Process = Input.Process;
    I.Device = Warp.Lanes[0]->Device;
    I.Launch = H.launch;
    I.Sm = H.sm;
    I.Cta = H.cta;
    I.Warp = H.warp;
    I.Kernel = &K;
    I.Path = O.At.Path;
    I.Trips = O.At.Trips;
    I.Roles = In.rolesOf(O.At);
    I.EpochNs = Epoch;
    I.BeginNs = Fit.timeNs(H.sm, O.Begin, Epoch);
    I.DurationNs = Fit.durationNs(O.Begin, O.End);
    return I;
  }

  const ProcessTrace &Input;
  const JoinRequest &Request;
  JoinedRun &Run;
  TraceData Data;
  std::map<int, ClockFitter> Fitters;
  std::map<int, ClockQuality> Qualities;
  uint64_t Epoch = std::numeric_limits<uint64_t>::max();
};

} // namespace

JoinedRun joinRun(const std::vector<ProcessTrace> &Processes,
                  const JoinRequest &Request) {
  JoinedRun Run;
  for (const ProcessTrace &Process : Processes)
    if (Request.Scope.holdsRank(Process.Log->Rank))
      ProcessJoin(Process, Request, Run).run();
  return Run;
}

} // namespace argus
