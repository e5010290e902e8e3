//===- Warp.h - warps, CTAs and the launch they belong to ---------*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The lanes of a warp form a tree of paths. A path that parts waits, as an inner node,
// at the place where its ways meet again, and takes in who arrives there; the leaves
// run, one at a time. A call is a child, too: the caller waits behind the call.
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_VIRTUAL_WARP_H
#define ARGUS_VIRTUAL_WARP_H

#include "Code.h"
#include "Costs.h"

#include <stdexcept>

namespace argus::vm {

class Launch;
struct Cta;

/// Ends a launch.
struct FaultError {
  Fault F;
};

/// A function's registers for the lanes that called it together.
struct Frame {
  const Code *C = nullptr;
  AlignedBytes Registers;
  std::vector<uint64_t> Ready; ///< by register: the cycle from which it may be read
  uint32_t LocalBase = 0;      ///< of its variables in each thread's local memory
  uint32_t LocalTop = 0;       ///< the first byte that a callee may use
  int Caller = -1;             ///< node that waits for it
  Frame *CallerFrame = nullptr;
  const CallSite *Site = nullptr;
  unsigned Users = 0; ///< nodes
};

enum class Wait : uint8_t { None, Barrier, Lanes, Cluster };

struct Node {
  uint32_t Pc = 0;      ///< of a leaf: next; of an inner node: where it goes on
  uint32_t Meet = NoPc; ///< where it joins its parent
  uint32_t Mask = 0;    ///< of an inner node: who has arrived
  int Parent = -1;
  int Children = 0;
  Frame *F = nullptr;
  Wait For = Wait::None;
  uint32_t WaitId = 0; ///< the barrier, or the lanes waited for
  uint64_t ReadyAt = 0;
  const Op *At = nullptr; ///< the bar.red that waits for its result
};

/// Bytes that are 0 at first and take the host's memory when they are written: of what
/// a launch reserves for .local variables, most is never touched.
class ZeroedBytes {
public:
  ZeroedBytes() = default;
  explicit ZeroedBytes(size_t Size);
  uint8_t *data() const { return Data.get(); }

private:
  struct Free {
    void operator()(uint8_t *P) const;
  };
  std::unique_ptr<uint8_t[], Free> Data;
};

struct Warp : Lanes {
  Launch *L = nullptr;
  Cta *C = nullptr;
  unsigned Index = 0; ///< in the CTA
  IssueSlots *Scheduler = nullptr;
  uint64_t Clock = 0;
  uint32_t Present = 0; ///< lanes that exist
  uint32_t Alive = 0;   ///< and have not ended
  bool Queued = false;

  // The leaf that runs.
  int Current = -1;
  Frame *F = nullptr;
  const Op *Ops = nullptr;
  uint32_t Pc = 0, Meet = NoPc;
  uint32_t Active = 0;
  unsigned Loops = 0; ///< backward branches since it was its turn
  unsigned Looks = 0; ///< reads since then of what others may change meanwhile
  unsigned Turns = 0; ///< that ended with nothing but loops

  // What the instruction at hand takes beyond its class' cost.
  uint64_t Start = 0;
  uint32_t ExtraIssue = 0, ExtraLatency = 0;

  std::vector<Node> Nodes;
  std::vector<int> FreeNodes;
  std::vector<int> Leaves; ///< the last one that can runs

  ZeroedBytes Local; ///< LocalStride bytes a lane
  uint32_t LocalStride = 0;
  uint32_t Regions[WarpSize] = {}; ///< by lane: its region stack

  uint64_t ClusterPhase = 0; ///< that its last arrival was in

  // Waits for an mbarrier that found it incomplete, one after the other.
  unsigned Polls = 0;
  uint64_t PolledProgress = 0;
  const Code *PolledIn = nullptr;
  unsigned PolledAt = 0; ///< in PolledIn->Places

  std::vector<uint64_t> CopyGroups; ///< completion of committed ones, oldest first
  uint64_t OpenCopies = 0;          ///< completion of those not committed

  // Divergence.cpp
  void begin(const Code &Entry, uint32_t Mask);
  /// Makes a leaf that can run the current one; false: there is none.
  bool select();
  void saveLeaf();
  void branch(uint32_t Taken, uint32_t Target, uint32_t MeetPc);
  void branchMany(const uint32_t (&Targets)[WarpSize], uint32_t MeetPc);
  void arrive();
  /// The lanes of Some execute the instruction before the others do.
  void splitForCall(uint32_t Some);
  void call(const Code &Callee, const CallSite &Site);
  void returns();
  void exits();
  bool othersCanRun() const;
  /// Lanes that wait at a meeting go on, so that they cannot hold up the others.
  bool releaseWaiting();
  void yield();
  /// Blocks the current leaf; it goes on at the next instruction.
  void block(Wait For, uint32_t Id);
  void wake(Node &N, uint64_t At);
  /// Whether the lanes of Members are together; if not, the leaf waits for the others.
  /// May enlarge Mask by the lanes of other leaves that wait for this.
  bool gather(const Op &I, uint32_t Members);
  void finishGather();
  bool finished() const { return Alive == 0; }
  unsigned lane() const { return unsigned(__builtin_ctz(Mask)); }

  uint8_t *localOf(unsigned Lane) { return Local.data() + size_t(Lane) * LocalStride; }
  void growLocal(uint32_t Bytes);

private:
  int newNode();
  void freeNode(int N);
  void die(int N);
  void removeLeaf(int N);
  std::vector<int> Gathered;
};

struct Barrier {
  uint32_t Arrived = 0;  ///< threads
  uint32_t Expected = 0; ///< 0: all that live
  uint64_t LastArrival = 0;
  uint32_t Voters = 0, Predicates = 0; ///< of bar.red: lanes, and those with true
};

constexpr unsigned BarriersPerCta = 16;

struct Cta {
  Dim3 Id;
  uint64_t Number = 0; ///< in the grid
  unsigned Sm = 0, SlotOnSm = 0;
  unsigned Threads = 0, LiveThreads = 0, LiveWarps = 0;
  std::vector<std::unique_ptr<Warp>> Warps;
  std::vector<uint8_t> Shared;
  Barrier Barriers[BarriersPerCta];
  std::shared_ptr<struct ClusterState> Cluster;
  unsigned RankInCluster = 0;
};

template <class T> T *rowOf(Lanes &X, Ref R) {
  return reinterpret_cast<T *>(X.Base[R & 1] + (R >> 1));
}
inline Warp &warpOf(Lanes &X) { return static_cast<Warp &>(X); }
template <class Function> void forActive(uint32_t Mask, Function F) {
  for (; Mask; Mask &= Mask - 1)
    F(unsigned(__builtin_ctz(Mask)));
}
inline uint32_t &predicateOf(Lanes &X, Ref R) { return *rowOf<uint32_t>(X, R); }
inline void assignPredicate(Lanes &X, Ref R, uint32_t Value) {
  if (R == NoRef)
    return;
  uint32_t &P = predicateOf(X, R);
  P = (P & ~X.Mask) | (Value & X.Mask);
}

} // namespace argus::vm

#endif // ARGUS_VIRTUAL_WARP_H
