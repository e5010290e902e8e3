//===- Atomics.cpp - atom and red -----------------------------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA 9.0, 9.7.13.5 and 9.7.13.6. The lanes of a warp go one after the other, the
// lowest first.
//
//===----------------------------------------------------------------------===//

#define ARGUS_VM_OPS atomic_ops

#include "Access.h"
#include "Launch.h"
#include "Operations.h"
#include "ops/Floats.h"

#include <algorithm>

namespace argus::vm {

namespace {

using namespace atomic_ops;

enum class Atomic : uint8_t { Add, Min, Max, Inc, Dec, And, Or, Xor, Exch, Cas };

template <class T> T applied(Atomic Mode, T Old, T B, T C) {
  if constexpr (std::is_integral_v<T>) {
    using U = std::make_unsigned_t<T>;
    switch (Mode) {
    case Atomic::Add:
      return T(U(Old) + U(B));
    case Atomic::Min:
      return std::min(Old, B);
    case Atomic::Max:
      return std::max(Old, B);
    case Atomic::Inc:
      return Old >= B ? T(0) : T(Old + 1);
    case Atomic::Dec:
      return Old == 0 || Old > B ? B : T(Old - 1);
    case Atomic::And:
      return Old & B;
    case Atomic::Or:
      return Old | B;
    case Atomic::Xor:
      return Old ^ B;
    case Atomic::Exch:
      return B;
    case Atomic::Cas:
      return Old == B ? C : Old;
    }
    return Old;
  } else if constexpr (std::is_floating_point_v<T>) {
    return bitCast<T>(store<T>(Old + B, Rounding::Nearest));
  }
}

/// Half-precision sums, minima and maxima.
template <class T> uint16_t appliedHalf(Atomic Mode, uint16_t Old, uint16_t B) {
  double Left = widen(T{Old}), Right = widen(T{B});
  if (Mode == Atomic::Add)
    return roundTo<T>(addOdd(Left, Right), Rounding::Nearest);
  if (Left != Left)
    return B;
  if (Right != Right)
    return Old;
  return (Mode == Atomic::Min) == (Right < Left) ? B : Old;
}
template <> Half applied(Atomic Mode, Half Old, Half B, Half) {
  return {appliedHalf<Half>(Mode, Old.Bits, B.Bits)};
}
template <> BHalf applied(Atomic Mode, BHalf Old, BHalf B, BHalf) {
  return {appliedHalf<BHalf>(Mode, Old.Bits, B.Bits)};
}
template <> Two<Half> applied(Atomic Mode, Two<Half> Old, Two<Half> B, Two<Half>) {
  return {applied(Mode, Old.Low, B.Low, {}), applied(Mode, Old.High, B.High, {})};
}
template <> Two<BHalf> applied(Atomic Mode, Two<BHalf> Old, Two<BHalf> B, Two<BHalf>) {
  return {applied(Mode, Old.Low, B.Low, {}), applied(Mode, Old.High, B.High, {})};
}

/// How many lanes meet at one address, at most.
unsigned collisions(const Access &A, uint32_t Mask) {
  uint64_t Sorted[WarpSize];
  unsigned Count = 0, Most = 0, Run = 0;
  forActive(Mask, [&](unsigned L) { Sorted[Count++] = A.Address[L]; });
  std::sort(Sorted, Sorted + Count);
  for (unsigned N = 0; N < Count; ++N) {
    Run = N && Sorted[N] == Sorted[N - 1] ? Run + 1 : 1;
    Most = std::max(Most, Run);
  }
  return Most;
}

void charge(Warp &W, const Access &A, bool Reduces) {
  bool Shared = A.Where == SharedWindow;
  auto Class = Shared ? CostClass::SharedAtomic : CostClass::Atomic;
  unsigned More = (collisions(A, W.Mask) - 1) * AtomicCollisionCycles;
  W.ExtraLatency = costOf(Class).Latency + More;
  // The warp itself is held up where the lanes go one by one near it.
  W.ExtraIssue += Shared ? More : More / 4;
  if (Reduces)
    W.ExtraLatency = 0;
}

/// Refs: destinations (none of red), base, operands, and cas' new value.
template <class T, bool Reduces> void atomic(Lanes &X, const Op &I) {
  Warp &W = warpOf(X);
  const unsigned Base = Reduces ? 0 : I.Lanes;
  Access A;
  access(W, I, I.Refs[Base], I.Imm, unsigned(sizeof(T)) * I.Lanes, true, A);
  charge(W, A, Reduces);
  ++W.Looks;
  const Ref Third = Reduces ? NoRef : I.Refs[Base + 1 + I.Lanes];
  const auto Mode = Atomic(I.Mode);
  forActive(X.Mask, [&](unsigned L) {
    for (unsigned N = 0; N < I.Lanes; ++N) {
      uint8_t *At = A.At[L] + N * sizeof(T);
      T Old, C = {};
      std::memcpy(&Old, At, sizeof Old);
      T B = get<T>(row<T>(X, I.Refs[Base + 1 + N])[L]);
      if (Third != NoRef)
        C = get<T>(row<T>(X, Third)[L]);
      T New = applied<T>(Mode, Old, B, C);
      std::memcpy(At, &New, sizeof New);
      if (!Reduces && I.Refs[N] != NoRef)
        row<T>(X, I.Refs[N])[L] = put<T>(Old);
    }
  });
}

template <bool Reduces> ExecFn resolve(const ptx::Instruction &I, const Variant &V) {
  bool Integer = !isFloat(V.T[0]);
  bool Third = I.Operands.size() > (Reduces ? 2u : 3u);
  if (Third != (I.has("cas")))
    return nullptr; // a cache policy
  bool Sums = I.has("add"), Extremes = I.has("min") || I.has("max");
  switch (V.T[0]) {
  case ptx::Type::F32:
    return Sums            ? &atomic<float, Reduces>
           : I.has("exch") ? &atomic<uint32_t, Reduces>
                           : nullptr;
  case ptx::Type::F64:
    return Sums ? &atomic<double, Reduces> : nullptr;
  case ptx::Type::F16:
    return Sums || Extremes ? &atomic<Half, Reduces> : nullptr;
  case ptx::Type::BF16:
    return Sums || Extremes ? &atomic<BHalf, Reduces> : nullptr;
  case ptx::Type::F16x2:
    return Sums || Extremes ? &atomic<Two<Half>, Reduces> : nullptr;
  case ptx::Type::BF16x2:
    return Sums || Extremes ? &atomic<Two<BHalf>, Reduces> : nullptr;
  default:
    break;
  }
  if (!Integer)
    return nullptr;
  return forInteger(V.T[0], [](auto T) -> ExecFn {
    using I = decltype(T);
    if constexpr (sizeof(I) >= 2)
      return &atomic<I, Reduces>;
    return nullptr;
  });
}

} // namespace

ExecFn atomics(const ptx::Instruction &I, const Variant &V) {
  return resolve<false>(I, V);
}
ExecFn reductions(const ptx::Instruction &I, const Variant &V) {
  return resolve<true>(I, V);
}

} // namespace argus::vm
