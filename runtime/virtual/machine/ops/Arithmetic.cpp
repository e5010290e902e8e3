//===- ops/Arithmetic.cpp - add to div, for all types ---------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA 9.0, 9.7.3 to 9.7.5. Rounding modes other than the nearest are the
// processor's, set around these by the decoder. `.approx` and `.full` are exactly
// rounded.
//
//===----------------------------------------------------------------------===//

#include "FloatKernel.h"
#include "Resolvers.h"

namespace argus::vm::ARGUS_VM_OPS {
namespace {

struct AddF {
  template <class C> C operator()(C A, C B) const { return A + B; }
};
struct SubF {
  template <class C> C operator()(C A, C B) const { return A - B; }
};
struct MulF {
  template <class C> C operator()(C A, C B) const { return A * B; }
};
struct DivF {
  template <class C> C operator()(C A, C B) const { return A / B; }
};
struct FmaF {
  float operator()(float A, float B, float C) const { return __builtin_fmaf(A, B, C); }
  double operator()(double A, double B, double C) const {
    return __builtin_fma(A, B, C);
  }
};
struct AddOdd {
  double operator()(double A, double B) const { return addOdd(A, B); }
};
struct SubOdd {
  double operator()(double A, double B) const { return addOdd(A, -B); }
};
/// The product of two f16 or bf16 is exact in double.
struct FmaOdd {
  double operator()(double A, double B, double C) const { return addOdd(A * B, C); }
};

/// Changes the sign bits: Mask says which; Negate flips, else they are cleared.
template <class W, bool Negate> void signs(Lanes &X, const Op &I) {
  const W *A = row<W>(X, I.Refs[1]);
  const W Mask = W(I.Imm);
  const bool Ftz = I.Flags & OpFtz;
  forLanes(X, row<W>(X, I.Refs[0]), [=](unsigned L) {
    W Value = A[L];
    if (sizeof(W) == 4 && Ftz)
      Value = flush<float>(uint32_t(Value));
    return Negate ? W(Value ^ Mask) : W(Value & ~Mask);
  });
}

template <bool Negate> ExecFn resolveSigns(const Variant &V) {
  return V.T[0] == ptx::Type::F64 ? &signs<uint64_t, Negate> : &signs<uint32_t, Negate>;
}

/// copysign d, a, b: b's magnitude with the sign of a.
template <class T> void withSign(Lanes &X, const Op &I) {
  const Word<T> *A = row<T>(X, I.Refs[1]), *B = row<T>(X, I.Refs[2]);
  forLanes(X, row<T>(X, I.Refs[0]), [=](unsigned L) {
    constexpr auto Sign = Format<T>::SignBit;
    return Word<T>((A[L] & Sign) | (B[L] & (Sign - 1)));
  });
}

} // namespace

ExecFn add(const ptx::Instruction &, const Variant &V) {
  return isFloat(V.T[0]) ? resolveFloat<AddF, AddOdd, 2>(V) : integerAdd(V);
}
ExecFn sub(const ptx::Instruction &, const Variant &V) {
  return isFloat(V.T[0]) ? resolveFloat<SubF, SubOdd, 2>(V) : integerSub(V);
}
ExecFn mul(const ptx::Instruction &, const Variant &V) {
  return isFloat(V.T[0]) ? resolveFloat<MulF, MulF, 2>(V) : integerMul(V);
}
ExecFn mad(const ptx::Instruction &, const Variant &V) {
  return isFloat(V.T[0]) ? resolveFloat<FmaF, FmaOdd, 3>(V) : integerMad(V);
}
ExecFn div(const ptx::Instruction &, const Variant &V) {
  return isFloat(V.T[0]) ? resolveFloat<DivF, DivF, 2>(V) : integerDiv(V);
}
ExecFn negate(const ptx::Instruction &, const Variant &V) {
  return isFloat(V.T[0]) ? resolveSigns<true>(V) : integerNeg(V);
}
ExecFn absolute(const ptx::Instruction &, const Variant &V) {
  return isFloat(V.T[0]) ? resolveSigns<false>(V) : integerAbs(V);
}
ExecFn copySign(const ptx::Instruction &, const Variant &V) {
  return V.T[0] == ptx::Type::F64 ? &withSign<double> : &withSign<float>;
}

namespace {

enum class Property : uint8_t {
  Finite,
  Infinite,
  Number,
  NotANumber,
  Normal,
  Subnormal,
};

template <class T> bool has(Property P, Word<T> W) {
  using F = Format<T>;
  constexpr int Mantissa = sizeof(T) == 8 ? 52 : 23;
  auto Magnitude = Word<T>(W & (F::SignBit - 1));
  auto Infinity = Word<T>((F::SignBit - 1) >> Mantissa << Mantissa);
  switch (P) {
  case Property::Finite:
    return Magnitude < Infinity;
  case Property::Infinite:
    return Magnitude == Infinity;
  case Property::Number:
    return Magnitude <= Infinity;
  case Property::NotANumber:
    return Magnitude > Infinity;
  case Property::Normal:
    return Magnitude >= F::Least && Magnitude < Infinity;
  case Property::Subnormal:
    return Magnitude != 0 && Magnitude < F::Least;
  }
  return false;
}

template <class T, Property P> void test(Lanes &X, const Op &I) {
  const Word<T> *A = row<T>(X, I.Refs[1]);
  setPredicate(X, I.Refs[0], maskOf([=](unsigned L) { return has<T>(P, A[L]); }));
}

template <Property P> ExecFn testFor(const Variant &V) {
  return V.T[0] == ptx::Type::F64 ? &test<double, P> : &test<float, P>;
}

} // namespace

ExecFn testProperty(const ptx::Instruction &I, const Variant &V) {
  struct Named {
    const char *Name;
    ExecFn (*Make)(const Variant &);
  };
  static constexpr Named Properties[] = {
      {"finite", &testFor<Property::Finite>},
      {"infinite", &testFor<Property::Infinite>},
      {"number", &testFor<Property::Number>},
      {"notanumber", &testFor<Property::NotANumber>},
      {"normal", &testFor<Property::Normal>},
      {"subnormal", &testFor<Property::Subnormal>},
  };
  for (const Named &P : Properties)
    if (I.has(P.Name))
      return P.Make(V);
  return nullptr;
}

} // namespace argus::vm::ARGUS_VM_OPS
