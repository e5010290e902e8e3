//===- Divergence.cpp - the paths of a warp -------------------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Launch.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <new>

namespace argus::vm {

/// Backward branches of one path before another one of the warp gets its turn.
constexpr unsigned LoopsPerTurn = 1024;
/// Turns after which lanes that wait at a meeting go on, whatever the loop does.
constexpr unsigned TurnsUntilRelease = 1024;

int Warp::newNode() {
  if (!FreeNodes.empty()) {
    int N = FreeNodes.back();
    FreeNodes.pop_back();
    Nodes[size_t(N)] = Node();
    return N;
  }
  Nodes.emplace_back();
  return int(Nodes.size()) - 1;
}

void Warp::freeNode(int N) {
  Frame *Used = Nodes[size_t(N)].F;
  if (--Used->Users == 0)
    L->releaseFrame(Used);
  FreeNodes.push_back(N);
}

void Warp::begin(const Code &Entry, uint32_t Mask) {
  Present = Alive = Mask;
  Frame *First = L->newFrame(Entry);
  First->LocalTop = Entry.LocalBytes;
  growLocal(Entry.LocalBytes);
  int N = newNode();
  Nodes[size_t(N)].Mask = Mask;
  Nodes[size_t(N)].F = First;
  First->Users = 1;
  Leaves.push_back(N);
}

bool Warp::select() {
  for (size_t I = Leaves.size(); I-- > 0;) {
    Node &N = Nodes[size_t(Leaves[I])];
    if (N.For != Wait::None)
      continue;
    Current = Leaves[I];
    F = N.F;
    Ops = F->C->Ops.data();
    Base[0] = F->Registers.data();
    Base[1] = F->C->Constants.data();
    Pc = N.Pc;
    Meet = N.Meet;
    Active = N.Mask;
    Clock = std::max(Clock, N.ReadyAt);
    Loops = Looks = 0;
    L->regionsChanged(*this);
    return true;
  }
  Current = -1;
  return false;
}

void Warp::saveLeaf() {
  if (Current >= 0)
    Nodes[size_t(Current)].Pc = Pc;
}

void Warp::removeLeaf(int N) {
  Leaves.erase(std::find(Leaves.begin(), Leaves.end(), N));
}

/// A node without lanes and children: its parent may go on.
void Warp::die(int N) {
  for (;;) {
    int Parent = Nodes[size_t(N)].Parent;
    freeNode(N);
    if (Parent < 0)
      return;
    Node &P = Nodes[size_t(Parent)];
    if (--P.Children > 0)
      return;
    if (P.Mask) {
      Leaves.push_back(Parent);
      return;
    }
    N = Parent;
  }
}

/// The current leaf is at its meeting.
void Warp::arrive() {
  int N = Current;
  Node &Parent = Nodes[size_t(Nodes[size_t(N)].Parent)];
  Parent.Mask |= Active;
  removeLeaf(N);
  die(N);
  select();
}

/// Two ways: the lanes of Taken go to Target, the others to the next instruction.
void Warp::branch(uint32_t Taken, uint32_t Target, uint32_t MeetPc) {
  uint32_t Rest = Active & ~Taken;
  if (Taken == 0) {
    ++Pc;
    return;
  }
  if (Rest == 0) {
    bool Backward = Target <= Pc;
    Pc = Target;
    if (Backward && ++Loops >= LoopsPerTurn)
      yield();
    return;
  }
  uint32_t Targets[WarpSize];
  for (unsigned Lane = 0; Lane < WarpSize; ++Lane)
    Targets[Lane] = Taken >> Lane & 1 ? Target : Pc + 1;
  bool Backward = Target <= Pc;
  const unsigned LoopsBefore = Loops, LooksBefore = Looks;
  branchMany(Targets, MeetPc);
  Loops = LoopsBefore + Backward;
  Looks = LooksBefore;
  if (Loops >= LoopsPerTurn)
    yield();
}

void Warp::branchMany(const uint32_t (&Targets)[WarpSize], uint32_t MeetPc) {
  uint32_t Left = Active;
  uint32_t First = Targets[__builtin_ctz(Left)];
  bool Uniform = true;
  forActive(Left, [&](unsigned Lane) { Uniform &= Targets[Lane] == First; });
  if (Uniform) {
    Pc = First;
    return;
  }
  ExtraIssue += DivergenceCycles;
  // Ways that meet where this leaf meets its parent are brothers of it; otherwise the
  // leaf becomes their parent.
  int Old = Current;
  Node Copy = Nodes[size_t(Old)];
  bool Brothers = Copy.Meet == MeetPc && Copy.Parent >= 0 && F->Caller != Copy.Parent;
  int Parent = Brothers ? Copy.Parent : Old;
  removeLeaf(Old);
  if (!Brothers) {
    Nodes[size_t(Old)].Pc = MeetPc;
    Nodes[size_t(Old)].Mask = 0;
    Nodes[size_t(Old)].Children = 0;
  }
  while (Left) {
    uint32_t Pc0 = Targets[__builtin_ctz(Left)];
    uint32_t Way = 0;
    forActive(Left, [&](unsigned Lane) {
      if (Targets[Lane] == Pc0)
        Way |= 1u << Lane;
    });
    Left &= ~Way;
    if (Pc0 == MeetPc) {
      Nodes[size_t(Parent)].Mask |= Way;
      continue;
    }
    int N = newNode();
    Node &Child = Nodes[size_t(N)];
    Child.Pc = Pc0;
    Child.Meet = MeetPc;
    Child.Mask = Way;
    Child.Parent = Parent;
    Child.F = Copy.F;
    ++Copy.F->Users;
    ++Nodes[size_t(Parent)].Children;
    Leaves.push_back(N);
  }
  if (Brothers)
    die(Old);
  select();
}

/// Ancestors in the frame that hold lanes back let them go on by themselves.
bool Warp::releaseWaiting() {
  bool Released = false;
  for (size_t I = 0, Count = Leaves.size(); I < Count; ++I) {
    int N = Leaves[I];
    Frame *Of = Nodes[size_t(N)].F;
    for (int P = Nodes[size_t(N)].Parent; P >= 0 && Nodes[size_t(P)].F == Of;
         P = Nodes[size_t(P)].Parent) {
      if (!Nodes[size_t(P)].Mask)
        continue;
      int Fresh = newNode();
      Node &From = Nodes[size_t(P)], &To = Nodes[size_t(Fresh)];
      To.Pc = From.Pc;
      To.Meet = From.Meet;
      To.Mask = From.Mask;
      To.Parent = From.Parent;
      To.F = Of;
      ++Of->Users;
      From.Mask = 0;
      if (To.Parent >= 0)
        ++Nodes[size_t(To.Parent)].Children;
      Leaves.push_back(Fresh);
      Released = true;
    }
  }
  return Released;
}

bool Warp::othersCanRun() const {
  return std::any_of(Leaves.begin(), Leaves.end(), [&](int Leaf) {
    return Leaf != Current && Nodes[size_t(Leaf)].For == Wait::None;
  });
}

/// The current leaf goes to the end of the queue. Where it looks for something in each
/// of its loops, it may wait for lanes that are held back until it arrives.
void Warp::yield() {
  bool Spins = Looks >= Loops || ++Turns >= TurnsUntilRelease;
  Loops = Looks = 0;
  saveLeaf();
  bool Released = Spins && releaseWaiting();
  if (Released)
    Turns = 0;
  if (!Released && !othersCanRun())
    return;
  removeLeaf(Current);
  Leaves.insert(Leaves.begin(), Current);
  select();
}

void Warp::block(Wait For, uint32_t Id) {
  Node &N = Nodes[size_t(Current)];
  N.Pc = Pc;
  N.For = For;
  N.WaitId = Id;
  select();
}

void Warp::wake(Node &N, uint64_t At) {
  N.For = Wait::None;
  N.ReadyAt = std::max(N.ReadyAt, At);
  L->enqueue(*this);
}

void Warp::call(const Code &Callee, const CallSite &Site) {
  int Caller = Current;
  Frame *Mine = F;
  L->requireRoomForCall(*this, Callee);
  Frame *Fresh = L->newFrame(Callee);
  Fresh->Caller = Caller;
  Fresh->CallerFrame = Mine;
  Fresh->Site = &Site;
  Fresh->LocalBase = (Mine->LocalTop + 15) & ~15u;
  Fresh->LocalTop = Fresh->LocalBase + Callee.LocalBytes;
  Fresh->Users = 1;
  growLocal(Fresh->LocalTop);
  L->copyArguments(*this, *Mine, *Fresh);
  removeLeaf(Caller);
  int N = newNode();
  Node &C = Nodes[size_t(Caller)], &Root = Nodes[size_t(N)];
  C.Pc = Pc + 1;
  C.Mask = Active & ~Mask; // a guard kept these
  C.Children = 1;
  Root.Mask = Mask;
  Root.Parent = Caller;
  Root.F = Fresh;
  Root.ReadyAt = 0;
  Leaves.push_back(N);
  select();
}

void Warp::splitForCall(uint32_t Some) {
  int Old = Current;
  const uint32_t Ways[] = {Mask & ~Some, Some};
  removeLeaf(Old);
  Nodes[size_t(Old)].Pc = Pc + 1;
  Nodes[size_t(Old)].Mask = Active & ~Mask;
  Nodes[size_t(Old)].Children = 2;
  for (uint32_t Way : Ways) {
    int N = newNode();
    Node &Child = Nodes[size_t(N)];
    Child.Pc = Pc;
    Child.Meet = Pc + 1;
    Child.Mask = Way;
    Child.Parent = Old;
    Child.F = F;
    ++F->Users;
    Leaves.push_back(N);
  }
  select();
}

/// The lanes of Mask leave the function.
void Warp::returns() {
  if (F->Caller < 0)
    return exits();
  L->copyReturns(*this, *F);
  Nodes[size_t(F->Caller)].Mask |= Mask;
  int N = Current;
  Active &= ~Mask;
  Nodes[size_t(N)].Mask = Active;
  ++Pc;
  if (Active)
    return;
  removeLeaf(N);
  die(N);
  select();
}

void Warp::exits() {
  int N = Current;
  Alive &= ~Mask;
  Active &= ~Mask;
  Nodes[size_t(N)].Mask = Active;
  ++Pc;
  unsigned Count = unsigned(__builtin_popcount(Mask));
  // Who waits for lanes need not wait for these.
  for (int Leaf : Leaves)
    if (Nodes[size_t(Leaf)].For == Wait::Lanes)
      Nodes[size_t(Leaf)].For = Wait::None;
  if (!Active) {
    removeLeaf(N);
    die(N);
    select();
  }
  L->threadsEnded(*this, Count);
}

bool Warp::gather(const Op &I, uint32_t Members) {
  Gathered.clear();
  uint32_t Needed = Members & Alive;
  if (!(Needed & ~Active))
    return true;
  uint32_t Together = Active;
  const bool Anywhere = I.Mode == AnyPlace;
  for (int Leaf : Leaves) {
    Node &N = Nodes[size_t(Leaf)];
    if (Leaf == Current || N.For != Wait::Lanes || N.F != F)
      continue;
    if (N.Pc != Pc && !(Anywhere && Ops[N.Pc].Mode == AnyPlace && Ops[N.Pc].Fn == I.Fn))
      continue;
    Together |= N.Mask;
    Gathered.push_back(Leaf);
  }
  if (Needed & ~Together) {
    Gathered.clear();
    L->recount(*this, I, Active, false);
    block(Wait::Lanes, Needed);
    if (Current < 0 && releaseWaiting())
      select();
    return false;
  }
  Mask |= Together & ~Active;
  return true;
}

/// After what gather() allowed has been executed: the others go on, too.
void Warp::finishGather() {
  for (int Leaf : Gathered) {
    Node &N = Nodes[size_t(Leaf)];
    N.For = Wait::None;
    L->recount(*this, Ops[N.Pc], N.Mask, true);
    ++N.Pc;
  }
  Gathered.clear();
}

ZeroedBytes::ZeroedBytes(size_t Size)
    : Data(static_cast<uint8_t *>(std::calloc(Size, 1))) {
  if (Size && !Data)
    throw std::bad_alloc();
}

void ZeroedBytes::Free::operator()(uint8_t *P) const { std::free(P); }

/// Bytes a thread, of which CUDA gives at most 512 KiB.
void Warp::growLocal(uint32_t Bytes) {
  constexpr uint32_t Most = 512 << 10;
  if (Bytes <= LocalStride)
    return;
  if (Bytes > Most)
    L->fault(*this, IllegalAddress,
             "ran out of stack: its local memory exceeds 512 KiB a thread");
  uint32_t Stride = std::min(Most, std::max((Bytes + 63) & ~63u, LocalStride * 2));
  ZeroedBytes Fresh(size_t(Stride) * WarpSize);
  for (unsigned Lane = 0; LocalStride && Lane < WarpSize; ++Lane)
    std::memcpy(Fresh.data() + size_t(Lane) * Stride, localOf(Lane), LocalStride);
  Local = std::move(Fresh);
  LocalStride = Stride;
}

} // namespace argus::vm
