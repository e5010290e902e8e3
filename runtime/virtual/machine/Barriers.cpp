//===- Barriers.cpp - the barriers of CTAs and clusters -------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA 9.0, 9.7.13.1 to 9.7.13.4. Threads are counted, so the paths of a warp may
// come one by one; without a count, threads that have ended are not waited for.
//
//===----------------------------------------------------------------------===//

#include "Launch.h"
#include "Operations.h"

#include <algorithm>

namespace argus::vm {

enum class Reduce : uint8_t { Popc, And, Or };

static uint32_t reduceResult(const Op &I, const Barrier &B) {
  switch (Reduce(I.Mode)) {
  case Reduce::Popc:
    return B.Predicates;
  case Reduce::And:
    return B.Predicates == B.Voters ? AllLanes : 0;
  case Reduce::Or:
    return B.Predicates ? AllLanes : 0;
  }
  return 0;
}

/// Gives the lanes that wait at N what bar.red found.
static void writeResult(const Node &N, const Barrier &B) {
  const Op &I = *N.At;
  uint8_t *Row = N.F->Registers.data() + (I.Refs[0] >> 1);
  auto *Words = reinterpret_cast<uint32_t *>(Row);
  uint32_t Value = reduceResult(I, B);
  if (Reduce(I.Mode) == Reduce::Popc)
    forActive(N.Mask, [&](unsigned L) { Words[L] = Value; });
  else
    *Words = (*Words & ~N.Mask) | (Value & N.Mask);
}

static void complete(Cta &C, unsigned Id) {
  Barrier &B = C.Barriers[Id];
  for (auto &W : C.Warps)
    for (int Leaf : W->Leaves) {
      Node &N = W->Nodes[size_t(Leaf)];
      if (N.For != Wait::Barrier || N.WaitId != Id)
        continue;
      if (N.At)
        writeResult(N, B);
      N.At = nullptr;
      W->wake(N, B.LastArrival + BarrierCycles);
    }
  B = Barrier();
}

static void completeCluster(ClusterState &K) {
  ++K.Phase;
  K.Arrived = 0;
  for (Cta *C : K.Ctas)
    for (auto &W : C->Warps)
      for (int Leaf : W->Leaves)
        if (Node &N = W->Nodes[size_t(Leaf)]; N.For == Wait::Cluster)
          W->wake(N, K.LastArrival + BarrierCycles);
}

void Launch::completeBarriers(Cta &C) {
  for (unsigned Id = 0; Id < BarriersPerCta; ++Id) {
    const Barrier &B = C.Barriers[Id];
    if (B.Arrived && !B.Expected && B.Arrived >= C.LiveThreads)
      complete(C, Id);
  }
  ClusterState &K = *C.Cluster;
  if (K.Arrived && K.Arrived >= K.Live)
    completeCluster(K);
}

void Launch::arriveAtBarrier(Warp &W, const Op &I, unsigned Id, uint32_t Expected,
                             bool Waits) {
  if (Id >= BarriersPerCta)
    fault(W, LaunchFailure,
          "used barrier " + std::to_string(Id) + " of " +
              std::to_string(BarriersPerCta));
  if (Expected % WarpSize)
    fault(W, LaunchFailure,
          "waits for " + std::to_string(Expected) + " threads at barrier " +
              std::to_string(Id) + ", which is no multiple of 32");
  Barrier &B = W.C->Barriers[Id];
  if (B.Arrived && B.Expected != Expected)
    fault(W, LaunchFailure,
          "expects " + std::to_string(Expected) + " threads at barrier " +
              std::to_string(Id) + ", where others expect " +
              std::to_string(B.Expected));
  B.Expected = Expected;
  // With a count, a warp is 32 threads even where some never were or have ended.
  bool Whole = W.Mask == W.Alive;
  B.Arrived += Expected && Whole ? WarpSize : unsigned(__builtin_popcount(W.Mask));
  B.Voters += unsigned(__builtin_popcount(W.Mask));
  B.LastArrival = std::max(B.LastArrival, W.Clock);
  ++Progress;
  ++W.Pc;
  if (Waits) {
    Node &N = W.Nodes[size_t(W.Current)];
    N.At = I.Flags & OpReduces ? &I : nullptr;
    W.block(Wait::Barrier, Id);
  }
  if (B.Arrived >= (Expected ? Expected : W.C->LiveThreads))
    complete(*W.C, Id);
}

static uint32_t value(Lanes &X, Ref R) {
  return R == NoRef ? 0 : rowOf<uint32_t>(X, R)[warpOf(X).lane()];
}

/// Refs: barrier, threads.
template <bool Waits> static void arrive(Lanes &X, const Op &I) {
  Warp &W = warpOf(X);
  if (!X.Mask) {
    ++W.Pc;
    return;
  }
  W.L->arriveAtBarrier(W, I, value(X, I.Refs[0]), value(X, I.Refs[1]), Waits);
}

/// Refs: d, barrier, threads, predicate.
static void reduce(Lanes &X, const Op &I) {
  Warp &W = warpOf(X);
  if (!X.Mask) {
    ++W.Pc;
    return;
  }
  uint32_t Id = value(X, I.Refs[1]);
  if (Id < BarriersPerCta)
    W.C->Barriers[Id].Predicates +=
        unsigned(__builtin_popcount(predicateOf(X, I.Refs[3]) & X.Mask));
  W.L->arriveAtBarrier(W, I, Id, value(X, I.Refs[2]), true);
}

ExecFn barrierSync(const ptx::Instruction &, const Variant &) { return &arrive<true>; }
ExecFn barrierArrive(const ptx::Instruction &, const Variant &) {
  return &arrive<false>;
}
ExecFn barrierReduce(const ptx::Instruction &, const Variant &) { return &reduce; }

void Launch::arriveAtCluster(Warp &W) {
  ClusterState &K = *W.C->Cluster;
  W.ClusterPhase = K.Phase;
  K.Arrived += unsigned(__builtin_popcount(W.Mask));
  K.LastArrival = std::max(K.LastArrival, W.Clock);
  ++Progress;
  ++W.Pc;
  if (K.Arrived >= K.Live)
    completeCluster(K);
}

void Launch::waitForCluster(Warp &W) {
  ++W.Pc;
  if (W.C->Cluster->Phase == W.ClusterPhase)
    W.block(Wait::Cluster, 0);
}

/// Mode 1: wait.
static void clusterStep(Lanes &X, const Op &I) {
  Warp &W = warpOf(X);
  if (!X.Mask)
    ++W.Pc;
  else if (I.Mode)
    W.L->waitForCluster(W);
  else
    W.L->arriveAtCluster(W);
}
ExecFn clusterBarrier(const ptx::Instruction &, const Variant &) {
  return &clusterStep;
}

static void pass(Lanes &, const Op &) {}
ExecFn nothing(const ptx::Instruction &, const Variant &) { return &pass; }

static void sleep(Lanes &X, const Op &I) {
  warpOf(X).ExtraIssue += std::min<uint32_t>(value(X, I.Refs[0]), 1000000);
}
ExecFn sleeps(const ptx::Instruction &, const Variant &) { return &sleep; }

//===----------------------------------------------------------------------===//
// Clusters: addresses of other CTAs' shared memory.

/// mapa d, a, rank
template <class T, bool Generic> static void mapAddress(Lanes &X, const Op &I) {
  const T *A = rowOf<T>(X, I.Refs[1]);
  const uint32_t *Rank = rowOf<uint32_t>(X, I.Refs[2]);
  T *D = rowOf<T>(X, I.Refs[0]);
  forActive(X.Mask, [&](unsigned L) {
    auto Offset = T(A[L] & ((T(1) << ClusterShift) - 1));
    auto Window = T(Generic ? A[L] & ~T(OffsetMask) : 0);
    D[L] = T(Window | T(Rank[L] + 1) << ClusterShift | Offset);
  });
}
ExecFn mapsAddress(const ptx::Instruction &, const Variant &V) {
  if (ptx::sizeOf(V.T[0]) == 4)
    return &mapAddress<uint32_t, false>;
  return V.Generic ? &mapAddress<uint64_t, true> : &mapAddress<uint64_t, false>;
}

template <class T> static void rankOf(Lanes &X, const Op &I) {
  const T *A = rowOf<T>(X, I.Refs[1]);
  Warp &W = warpOf(X);
  forActive(X.Mask, [&](unsigned L) {
    auto Rank = uint32_t((A[L] & OffsetMask) >> ClusterShift);
    rowOf<uint32_t>(X, I.Refs[0])[L] = Rank ? Rank - 1 : W.C->RankInCluster;
  });
}
ExecFn ctaRank(const ptx::Instruction &, const Variant &V) {
  return ptx::sizeOf(V.T[0]) == 4 ? &rankOf<uint32_t> : &rankOf<uint64_t>;
}

} // namespace argus::vm
