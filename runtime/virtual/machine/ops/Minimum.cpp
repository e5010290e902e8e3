//===- ops/Minimum.cpp - min and max --------------------------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA 9.0, 9.7.3: -0 is less than +0; NaN loses against a number, unless `.NaN`.
//
//===----------------------------------------------------------------------===//

#include "Floats.h"
#include "Resolvers.h"

namespace argus::vm::ARGUS_VM_OPS {
namespace {

template <class T> bool isNaN(Word<T> W) {
  auto Value = load<T>(W);
  return Value != Value;
}

template <class T, bool Greater> Word<T> extreme(Word<T> A, Word<T> B, unsigned Flags) {
  using F = Format<T>;
  constexpr auto Sign = Word<T>(F::SignBit), Magnitude = Word<T>(F::SignBit - 1);
  if (Flags & OpFtz) {
    A = flush<T>(A);
    B = flush<T>(B);
  }
  auto NewSign = Word<T>((A ^ B) & Sign);
  if (Flags & OpAbs) {
    A &= Magnitude;
    B &= Magnitude;
  }
  if (isNaN<T>(A) || isNaN<T>(B)) {
    bool Both = isNaN<T>(A) && isNaN<T>(B);
    if (Flags & OpNan || Both)
      return Word<T>(F::NaN);
    A = isNaN<T>(A) ? B : A;
    return Flags & OpAbs ? Word<T>(A | NewSign) : A;
  }
  auto Left = load<T>(A), Right = load<T>(B);
  bool LeftIsLess = Left < Right || (Left == Right && (A & Sign) && !(B & Sign));
  Word<T> Chosen = LeftIsLess != Greater ? A : B;
  return Flags & OpAbs ? Word<T>(Chosen | NewSign) : Chosen;
}

template <class T, bool Greater, bool Packed> void extremes(Lanes &X, const Op &I) {
  const Word<T> *A = row<T>(X, I.Refs[1]), *B = row<T>(X, I.Refs[2]);
  const Word<T> *C = I.Refs[3] == NoRef ? nullptr : row<T>(X, I.Refs[3]);
  const unsigned Flags = I.Flags;
  auto One = [=](Word<T> P, Word<T> Q, Word<T> R) {
    Word<T> Value = extreme<T, Greater>(P, Q, Flags);
    return C ? extreme<T, Greater>(Value, R, Flags) : Value;
  };
  forLanes(X, row<T>(X, I.Refs[0]), [=](unsigned L) -> Word<T> {
    Word<T> Third = C ? C[L] : 0;
    if constexpr (!Packed)
      return One(A[L], B[L], Third);
    else
      return One(A[L] & 0xffff, B[L] & 0xffff, Third & 0xffff) |
             One(A[L] >> 16, B[L] >> 16, Third >> 16) << 16;
  });
}

template <bool Greater> ExecFn resolve(const Variant &V) {
  switch (V.T[0]) {
  case ptx::Type::F32:
    return &extremes<float, Greater, false>;
  case ptx::Type::F64:
    return &extremes<double, Greater, false>;
  case ptx::Type::F16:
    return &extremes<Half, Greater, false>;
  case ptx::Type::BF16:
    return &extremes<BHalf, Greater, false>;
  case ptx::Type::F16x2:
    return &extremes<Half, Greater, true>;
  case ptx::Type::BF16x2:
    return &extremes<BHalf, Greater, true>;
  default:
    return nullptr;
  }
}

} // namespace

ExecFn minimum(const ptx::Instruction &, const Variant &V) {
  return isFloat(V.T[0]) ? resolve<false>(V) : integerMin(V);
}
ExecFn maximum(const ptx::Instruction &, const Variant &V) {
  return isFloat(V.T[0]) ? resolve<true>(V) : integerMax(V);
}

} // namespace argus::vm::ARGUS_VM_OPS
