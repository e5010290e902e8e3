//===- ops/Convert.cpp - cvt to integers, and copies ----------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA 9.0, 9.7.9.21. From floating point, values beyond the range are clamped; NaN
// becomes 0, but the highest bit alone where the source is f64 or the result has 64
// bits.
//
//===----------------------------------------------------------------------===//

#include "Floats.h"
#include "Resolvers.h"

#include <limits>

namespace argus::vm::ARGUS_VM_OPS {
namespace {

template <class D, class S> void integerToInteger(Lanes &X, const Op &I) {
  const Word<S> *A = row<S>(X, I.Refs[1]);
  forLanes(X, row<D>(X, I.Refs[0]),
           [=](unsigned L) { return put<D>(D(get<S>(A[L]))); });
}

template <class D, class S> void saturateInteger(Lanes &X, const Op &I) {
  using Limits = std::numeric_limits<D>;
  const Word<S> *A = row<S>(X, I.Refs[1]);
  forLanes(X, row<D>(X, I.Refs[0]), [=](unsigned L) {
    __int128 Value = get<S>(A[L]);
    Value = Value < Limits::min() ? Limits::min() : Value;
    return put<D>(D(Value > Limits::max() ? Limits::max() : Value));
  });
}

inline double integral(double Value, Rounding R) {
  switch (R) {
  case Rounding::Zero:
    return __builtin_trunc(Value);
  case Rounding::Down:
    return __builtin_floor(Value);
  case Rounding::Up:
    return __builtin_ceil(Value);
  case Rounding::NearestAway:
    return __builtin_round(Value);
  case Rounding::Nearest:
    return __builtin_rint(Value);
  }
  return Value;
}

template <class D> inline D clampTo(double Value) {
  using Limits = std::numeric_limits<D>;
  constexpr double Beyond = double(Limits::max() / 2 + 1) * 2; // a power of two
  if (Value >= Beyond)
    return Limits::max();
  return Value <= double(Limits::min()) ? Limits::min() : D(Value);
}

template <class D, class S> void floatToInteger(Lanes &X, const Op &I) {
  constexpr D NaN = sizeof(D) == 8 || sizeof(S) == 8
                        ? D(std::make_unsigned_t<D>(1) << (sizeof(D) * 8 - 1))
                        : D(0);
  const Word<S> *A = row<S>(X, I.Refs[1]);
  const bool Ftz = I.Flags & OpFtz;
  const Rounding R = I.Round;
  Word<D> *To = row<D>(X, I.Refs[0]);
  for (unsigned L = 0; L < WarpSize; ++L) {
    if (!(X.Mask >> L & 1))
      continue;
    double Value = load<S>(Ftz ? flush<S>(A[L]) : A[L]);
    To[L] = put<D>(Value == Value ? clampTo<D>(integral(Value, R)) : NaN);
  }
}

template <class W> void copy(Lanes &X, const Op &I) {
  const W *A = row<W>(X, I.Refs[1]);
  forLanes(X, row<W>(X, I.Refs[0]), [=](unsigned L) { return A[L]; });
}

void copyPredicate(Lanes &X, const Op &I) {
  setPredicate(X, I.Refs[0], predicate(X, I.Refs[1]));
}

void widen(Lanes &X, const Op &I) {
  const uint32_t *A = row<uint32_t>(X, I.Refs[1]);
  const bool Signed = I.Mode;
  forLanes(X, row<uint64_t>(X, I.Refs[0]), [=](unsigned L) {
    return Signed ? uint64_t(int64_t(int32_t(A[L]))) : uint64_t(A[L]);
  });
}

void narrow(Lanes &X, const Op &I) {
  const uint64_t *A = row<uint64_t>(X, I.Refs[1]);
  forLanes(X, row<uint32_t>(X, I.Refs[0]), [=](unsigned L) { return uint32_t(A[L]); });
}

} // namespace

ExecFn widenRow() { return &widen; }
ExecFn narrowRow() { return &narrow; }

ExecFn copyRow(const ptx::Instruction &, const Variant &V) {
  if (V.T[0] == ptx::Type::Pred)
    return &copyPredicate;
  return ptx::sizeOf(V.T[0]) == 8 ? &copy<uint64_t> : &copy<uint32_t>;
}

ExecFn convertToInteger(const Variant &V) {
  if (isFloat(V.T[1]))
    return forInteger(V.T[0], [&](auto To) {
      return forFloat(V.T[1], [](auto From) -> ExecFn {
        return &floatToInteger<decltype(To), decltype(From)>;
      });
    });
  return forInteger(V.T[0], [&](auto To) {
    return forInteger(V.T[1], [&](auto From) -> ExecFn {
      return V.Flags & OpSat ? &saturateInteger<decltype(To), decltype(From)>
                             : &integerToInteger<decltype(To), decltype(From)>;
    });
  });
}

ExecFn convert(const ptx::Instruction &, const Variant &V) {
  if (isPacked(V.T[0]))
    return convertPacked(V);
  return isFloat(V.T[0]) || V.T[0] == ptx::Type::TF32 ? convertToFloat(V)
                                                      : convertToInteger(V);
}

} // namespace argus::vm::ARGUS_VM_OPS
