//===- Exchange.cpp - between the lanes of a warp -------------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA 9.0, 9.7.9.6 and 9.7.13.6 to 9.7.13.15. Lanes of the member mask that are
// elsewhere are waited for; ended ones are not.
//
//===----------------------------------------------------------------------===//

#include "Launch.h"
#include "Operations.h"

namespace argus::vm {

/// Runs F when the lanes of the member mask are together. The instruction is not yet
/// over where they are not: its pc must not move on.
template <class Function>
static void together(Lanes &X, const Op &I, Ref Members, Function F) {
  Warp &W = warpOf(X);
  uint32_t Mask = W.Mask;
  if (!Mask) {
    ++W.Pc;
    return;
  }
  uint32_t Member = Members == NoRef ? Mask : rowOf<uint32_t>(X, Members)[W.lane()];
  if (!(Member & Mask))
    Member |= Mask;
  // Lanes that a guard keeps from here will not come.
  Member &= ~(W.Active & ~Mask);
  if (!W.gather(I, Member))
    return;
  F(W);
  W.finishGather();
  ++W.Pc;
}

enum class Shuffle : uint8_t { Up, Down, Bfly, Idx };

/// The lane to read from, and whether it is in the segment.
static unsigned sourceLane(Shuffle Mode, unsigned Lane, uint32_t B, uint32_t C,
                           bool &Inside) {
  unsigned Bval = B & 31, Cval = C & 31, Segment = C >> 8 & 31;
  unsigned MaxLane = (Lane & Segment) | (Cval & ~Segment);
  unsigned MinLane = Lane & Segment;
  int From = 0;
  switch (Mode) {
  case Shuffle::Up:
    From = int(Lane) - int(Bval);
    Inside = From >= int(MaxLane);
    break;
  case Shuffle::Down:
    From = int(Lane + Bval);
    Inside = From <= int(MaxLane);
    break;
  case Shuffle::Bfly:
    From = int(Lane ^ Bval);
    Inside = From <= int(MaxLane);
    break;
  case Shuffle::Idx:
    From = int(MinLane | (Bval & ~Segment));
    Inside = From <= int(MaxLane);
    break;
  }
  return Inside ? unsigned(From) & 31 : Lane;
}

/// Refs: d, p, a, b, c, members.
static void shuffle(Lanes &X, const Op &I) {
  together(X, I, I.Refs[5], [&](Warp &W) {
    const uint32_t *A = rowOf<uint32_t>(X, I.Refs[2]);
    const uint32_t *B = rowOf<uint32_t>(X, I.Refs[3]);
    const uint32_t *C = rowOf<uint32_t>(X, I.Refs[4]);
    uint32_t Old[WarpSize], Valid = 0;
    std::copy(A, A + WarpSize, Old);
    forActive(W.Mask, [&](unsigned L) {
      bool Inside = false;
      unsigned From = sourceLane(Shuffle(I.Mode), L, B[L], C[L], Inside);
      if (I.Refs[0] != NoRef)
        rowOf<uint32_t>(X, I.Refs[0])[L] = Old[From];
      Valid |= uint32_t(Inside) << L;
    });
    assignPredicate(X, I.Refs[1], Valid);
  });
}
ExecFn shuffles(const ptx::Instruction &, const Variant &) { return &shuffle; }

enum class Vote : uint8_t { All, Any, Uni, Ballot };

/// Refs: d, predicate, members.
static void vote(Lanes &X, const Op &I) {
  together(X, I, I.Refs[2], [&](Warp &W) {
    uint32_t P = predicateOf(X, I.Refs[1]) & W.Mask;
    switch (Vote(I.Mode)) {
    case Vote::All:
      return assignPredicate(X, I.Refs[0], P == W.Mask ? AllLanes : 0);
    case Vote::Any:
      return assignPredicate(X, I.Refs[0], P ? AllLanes : 0);
    case Vote::Uni:
      return assignPredicate(X, I.Refs[0], P == 0 || P == W.Mask ? AllLanes : 0);
    case Vote::Ballot:
      forActive(W.Mask, [&](unsigned L) { rowOf<uint32_t>(X, I.Refs[0])[L] = P; });
    }
  });
}
ExecFn votes(const ptx::Instruction &, const Variant &) { return &vote; }

template <class T> static uint32_t equalLanes(const T *A, unsigned Lane, uint32_t In) {
  uint32_t Same = 0;
  forActive(In, [&](unsigned L) { Same |= uint32_t(A[L] == A[Lane]) << L; });
  return Same;
}

/// Refs: d, a, members.
template <class T> static void matchAny(Lanes &X, const Op &I) {
  together(X, I, I.Refs[2], [&](Warp &W) {
    uint32_t Result[WarpSize] = {};
    forActive(W.Mask, [&](unsigned L) {
      Result[L] = equalLanes(rowOf<T>(X, I.Refs[1]), L, W.Mask);
    });
    forActive(W.Mask,
              [&](unsigned L) { rowOf<uint32_t>(X, I.Refs[0])[L] = Result[L]; });
  });
}

/// Refs: d, p, a, members.
template <class T> static void matchAll(Lanes &X, const Op &I) {
  together(X, I, I.Refs[3], [&](Warp &W) {
    bool All = equalLanes(rowOf<T>(X, I.Refs[2]), W.lane(), W.Mask) == W.Mask;
    if (I.Refs[0] != NoRef)
      forActive(W.Mask, [&](unsigned L) {
        rowOf<uint32_t>(X, I.Refs[0])[L] = All ? W.Mask : 0;
      });
    assignPredicate(X, I.Refs[1], All ? AllLanes : 0);
  });
}
ExecFn matches(const ptx::Instruction &I, const Variant &V) {
  const bool Wide = ptx::sizeOf(V.T[0]) == 8;
  if (I.has("all"))
    return Wide ? &matchAll<uint64_t> : &matchAll<uint32_t>;
  return Wide ? &matchAny<uint64_t> : &matchAny<uint32_t>;
}

static void readActive(Lanes &X, const Op &I) {
  Warp &W = warpOf(X);
  forActive(X.Mask, [&](unsigned L) { rowOf<uint32_t>(X, I.Refs[0])[L] = W.Mask; });
}
ExecFn activeMask(const ptx::Instruction &, const Variant &) { return &readActive; }

enum class Redux : uint8_t { Add, Min, Max, And, Or, Xor };

template <class T> static T reduced(Redux Mode, T A, T B) {
  switch (Mode) {
  case Redux::Add:
    return T(uint32_t(A) + uint32_t(B));
  case Redux::Min:
    return A < B ? A : B;
  case Redux::Max:
    return A < B ? B : A;
  case Redux::And:
    return A & B;
  case Redux::Or:
    return A | B;
  case Redux::Xor:
    return A ^ B;
  }
  return A;
}

template <class T> static void reduce(Lanes &X, const Op &I) {
  together(X, I, I.Refs[2], [&](Warp &W) {
    const T *A = rowOf<T>(X, I.Refs[1]);
    T Value = A[W.lane()];
    forActive(W.Mask & (W.Mask - 1),
              [&](unsigned L) { Value = reduced(Redux(I.Mode), Value, A[L]); });
    forActive(W.Mask, [&](unsigned L) { rowOf<T>(X, I.Refs[0])[L] = Value; });
  });
}
ExecFn reduces(const ptx::Instruction &, const Variant &V) {
  switch (V.T[0]) {
  case ptx::Type::S32:
    return &reduce<int32_t>;
  case ptx::Type::B32:
  case ptx::Type::U32:
    return &reduce<uint32_t>;
  default:
    return nullptr;
  }
}

/// Refs: d, p, members. The lowest lane is elected.
static void elect(Lanes &X, const Op &I) {
  together(X, I, I.Refs[2], [&](Warp &W) {
    unsigned Leader = W.lane();
    if (I.Refs[0] != NoRef)
      forActive(W.Mask, [&](unsigned L) { rowOf<uint32_t>(X, I.Refs[0])[L] = Leader; });
    assignPredicate(X, I.Refs[1], 1u << Leader);
  });
}
ExecFn elects(const ptx::Instruction &, const Variant &) { return &elect; }

static void syncWarp(Lanes &X, const Op &I) {
  together(X, I, I.Refs[0], [](Warp &) {});
}
ExecFn warpSync(const ptx::Instruction &, const Variant &) { return &syncWarp; }

} // namespace argus::vm
