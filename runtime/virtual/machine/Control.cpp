//===- Control.cpp - branches, calls, ends --------------------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA 9.0, 9.7.12 and 9.7.13.
//
//===----------------------------------------------------------------------===//

#include "Access.h"
#include "Builtins.h"
#include "Launch.h"
#include "Operations.h"

#include <algorithm>
#include <cfenv>
#include <cstring>

namespace argus::vm {

/// Imm: the target's pc, and the meeting's in the upper half.
static void branch(Lanes &X, const Op &I) {
  warpOf(X).branch(X.Mask, uint32_t(I.Imm), uint32_t(I.Imm >> 32));
}

/// brx.idx: Imm is the meeting's pc, Extra the table.
static void branchIndexed(Lanes &X, const Op &I) {
  Warp &W = warpOf(X);
  const auto &Table = *static_cast<const BranchTable *>(I.Extra);
  const uint32_t *Index = rowOf<uint32_t>(X, I.Refs[0]);
  uint32_t Targets[WarpSize];
  for (unsigned L = 0; L < WarpSize; ++L) {
    if (!(X.Mask >> L & 1)) {
      Targets[L] = W.Pc + 1;
      continue;
    }
    if (Index[L] >= Table.Targets.size())
      W.L->fault(W, IllegalInstruction,
                 "branched to entry " + std::to_string(Index[L]) + " of a list of " +
                     std::to_string(Table.Targets.size()));
    Targets[L] = Table.Targets[Index[L]];
  }
  W.branchMany(Targets, uint32_t(I.Imm));
}

static const Code &calleeOf(Warp &W, const CallSite &Site, uint32_t &Lanes) {
  const uint64_t *Pointers = rowOf<uint64_t>(W, Site.Pointer);
  uint64_t First = Pointers[__builtin_ctz(W.Mask)];
  Lanes = 0;
  forActive(W.Mask, [&](unsigned L) {
    if (Pointers[L] == First)
      Lanes |= 1u << L;
  });
  uint64_t Index = (First & OffsetMask) >> FunctionShift;
  if (First >> WindowShift != CodeWindow || Index >= W.L->P.Functions.size() ||
      W.L->P.Functions[Index]->Entry)
    W.L->fault(W, IllegalInstruction,
               "called " + hexadecimal(First) + ", which is no function");
  return *W.L->P.Functions[Index];
}

static void call(Lanes &X, const Op &I) {
  Warp &W = warpOf(X);
  const auto &Site = *static_cast<const CallSite *>(I.Extra);
  if (!X.Mask) {
    ++W.Pc;
    return;
  }
  if (Site.Runs != Builtin::None) {
    runBuiltin(W, Site);
    ++W.Pc;
    return;
  }
  if (Site.Callee)
    return W.call(*Site.Callee, Site);
  if (Site.Pointer == NoRef)
    W.L->fault(W, UnsupportedInstruction,
               "called '" + Site.Name + "', which the module does not define");
  uint32_t Lanes;
  const Code &Callee = calleeOf(W, Site, Lanes);
  if (Callee.Parameters.size() != Site.Arguments.size())
    W.L->fault(W, IllegalInstruction,
               "called '" + Callee.Name + "' with " +
                   std::to_string(Site.Arguments.size()) + " arguments instead of " +
                   std::to_string(Callee.Parameters.size()));
  if (Lanes != W.Mask) { // one function after the other: these lanes come first
    W.splitForCall(Lanes);
    return;
  }
  W.call(Callee, Site);
}

static void ret(Lanes &X, const Op &) { warpOf(X).returns(); }
static void end(Lanes &X, const Op &) { warpOf(X).exits(); }

static void trap(Lanes &X, const Op &I) {
  Warp &W = warpOf(X);
  W.L->fault(W, IllegalInstruction, I.Mode ? "hit a breakpoint" : "executed a trap");
}

ExecFn branches(const ptx::Instruction &, const Variant &) { return &branch; }
ExecFn indexedBranch(const ptx::Instruction &, const Variant &) {
  return &branchIndexed;
}
ExecFn callsFunction(const ptx::Instruction &, const Variant &) { return &call; }
ExecFn returnsFrom(const ptx::Instruction &, const Variant &) { return &ret; }
ExecFn ends(const ptx::Instruction &, const Variant &) { return &end; }
ExecFn traps(const ptx::Instruction &, const Variant &) { return &trap; }

//===----------------------------------------------------------------------===//
// The stack of .local memory: one height for the lanes of a frame.

static void setHeights(Lanes &X, const Op &I, uint64_t Value) {
  if (I.Wide)
    forActive(X.Mask, [&](unsigned L) { rowOf<uint64_t>(X, I.Refs[0])[L] = Value; });
  else
    forActive(X.Mask,
              [&](unsigned L) { rowOf<uint32_t>(X, I.Refs[0])[L] = uint32_t(Value); });
}

static uint64_t widest(Lanes &X, const Op &I, Ref R) {
  uint64_t Most = 0;
  forActive(X.Mask, [&](unsigned L) {
    Most = std::max<uint64_t>(Most, I.Wide ? rowOf<uint64_t>(X, R)[L]
                                           : rowOf<uint32_t>(X, R)[L]);
  });
  return Most;
}

/// alloca d, size, align: as much as the lane that wants most.
static void allocate(Lanes &X, const Op &I) {
  Warp &W = warpOf(X);
  constexpr uint64_t Most = 1 << 20;
  uint64_t Align = 16;
  if (I.Refs[2] != NoRef)
    Align = std::max<uint64_t>(Align, rowOf<uint32_t>(X, I.Refs[2])[0]);
  uint64_t Base = (W.F->LocalTop + Align - 1) / Align * Align;
  uint64_t Top = Base + std::min(widest(X, I, I.Refs[1]), Most);
  W.growLocal(uint32_t(Top));
  W.F->LocalTop = uint32_t(Top);
  setHeights(X, I, Base);
}
static void saveStack(Lanes &X, const Op &I) {
  setHeights(X, I, warpOf(X).F->LocalTop);
}
static void restoreStack(Lanes &X, const Op &I) {
  warpOf(X).F->LocalTop = uint32_t(widest(X, I, I.Refs[0]));
}

ExecFn allocates(const ptx::Instruction &, const Variant &) { return &allocate; }
ExecFn savesStack(const ptx::Instruction &, const Variant &) { return &saveStack; }
ExecFn restoresStack(const ptx::Instruction &, const Variant &) {
  return &restoreStack;
}

//===----------------------------------------------------------------------===//
// Arguments and results go between two frames of one warp.

static void copyRegister(uint8_t *From, uint8_t *To, const Slot &S, uint32_t Mask) {
  if (S.Bit) {
    uint32_t Value, Old;
    std::memcpy(&Value, From, sizeof Value);
    std::memcpy(&Old, To, sizeof Old);
    Value = (Old & ~Mask) | (Value & Mask);
    std::memcpy(To, &Value, sizeof Value);
    return;
  }
  const unsigned Bytes = S.Wide ? 8 : 4;
  forActive(Mask, [&](unsigned L) {
    std::memcpy(To + size_t(L) * Bytes, From + size_t(L) * Bytes, Bytes);
  });
}

static uint8_t *rowIn(const Frame &F, Ref R) {
  return (R & 1 ? F.C->Constants.data() : F.Registers.data()) + (R >> 1);
}

static void copySlot(Warp &W, const Frame &From, const Slot &Source, const Frame &To,
                     const Slot &Target) {
  if (Source.InRegister && Target.InRegister) {
    copyRegister(rowIn(From, Source.Row), rowIn(To, Target.Row), Target, W.Mask);
    return;
  }
  const unsigned Bytes = std::min(Source.Size, Target.Size);
  forActive(W.Mask, [&](unsigned L) {
    const uint8_t *Out =
        Source.InRegister ? rowIn(From, Source.Row) + size_t(L) * (Source.Wide ? 8 : 4)
                          : W.localOf(L) + From.LocalBase + Source.Offset;
    uint8_t *In = Target.InRegister
                      ? rowIn(To, Target.Row) + size_t(L) * (Target.Wide ? 8 : 4)
                      : W.localOf(L) + To.LocalBase + Target.Offset;
    std::memmove(In, Out, Bytes);
  });
}

void Launch::copyArguments(Warp &W, Frame &From, Frame &To) {
  const std::vector<Slot> &Arguments = To.Site->Arguments;
  for (size_t I = 0; I < Arguments.size() && I < To.C->Parameters.size(); ++I)
    copySlot(W, From, Arguments[I], To, To.C->Parameters[I]);
}

void Launch::copyReturns(Warp &W, Frame &Of) {
  const std::vector<Slot> &Returns = Of.Site->Returns;
  for (size_t I = 0; I < Returns.size() && I < Of.C->Returns.size(); ++I)
    copySlot(W, Of, Of.C->Returns[I], *Of.CallerFrame, Returns[I]);
}

//===----------------------------------------------------------------------===//
// Small operations that the decoder puts in.

void marker(Lanes &X, const Op &I) {
  Warp &W = warpOf(X);
  auto Site = unsigned(I.Imm);
  switch (MarkerMode(I.Mode)) {
  case MarkerMode::Begin:
    return W.L->pushRegion(W, Site);
  case MarkerMode::End:
    return W.L->popRegion(W, Site);
  case MarkerMode::Trip:
    return W.L->countTrip(W, Site);
  }
}

/// Imm: the offset in the frame. Mode 1: as a generic address.
void frameAddress(Lanes &X, const Op &I) {
  Warp &W = warpOf(X);
  uint64_t Value = W.F->LocalBase + I.Imm;
  if (I.Mode)
    Value |= uint64_t(LocalWindow) << WindowShift;
  setHeights(X, I, Value);
}

/// Imm: the offset, and the variable's number in the upper half.
void sharedAddress(Lanes &X, const Op &I) {
  uint32_t Base = warpOf(X).L->K.Shared.Offset[I.Imm >> 32];
  setHeights(X, I, Base + uint32_t(I.Imm));
}

void addOffset(Lanes &X, const Op &I) {
  if (I.Wide)
    for (unsigned L = 0; L < WarpSize; ++L)
      rowOf<uint64_t>(X, I.Refs[0])[L] = rowOf<uint64_t>(X, I.Refs[1])[L] + I.Imm;
  else
    for (unsigned L = 0; L < WarpSize; ++L)
      rowOf<uint32_t>(X, I.Refs[0])[L] =
          rowOf<uint32_t>(X, I.Refs[1])[L] + uint32_t(I.Imm);
}

void invertPredicate(Lanes &X, const Op &I) {
  predicateOf(X, I.Refs[0]) = ~predicateOf(X, I.Refs[1]);
}

/// Of parts of 1, 2 or 4 bytes.
static uint32_t partMask(const Op &I) {
  return I.Bytes == 4 ? ~0u : (1u << I.Bytes * 8) - 1;
}

/// mov.b64 d, {a, b, ...}: Bytes each. Lanes: how many parts.
void packs(Lanes &X, const Op &I) {
  const uint32_t Part = partMask(I);
  forActive(X.Mask, [&](unsigned L) {
    uint64_t Value = 0;
    for (unsigned N = I.Lanes; N-- > 0;)
      Value = Value << I.Bytes * 8 | (rowOf<uint32_t>(X, I.Refs[1 + N])[L] & Part);
    if (I.Wide)
      rowOf<uint64_t>(X, I.Refs[0])[L] = Value;
    else
      rowOf<uint32_t>(X, I.Refs[0])[L] = uint32_t(Value);
  });
}

/// mov.b64 {a, b, ...}, d
void unpacks(Lanes &X, const Op &I) {
  const uint32_t Part = partMask(I);
  const Ref From = I.Refs[I.Lanes];
  forActive(X.Mask, [&](unsigned L) {
    uint64_t Value = I.Wide ? rowOf<uint64_t>(X, From)[L] : rowOf<uint32_t>(X, From)[L];
    for (unsigned N = 0; N < I.Lanes; ++N, Value >>= I.Bytes * 8)
      if (I.Refs[N] != NoRef)
        rowOf<uint32_t>(X, I.Refs[N])[L] = uint32_t(Value) & Part;
  });
}

/// Arithmetic in the processor's rounding mode.
void withRounding(Lanes &X, const Op &I) {
  constexpr int Modes[] = {FE_TONEAREST, FE_TOWARDZERO, FE_DOWNWARD, FE_UPWARD,
                           FE_TONEAREST};
  std::fesetround(Modes[size_t(I.Round)]);
  I.Inner(X, I);
  std::fesetround(FE_TONEAREST);
}

} // namespace argus::vm
