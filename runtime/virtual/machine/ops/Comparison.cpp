//===- ops/Comparison.cpp - setp, set, selp, slct -------------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA 9.0, 9.7.6 and 9.7.7. Ordered comparisons are false where an operand is NaN,
// those ending in `u` are true.
//
//===----------------------------------------------------------------------===//

#include "Floats.h"
#include "Resolvers.h"

namespace argus::vm::ARGUS_VM_OPS {
namespace {

template <class C, Compare Cmp> inline bool holds(C A, C B) {
  switch (Cmp) {
  case Compare::Eq:
    return A == B;
  case Compare::Ne:
    return A < B || A > B;
  case Compare::Lt:
    return A < B;
  case Compare::Le:
    return A <= B;
  case Compare::Gt:
    return A > B;
  case Compare::Ge:
    return A >= B;
  case Compare::Equ:
    return !(A < B || A > B);
  case Compare::Neu:
    return A != B;
  case Compare::Ltu:
    return !(A >= B);
  case Compare::Leu:
    return !(A > B);
  case Compare::Gtu:
    return !(A <= B);
  case Compare::Geu:
    return !(A < B);
  case Compare::Num:
    return A == A && B == B;
  case Compare::Nan:
    return A != A || B != B;
  }
  return false;
}

/// Integers as they are, floating-point values as they are computed.
template <class T> inline auto value(Word<T> W) {
  if constexpr (std::is_integral_v<T>)
    return get<T>(W);
  else
    return load<T>(W);
}

template <class T, Compare Cmp>
uint32_t comparing(const Word<T> *A, const Word<T> *B, bool Ftz) {
  if constexpr (!std::is_integral_v<T>)
    if (Ftz)
      return maskOf([=](unsigned L) {
        return holds<Compute<T>, Cmp>(load<T>(flush<T>(A[L])), load<T>(flush<T>(B[L])));
      });
  return maskOf([=](unsigned L) {
    return holds<decltype(value<T>(A[L])), Cmp>(value<T>(A[L]), value<T>(B[L]));
  });
}

template <class T> uint32_t compare(const Op &I, const Word<T> *A, const Word<T> *B) {
  using Function = uint32_t (*)(const Word<T> *, const Word<T> *, bool);
  static constexpr Function Table[] = {
      &comparing<T, Compare::Eq>,  &comparing<T, Compare::Ne>,
      &comparing<T, Compare::Lt>,  &comparing<T, Compare::Le>,
      &comparing<T, Compare::Gt>,  &comparing<T, Compare::Ge>,
      &comparing<T, Compare::Equ>, &comparing<T, Compare::Neu>,
      &comparing<T, Compare::Ltu>, &comparing<T, Compare::Leu>,
      &comparing<T, Compare::Gtu>, &comparing<T, Compare::Geu>,
      &comparing<T, Compare::Num>, &comparing<T, Compare::Nan>};
  return Table[size_t(I.Cmp)](A, B, I.Flags & OpFtz);
}

inline uint32_t combine(Lanes &X, const Op &I, uint32_t Value, Ref Third) {
  uint32_t C = Third == NoRef ? 0 : predicate(X, Third);
  switch (I.Bool) {
  case Combine::None:
    return Value;
  case Combine::And:
    return Value & C;
  case Combine::Or:
    return Value | C;
  case Combine::Xor:
    return Value ^ C;
  }
  return Value;
}

/// setp p|q, a, b, c: p = (a < b) and c, q = !(a < b) and c.
template <class T> void setp(Lanes &X, const Op &I) {
  uint32_t Value = compare<T>(I, row<T>(X, I.Refs[2]), row<T>(X, I.Refs[3]));
  uint32_t P = combine(X, I, Value, I.Refs[4]);
  uint32_t Q = combine(X, I, ~Value, I.Refs[4]);
  setPredicate(X, I.Refs[0], P);
  setPredicate(X, I.Refs[1], Q);
}

template <class T> void split(const uint32_t *Packed, uint32_t *Low, uint32_t *High) {
  for (unsigned L = 0; L < WarpSize; ++L) {
    Low[L] = Packed[L] & 0xffff;
    High[L] = Packed[L] >> 16;
  }
}

/// Of f16x2: p for the low halves, q for the high ones.
template <class T> void setpPacked(Lanes &X, const Op &I) {
  uint32_t A[2][WarpSize], B[2][WarpSize];
  split<T>(row<T>(X, I.Refs[2]), A[0], A[1]);
  split<T>(row<T>(X, I.Refs[3]), B[0], B[1]);
  uint32_t Low = combine(X, I, compare<T>(I, A[0], B[0]), I.Refs[4]);
  uint32_t High = combine(X, I, compare<T>(I, A[1], B[1]), I.Refs[4]);
  setPredicate(X, I.Refs[0], Low);
  setPredicate(X, I.Refs[1], High);
}

/// What "true" is in the destination: all ones, or 1.0; Op::Imm.
template <class T> void set(Lanes &X, const Op &I) {
  uint32_t Value = combine(
      X, I, compare<T>(I, row<T>(X, I.Refs[1]), row<T>(X, I.Refs[2])), I.Refs[3]);
  const auto True = uint32_t(I.Imm);
  forLanes(X, row<uint32_t>(X, I.Refs[0]),
           [=](unsigned L) { return Value >> L & 1 ? True : 0; });
}

template <class T> void setPacked(Lanes &X, const Op &I) {
  uint32_t A[2][WarpSize], B[2][WarpSize];
  split<T>(row<T>(X, I.Refs[1]), A[0], A[1]);
  split<T>(row<T>(X, I.Refs[2]), B[0], B[1]);
  uint32_t Low = combine(X, I, compare<T>(I, A[0], B[0]), I.Refs[3]);
  uint32_t High = combine(X, I, compare<T>(I, A[1], B[1]), I.Refs[3]);
  const uint32_t True = uint32_t(I.Imm) & 0xffff;
  forLanes(X, row<uint32_t>(X, I.Refs[0]), [=](unsigned L) {
    return (Low >> L & 1 ? True : 0) | (High >> L & 1 ? True << 16 : 0);
  });
}

template <class W> void select(Lanes &X, const Op &I) {
  const W *A = row<W>(X, I.Refs[1]), *B = row<W>(X, I.Refs[2]);
  const uint32_t P = predicate(X, I.Refs[3]);
  forLanes(X, row<W>(X, I.Refs[0]),
           [=](unsigned L) { return P >> L & 1 ? A[L] : B[L]; });
}

template <class W, class C> void selectSign(Lanes &X, const Op &I) {
  const W *A = row<W>(X, I.Refs[1]), *B = row<W>(X, I.Refs[2]);
  const uint32_t *Sign = row<uint32_t>(X, I.Refs[3]);
  forLanes(X, row<W>(X, I.Refs[0]),
           [=](unsigned L) { return bitCast<C>(Sign[L]) >= 0 ? A[L] : B[L]; });
}

bool isWide(ptx::Type T) { return ptx::sizeOf(T) == 8; }

} // namespace

ExecFn setPredicateIf(const ptx::Instruction &, const Variant &V) {
  if (V.T[0] == ptx::Type::F16x2)
    return &setpPacked<Half>;
  if (V.T[0] == ptx::Type::BF16x2)
    return &setpPacked<BHalf>;
  auto Make = [](auto T) -> ExecFn { return &setp<decltype(T)>; };
  return isFloat(V.T[0]) ? forFloat(V.T[0], Make) : forInteger(V.T[0], Make);
}

ExecFn setIf(const ptx::Instruction &, const Variant &V) {
  ptx::Type Source = V.TypeCount > 1 ? V.T[1] : V.T[0];
  if (Source == ptx::Type::F16x2)
    return &setPacked<Half>;
  if (Source == ptx::Type::BF16x2)
    return &setPacked<BHalf>;
  auto Make = [](auto T) -> ExecFn { return &set<decltype(T)>; };
  return isFloat(Source) ? forFloat(Source, Make) : forInteger(Source, Make);
}

ExecFn selectIf(const ptx::Instruction &, const Variant &V) {
  return isWide(V.T[0]) ? &select<uint64_t> : &select<uint32_t>;
}

/// A subnormal number is as good as zero here, so .ftz changes -0 only, which is >= 0.
ExecFn selectBySign(const ptx::Instruction &, const Variant &V) {
  if (V.T[1] == ptx::Type::F32)
    return isWide(V.T[0]) ? &selectSign<uint64_t, float> : &selectSign<uint32_t, float>;
  return isWide(V.T[0]) ? &selectSign<uint64_t, int32_t>
                        : &selectSign<uint32_t, int32_t>;
}

} // namespace argus::vm::ARGUS_VM_OPS
