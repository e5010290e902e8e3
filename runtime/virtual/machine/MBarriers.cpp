//===- MBarriers.cpp - mbarrier objects -----------------------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA 9.0, 9.7.13.15. The 64 bits of an object, which the ISA leaves open:
//
//   0..14 pending arrivals   15..29 arrivals expected a phase   30..61 bytes pending
//   (two's complement)       63 parity of the open phase
//
// A state is the object as it was before the arrival.
//
//===----------------------------------------------------------------------===//

#include "Access.h"
#include "Launch.h"
#include "Operations.h"

#include <algorithm>
#include <cstring>

namespace argus::vm {

namespace {

constexpr uint64_t CountMask = 0x7fff;

struct Object {
  uint64_t Pending = 0, Expected = 0;
  int64_t Bytes = 0;
  bool Parity = false;

  static Object read(const uint8_t *At) {
    uint64_t Bits;
    std::memcpy(&Bits, At, sizeof Bits);
    return fromBits(Bits);
  }
  static Object fromBits(uint64_t Bits) {
    return {Bits & CountMask, Bits >> 15 & CountMask, int32_t(Bits >> 30 & 0xffffffff),
            bool(Bits >> 63)};
  }
  uint64_t bits() const {
    return Pending | Expected << 15 | uint64_t(uint32_t(Bytes)) << 30 |
           uint64_t(Parity) << 63;
  }
  void write(uint8_t *At) const {
    uint64_t Bits = bits();
    std::memcpy(At, &Bits, sizeof Bits);
  }
  /// The phase is over when nobody and nothing is missing any more.
  void advance() {
    if (Pending || Bytes)
      return;
    Parity = !Parity;
    Pending = Expected;
  }
};

enum class Step : uint8_t { Arrive, ArriveExpect, Drop, DropExpect, NoComplete };

/// Refs: base, count (none of inval).
void initialize(Lanes &X, const Op &I) {
  Warp &W = warpOf(X);
  Access A;
  access(W, I, I.Refs[0], I.Imm, 8, true, A);
  forActive(X.Mask, [&](unsigned L) {
    Object O;
    if (I.RefCount > 1)
      O.Pending = O.Expected = rowOf<uint32_t>(X, I.Refs[1])[L] & CountMask;
    O.write(A.At[L]);
  });
  ++W.L->Progress;
}

/// Refs: state, base, count or bytes.
void arrive(Lanes &X, const Op &I) {
  Warp &W = warpOf(X);
  Access A;
  access(W, I, I.Refs[1], I.Imm, 8, true, A);
  const auto How = Step(I.Mode);
  const bool Expects = How == Step::ArriveExpect || How == Step::DropExpect;
  const bool Drops = How == Step::Drop || How == Step::DropExpect;
  forActive(X.Mask, [&](unsigned L) {
    Object O = Object::read(A.At[L]);
    uint64_t Before = O.bits();
    uint32_t Operand = I.Refs[2] == NoRef ? 1 : rowOf<uint32_t>(X, I.Refs[2])[L];
    uint64_t Count = Expects ? 1 : Operand;
    if (Expects)
      O.Bytes += Operand;
    if (Count > O.Pending)
      W.L->fault(W, LaunchFailure,
                 "arrived " + std::to_string(Count) + " times at the mbarrier at " +
                     hexadecimal(A.Address[L]) + ", which expects " +
                     std::to_string(O.Pending) + " more");
    O.Pending -= Count;
    if (Drops)
      O.Expected -= std::min(O.Expected, Count);
    O.advance();
    O.write(A.At[L]);
    if (I.Refs[0] != NoRef)
      rowOf<uint64_t>(X, I.Refs[0])[L] = Before;
  });
  ++W.L->Progress;
}

/// Refs: base, bytes. Mode 1: complete_tx.
void expect(Lanes &X, const Op &I) {
  Warp &W = warpOf(X);
  Access A;
  access(W, I, I.Refs[0], I.Imm, 8, true, A);
  forActive(X.Mask, [&](unsigned L) {
    Object O = Object::read(A.At[L]);
    int64_t Bytes = rowOf<uint32_t>(X, I.Refs[1])[L];
    O.Bytes += I.Mode ? -Bytes : Bytes;
    if (I.Mode)
      O.advance();
    O.write(A.At[L]);
  });
  ++W.L->Progress;
}

/// Refs: p, base, state or parity. Mode: bit 0 try_wait, bit 1 parity.
void test(Lanes &X, const Op &I) {
  constexpr unsigned MostSleep = 1024;
  Warp &W = warpOf(X);
  ++W.Looks;
  Access A;
  access(W, I, I.Refs[1], I.Imm, 8, false, A);
  uint32_t Complete = 0;
  forActive(X.Mask, [&](unsigned L) {
    Object O = Object::read(A.At[L]);
    bool Phase = I.Mode & 2 ? rowOf<uint32_t>(X, I.Refs[2])[L] & 1
                            : Object::fromBits(rowOf<uint64_t>(X, I.Refs[2])[L]).Parity;
    Complete |= uint32_t(O.Parity != Phase) << L;
  });
  assignPredicate(X, I.Refs[0], Complete);
  if (Complete == X.Mask) {
    W.Polls = 0;
    return;
  }
  W.L->polled(W, I);
  if (I.Mode & 1)
    W.ExtraIssue += std::min(32u << std::min(W.Polls, 5u), MostSleep);
}

/// Refs: count, state.
void pending(Lanes &X, const Op &I) {
  forActive(X.Mask, [&](unsigned L) {
    rowOf<uint32_t>(X, I.Refs[0])[L] =
        uint32_t(rowOf<uint64_t>(X, I.Refs[1])[L] & CountMask);
  });
}

/// cp.async.mbarrier.arrive: copies are complete as soon as they are issued, so the
/// arrival is that of the thread. Without .noinc it is one more than was expected.
void arriveForCopies(Lanes &X, const Op &I) {
  Warp &W = warpOf(X);
  Access A;
  access(W, I, I.Refs[0], I.Imm, 8, true, A);
  forActive(X.Mask, [&](unsigned L) {
    Object O = Object::read(A.At[L]);
    if (!I.Mode)
      return;
    if (O.Pending == 0)
      W.L->fault(W, LaunchFailure,
                 "arrived at the mbarrier at " + hexadecimal(A.Address[L]) +
                     " once more than it expects");
    --O.Pending;
    O.advance();
    O.write(A.At[L]);
  });
  ++W.L->Progress;
}

} // namespace

ExecFn mbarrierInit(const ptx::Instruction &, const Variant &) { return &initialize; }
ExecFn mbarrierArrive(const ptx::Instruction &, const Variant &) { return &arrive; }
ExecFn mbarrierExpect(const ptx::Instruction &, const Variant &) { return &expect; }
ExecFn mbarrierWait(const ptx::Instruction &, const Variant &) { return &test; }
ExecFn mbarrierPending(const ptx::Instruction &, const Variant &) { return &pending; }
ExecFn copiesArrive(const ptx::Instruction &, const Variant &) {
  return &arriveForCopies;
}

} // namespace argus::vm
