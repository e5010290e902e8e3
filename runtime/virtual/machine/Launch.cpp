//===- Launch.cpp - CTAs on SMs, warps in turn ----------------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The warp with the least clock is next; equal clocks go by SM, CTA and warp. So the
// order depends on clocks alone, and clocks on the program alone.
//
//===----------------------------------------------------------------------===//

#include "Launch.h"

#include <algorithm>
#include <cstring>

namespace argus::vm {

/// Warp instructions between looks at the host's clock.
constexpr uint64_t TimeCheckInstructions = 1 << 15;

static uint64_t volume(const Dim3 &D) { return uint64_t(D.X) * D.Y * D.Z; }

Launch::Launch(LoadedProgram &P, unsigned Kernel, const LaunchRequest &R, Memory &M,
               double TimeLimit, uint64_t Number)
    : P(P), K(P.Kernels[Kernel]), Info(P.Infos[Kernel]), R(R), M(M), Number(Number),
      Sms(limits().Sms), TimeLimit(TimeLimit),
      Started(std::chrono::steady_clock::now()), NextTimeCheck(TimeCheckInstructions) {
  CtaThreads = unsigned(volume(R.Block));
  CtaCount = volume(R.Grid);
  CtasPerCluster = unsigned(volume(R.Cluster));
  SharedTotal = R.DynamicShared ? K.Shared.Dynamic + R.DynamicShared : K.Shared.Static;
  Counting = R.Count || P.Markers;
  Parameters.resize(K.ParameterBytes);
  for (size_t I = 0; I < R.Parameters.size(); ++I)
    std::memcpy(Parameters.data() + Info.ParameterOffsets[I], R.Parameters[I].data(),
                R.Parameters[I].size());
  if (Counting)
    Counts.reset(P);
  if (R.Cooperative)
    addWorkspace();
}

Launch::~Launch() {
  if (Workspace)
    M.release(Workspace.Base);
}

/// `struct grid_workspace` of cooperative_groups/details/driver_abi.h (CUDA 11 to 13):
/// its size in bytes, then the barrier that grid.sync() counts arrivals in, 0 at first.
void Launch::addWorkspace() {
  struct GridWorkspace {
    uint32_t Size, Barrier;
  };
  Workspace = M.allocate(sizeof(GridWorkspace));
  const GridWorkspace Initial = {sizeof(GridWorkspace), 0};
  if (Workspace)
    std::memcpy(hostPointer(Workspace.Base), &Initial, sizeof Initial);
}

Frame *Launch::newFrame(const Code &C) {
  std::vector<Frame *> &Free = FreeFrames[&C];
  Frame *F;
  if (Free.empty()) {
    Frames.push_back(std::make_unique<Frame>());
    F = Frames.back().get();
    F->Registers = AlignedBytes(C.RegisterBytes);
    F->C = &C;
  } else {
    F = Free.back();
    Free.pop_back();
  }
  if (C.RegisterBytes)
    std::memset(F->Registers.data(), 0, C.RegisterBytes);
  F->Ready.assign(C.RegisterCount, 0);
  F->LocalBase = F->LocalTop = 0;
  F->Caller = -1;
  F->CallerFrame = nullptr;
  F->Site = nullptr;
  F->Users = 0;
  return F;
}

/// An endless recursion of thousands of threads fills the host's memory before any one
/// of them reaches the end of its stack.
void Launch::requireRoomForCall(const Warp &W, const Code &Callee) {
  constexpr uint64_t Most = uint64_t(1) << 30;
  if (!FreeFrames[&Callee].empty())
    return;
  CallBytes += Callee.RegisterBytes + Callee.RegisterCount * sizeof(uint64_t) +
               uint64_t(Callee.LocalBytes) * WarpSize;
  if (CallBytes > Most)
    fault(W, IllegalAddress,
          "called '" + Callee.Name +
              "', and the launch ran out of stack: the registers and local memory of "
              "all calls under way exceed 1 GiB; does it recur without end?");
}

void Launch::releaseFrame(Frame *F) { FreeFrames[F->C].push_back(F); }

void Launch::enqueue(Warp &W) {
  if (W.Queued || W.finished())
    return;
  uint64_t At = W.Clock;
  if (W.Current < 0) {
    uint64_t First = ~uint64_t(0);
    for (int Leaf : W.Leaves)
      if (const Node &N = W.Nodes[size_t(Leaf)]; N.For == Wait::None)
        First = std::min(First, N.ReadyAt);
    At = std::max(At, First);
  }
  uint64_t Order = uint64_t(W.C->Sm) << 56 | W.C->Number << 6 | W.Index;
  W.Queued = true;
  Queue.push_back({At, {Order, &W}});
  std::push_heap(Queue.begin(), Queue.end(), Later());
}

bool Launch::fits(const Sm &S, unsigned Blocks) const {
  const DeviceLimits &D = limits();
  unsigned Threads = (CtaThreads + WarpSize - 1) / WarpSize * WarpSize;
  return S.Threads + Threads * Blocks <= D.ThreadsPerSm &&
         S.Blocks + Blocks <= D.BlocksPerSm &&
         S.SharedBytes + (SharedTotal + ReservedShared) * Blocks <= D.SharedPerSm;
}

/// Starts clusters (of one CTA, mostly) on the SMs with the fewest CTAs, while they
/// fit.
void Launch::startClusters(uint64_t Now) {
  while (NextCta < CtaCount) {
    std::vector<unsigned> Planned(Sms.size());
    std::vector<unsigned> Chosen;
    for (unsigned Rank = 0; Rank < CtasPerCluster; ++Rank) {
      unsigned Best = unsigned(Sms.size());
      for (unsigned S = 0; S < Sms.size(); ++S)
        if (fits(Sms[S], Planned[S] + 1) &&
            (Best == Sms.size() ||
             Sms[S].Blocks + Planned[S] < Sms[Best].Blocks + Planned[Best]))
          Best = S;
      if (Best == Sms.size())
        return;
      ++Planned[Best];
      Chosen.push_back(Best);
    }
    auto Cluster = std::make_shared<ClusterState>();
    for (unsigned S : Chosen)
      startCta(Sms[S], S, NextCta++, Now, Cluster);
  }
}

/// The CTA's place in the grid: clusters go first, then the CTAs in a cluster.
static Dim3 idOf(uint64_t Number, const Dim3 &Grid, const Dim3 &Cluster) {
  auto Split = [](uint64_t N, const Dim3 &D) {
    return Dim3{uint32_t(N % D.X), uint32_t(N / D.X % D.Y), uint32_t(N / D.X / D.Y)};
  };
  Dim3 Of = Split(Number / volume(Cluster),
                  {Grid.X / Cluster.X, Grid.Y / Cluster.Y, Grid.Z / Cluster.Z});
  Dim3 In = Split(Number % volume(Cluster), Cluster);
  return {Of.X * Cluster.X + In.X, Of.Y * Cluster.Y + In.Y, Of.Z * Cluster.Z + In.Z};
}

void Launch::startCta(Sm &S, unsigned SmIndex, uint64_t CtaNumber, uint64_t Now,
                      const std::shared_ptr<ClusterState> &Cluster) {
  auto C = std::make_unique<Cta>();
  C->Id = idOf(CtaNumber, R.Grid, R.Cluster);
  C->Number = CtaNumber;
  C->Sm = SmIndex;
  C->Threads = C->LiveThreads = CtaThreads;
  // Grown in place where a thread asks for what the driver reserves.
  C->Shared.reserve(SharedTotal + ReservedAlignment + ReservedShared);
  C->Shared.resize(SharedTotal);
  C->Cluster = Cluster;
  C->RankInCluster = unsigned(Cluster->Ctas.size());
  Cluster->Ctas.push_back(C.get());
  Cluster->Live += CtaThreads;
  auto Slot = std::find(S.Slots.begin(), S.Slots.end(), false);
  C->SlotOnSm = unsigned(Slot - S.Slots.begin());
  if (Slot == S.Slots.end())
    S.Slots.push_back(true);
  else
    *Slot = true;
  ++S.Blocks;
  S.Threads += (CtaThreads + WarpSize - 1) / WarpSize * WarpSize;
  S.SharedBytes += SharedTotal + ReservedShared;
  addWarps(*C, Now);
  Ctas.push_back(std::move(C));
}

void Launch::addWarps(Cta &C, uint64_t Now) {
  for (unsigned First = 0; First < CtaThreads; First += WarpSize) {
    auto W = std::make_unique<Warp>();
    W->L = this;
    W->C = &C;
    W->Index = First / WarpSize;
    W->Scheduler = &Sms[C.Sm].Schedulers[W->Index % 4];
    W->Clock = Now + LaunchCycles;
    unsigned Lanes = std::min(WarpSize, CtaThreads - First);
    W->begin(*K.Entry, Lanes == WarpSize ? AllLanes : (1u << Lanes) - 1);
    ++C.LiveWarps;
    enqueue(*W);
    C.Warps.push_back(std::move(W));
  }
}

void Launch::endCta(Cta &C, uint64_t Now) {
  Sm &S = Sms[C.Sm];
  --S.Blocks;
  S.Threads -= (CtaThreads + WarpSize - 1) / WarpSize * WarpSize;
  S.SharedBytes -= SharedTotal + ReservedShared;
  S.Slots[C.SlotOnSm] = false;
  std::vector<Cta *> Members = C.Cluster->Ctas;
  bool ClusterLives = std::any_of(Members.begin(), Members.end(),
                                  [](const Cta *Of) { return Of->LiveWarps; });
  // Others of the cluster may still reach its shared memory.
  if (!ClusterLives)
    for (Cta *Of : Members) {
      auto Found =
          std::find_if(Ctas.begin(), Ctas.end(),
                       [&](const std::unique_ptr<Cta> &X) { return X.get() == Of; });
      Ctas.erase(Found);
    }
  startClusters(Now);
}

void Launch::threadsEnded(Warp &W, unsigned Count) {
  W.C->LiveThreads -= Count;
  W.C->Cluster->Live -= Count;
  ++Progress;
  if (W.finished()) {
    --W.C->LiveWarps;
    LastEnd = std::max(LastEnd, W.Clock);
  }
  completeBarriers(*W.C);
}

template <bool Counted> void Launch::runWarp(Warp &W, uint64_t Until) {
  if (W.Current < 0 && !W.select())
    return;
  regionsChanged(W); // the counter was another warp's
  while (W.Current >= 0) {
    if (W.Pc == W.Meet) {
      W.arrive();
      continue;
    }
    const Op &I = W.Ops[W.Pc];
    uint32_t Mask = W.Active;
    if (I.Guard != NoRef) {
      uint32_t P = predicateOf(W, I.Guard);
      Mask &= I.GuardNegated ? ~P : P;
    }
    W.Mask = Mask;
    if (I.Flags & OpHelper) {
      I.Fn(W, I);
      ++W.Pc;
      continue;
    }
    Frame *F = W.F;
    const uint32_t *Registers = F->C->Scoreboard.data() + I.Uses;
    uint64_t Start = W.Clock;
    for (unsigned N = 0, E = I.UseCount + I.DefCount; N < E; ++N)
      Start = std::max(Start, F->Ready[Registers[N]]);
    Start = W.Scheduler->take(Start);
    const Cost Takes = Costs[I.Cost];
    W.Start = Start;
    W.Clock = Start + Takes.Issue;
    W.ExtraIssue = W.ExtraLatency = 0;
    if (Counted)
      Counts.executed(W, I);
    ThreadInstructions += unsigned(__builtin_popcount(W.Active));
    if (++WarpInstructions >= NextTimeCheck)
      checkTime();
    if (Mask || I.Flags & OpControl)
      I.Fn(W, I);
    for (unsigned N = I.UseCount, E = I.UseCount + I.DefCount; N < E; ++N)
      F->Ready[Registers[N]] = Start + Takes.Latency + W.ExtraLatency;
    W.Clock += W.ExtraIssue;
    if (!(I.Flags & OpControl))
      ++W.Pc;
    if (W.Clock > Until)
      return;
  }
}

LaunchResult Launch::run() {
  LaunchResult Result;
  try {
    if (R.Cooperative && !Workspace)
      throw FaultError{{LaunchOutOfResources,
                        kernelText() + ": no memory is left for what the grid of a "
                                       "cooperative launch synchronizes by"}};
    startClusters(0);
    while (!Queue.empty() || !Ctas.empty()) {
      if (Queue.empty()) {
        if (!releaseHeldLanes())
          deadlock();
        continue;
      }
      std::pop_heap(Queue.begin(), Queue.end(), Later());
      Warp &W = *Queue.back().second.second;
      Queue.pop_back();
      uint64_t Until = Queue.empty() ? ~uint64_t(0) : Queue.front().first + Quantum;
      // Stays marked, so that nobody queues it while it runs.
      if (Counting)
        runWarp<true>(W, Until);
      else
        runWarp<false>(W, Until);
      W.Queued = false;
      bool Runs = W.Current >= 0 ||
                  std::any_of(W.Leaves.begin(), W.Leaves.end(), [&](int Leaf) {
                    return W.Nodes[size_t(Leaf)].For == Wait::None;
                  });
      if (Runs)
        enqueue(W);
      if (Cta &C = *W.C; C.LiveWarps == 0)
        endCta(C, W.Clock);
    }
  } catch (const FaultError &E) {
    Result.Error = E.F;
  }
  Result.Cycles = LastEnd;
  Result.WarpInstructions = WarpInstructions;
  Result.ThreadInstructions = ThreadInstructions;
  if (R.Count && !Result.Error)
    Result.Counts = Counts.result(P);
  Result.Printed = std::move(Printed);
  return Result;
}

bool Launch::releaseHeldLanes() {
  bool Released = false;
  for (auto &C : Ctas)
    for (auto &W : C->Warps)
      if (!W->finished() && W->releaseWaiting()) {
        enqueue(*W);
        Released = true;
      }
  return Released;
}

void Launch::recount(const Warp &W, const Op &I, uint32_t Mask, bool More) {
  auto Threads = uint64_t(__builtin_popcount(Mask));
  WarpInstructions += More ? 1 : -uint64_t(1);
  ThreadInstructions += More ? Threads : -Threads;
  if (Counting)
    Counts.recount(W, I, Mask, More);
}

void Launch::pushRegion(Warp &W, unsigned Site) {
  forActive(W.Mask,
            [&](unsigned Lane) { W.Regions[Lane] = P.pushed(W.Regions[Lane], Site); });
  Counts.entered(W, W.Mask);
  Counts.select(W);
}

void Launch::popRegion(Warp &W, unsigned Site) {
  forActive(W.Mask, [&](unsigned Lane) {
    if (const std::optional<unsigned> Rest = P.ended(W.Regions[Lane], Site)) {
      W.Regions[Lane] = *Rest;
      return;
    }
    const std::string Text = "executed the end of region " + std::to_string(Site);
    if (W.Regions[Lane] == 0)
      fault(W, LaunchFailure, Text + " outside of any");
    fault(W, LaunchFailure,
          Text + " inside region " + std::to_string(P.stacks()[W.Regions[Lane]].Site));
  });
  Counts.select(W);
}

/// A trip belongs to the loop that is open innermost.
void Launch::countTrip(Warp &W, unsigned Site) {
  forActive(W.Mask, [&](unsigned Lane) {
    if (W.Regions[Lane] == 0 || P.stacks()[W.Regions[Lane]].Site != Site)
      fault(W, LaunchFailure,
            "executed a trip of loop " + std::to_string(Site) + " outside of it");
  });
  Counts.tripped(W, W.Mask);
}

void Launch::checkTime() {
  NextTimeCheck = WarpInstructions + TimeCheckInstructions;
  if (TimeLimit <= 0)
    return;
  std::chrono::duration<double> Passed = std::chrono::steady_clock::now() - Started;
  if (Passed.count() < TimeLimit)
    return;
  std::string Where;
  constexpr unsigned MostCtas = 2, MostWarps = 3;
  for (size_t I = 0; I < Ctas.size() && I < MostCtas; ++I)
    Where += (I ? "; " : "") + whereWarpsAre(*Ctas[I], MostWarps);
  char Limit[32];
  std::snprintf(Limit, sizeof Limit, "%g", TimeLimit);
  throw FaultError{
      {LaunchTimeout, kernelText() + " ran longer than the limit of " + Limit +
                          " s (--time-limit SECONDS sets it; one that "
                          "waits for the host never ends, because a launch "
                          "runs to its end before the call returns): " +
                          Where}};
}

} // namespace argus::vm
