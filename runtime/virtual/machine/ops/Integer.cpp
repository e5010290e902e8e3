//===- ops/Integer.cpp - integer arithmetic -------------------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA 9.0, 9.7.1 and 9.7.2. Arithmetic wraps; it is done on unsigned words, since
// C++ leaves the overflow of signed ones open.
//
//===----------------------------------------------------------------------===//

#include "Kernel.h"
#include "Resolvers.h"

namespace argus::vm::ARGUS_VM_OPS {
namespace {

/// At least 32 bits, so that uint16_t does not become int.
template <class T> using Bits = std::conditional_t<sizeof(T) == 8, uint64_t, uint32_t>;

struct Add {
  template <class T> T operator()(T A, T B) const { return T(Bits<T>(A) + Bits<T>(B)); }
};
struct Sub {
  template <class T> T operator()(T A, T B) const { return T(Bits<T>(A) - Bits<T>(B)); }
};
struct MulLo {
  template <class T> T operator()(T A, T B) const { return T(Bits<T>(A) * Bits<T>(B)); }
};

template <class T> struct WiderOf;
template <> struct WiderOf<uint8_t> {
  using type = uint16_t;
};
template <> struct WiderOf<int8_t> {
  using type = int16_t;
};
template <> struct WiderOf<uint16_t> {
  using type = uint32_t;
};
template <> struct WiderOf<int16_t> {
  using type = int32_t;
};
template <> struct WiderOf<uint32_t> {
  using type = uint64_t;
};
template <> struct WiderOf<int32_t> {
  using type = int64_t;
};
template <> struct WiderOf<uint64_t> {
  using type = unsigned __int128;
};
template <> struct WiderOf<int64_t> {
  using type = __int128;
};
template <class T> using Wider = typename WiderOf<T>::type;

struct MulHi {
  template <class T> T operator()(T A, T B) const {
    return T(Wider<T>(A) * Wider<T>(B) >> sizeof(T) * 8);
  }
};
struct MulWide {
  template <class T> Wider<T> operator()(T A, T B) const {
    return Wider<T>(Wider<T>(A) * Wider<T>(B));
  }
};

/// x / 0 is all ones and x % 0 is x, as GPUs give; the least number / -1 wraps.
struct Div {
  template <class T> T operator()(T A, T B) const {
    if (B == 0)
      return T(~T(0));
    if (std::is_signed_v<T> && B == T(-1))
      return T(Bits<T>(0) - Bits<T>(A));
    return T(A / B);
  }
};
struct Rem {
  template <class T> T operator()(T A, T B) const {
    if (B == 0)
      return A;
    if (std::is_signed_v<T> && B == T(-1))
      return 0;
    return T(A % B);
  }
};
struct Min {
  template <class T> T operator()(T A, T B) const { return A < B ? A : B; }
};
struct Max {
  template <class T> T operator()(T A, T B) const { return A < B ? B : A; }
};
struct Neg {
  template <class T> T operator()(T A) const { return T(Bits<T>(0) - Bits<T>(A)); }
};
struct Abs {
  template <class T> T operator()(T A) const { return A < 0 ? Neg()(A) : A; }
};
struct And {
  template <class T> T operator()(T A, T B) const { return A & B; }
};
struct Or {
  template <class T> T operator()(T A, T B) const { return A | B; }
};
struct Xor {
  template <class T> T operator()(T A, T B) const { return A ^ B; }
};
struct Not {
  template <class T> T operator()(T A) const { return T(~A); }
};
struct CNot {
  template <class T> T operator()(T A) const { return A == 0; }
};
/// Amounts beyond the width are clamped (9.7.8).
struct Shl {
  template <class T> T operator()(T A, uint32_t B) const {
    constexpr uint32_t Width = sizeof(T) * 8;
    T Shifted = T(Bits<T>(A) << (B & (sizeof(Bits<T>) * 8 - 1)));
    return B < Width ? Shifted : T(0);
  }
};
struct Shr {
  template <class T> T operator()(T A, uint32_t B) const {
    constexpr uint32_t Width = sizeof(T) * 8;
    if constexpr (std::is_signed_v<T>)
      return T(A >> (B < Width ? B : Width - 1));
    T Shifted = T(A >> (B & (Width - 1)));
    return B < Width ? Shifted : T(0);
  }
};
struct Sad {
  template <class T> T operator()(T A, T B, T C) const {
    T Difference = A < B ? Sub()(B, A) : Sub()(A, B);
    return Add()(C, Difference);
  }
};
struct MadLo {
  template <class T> T operator()(T A, T B, T C) const {
    return Add()(MulLo()(A, B), C);
  }
};
struct MadHi {
  template <class T> T operator()(T A, T B, T C) const {
    return Add()(MulHi()(A, B), C);
  }
};
struct MadWide {
  template <class T> Wider<T> operator()(T A, T B, Wider<T> C) const {
    return Add()(MulWide()(A, B), C);
  }
};

/// Saturating operations exist for .s32 only.
inline int32_t clamp(int64_t Value) {
  return int32_t(Value < INT32_MIN ? INT32_MIN : Value > INT32_MAX ? INT32_MAX : Value);
}
struct AddSat {
  int32_t operator()(int32_t A, int32_t B) const { return clamp(int64_t(A) + B); }
};
struct SubSat {
  int32_t operator()(int32_t A, int32_t B) const { return clamp(int64_t(A) - B); }
};
struct MadHiSat {
  int32_t operator()(int32_t A, int32_t B, int32_t C) const {
    return clamp((int64_t(A) * B >> 32) + C);
  }
};

template <class T> T extend24(T A) {
  if constexpr (std::is_signed_v<T>)
    return T(uint32_t(A) << 8) >> 8;
  return T(A & 0xffffff);
}
struct Mul24Lo {
  template <class T> T operator()(T A, T B) const {
    return T(Wider<T>(extend24(A)) * Wider<T>(extend24(B)));
  }
};
struct Mul24Hi {
  template <class T> T operator()(T A, T B) const {
    return T(Wider<T>(extend24(A)) * Wider<T>(extend24(B)) >> 16);
  }
};
struct Mad24Lo {
  template <class T> T operator()(T A, T B, T C) const {
    return Add()(Mul24Lo()(A, B), C);
  }
};
struct Mad24Hi {
  template <class T> T operator()(T A, T B, T C) const {
    return Add()(Mul24Hi()(A, B), C);
  }
};
struct Mad24HiSat {
  int32_t operator()(int32_t A, int32_t B, int32_t C) const {
    return clamp(int64_t(Mul24Hi()(A, B)) + C);
  }
};

template <class F> ExecFn plainBinary(const Variant &V) {
  return forInteger(V.T[0], [](auto T) -> ExecFn {
    using I = decltype(T);
    return &binary<I, I, I, F>;
  });
}
template <class F> ExecFn plainTernary(const Variant &V) {
  return forInteger(V.T[0], [](auto T) -> ExecFn {
    using I = decltype(T);
    return &ternary<I, I, I, I, F>;
  });
}
template <class F> ExecFn plainUnary(const Variant &V) {
  return forInteger(V.T[0], [](auto T) -> ExecFn {
    using I = decltype(T);
    return &unary<I, I, F>;
  });
}
template <class F> ExecFn shift(const Variant &V) {
  return forInteger(V.T[0], [](auto T) -> ExecFn {
    using I = decltype(T);
    return &binary<I, I, uint32_t, F>;
  });
}
template <class F> ExecFn wideBinary(const Variant &V) {
  return forInteger(V.T[0], [](auto T) -> ExecFn {
    using I = decltype(T);
    if constexpr (sizeof(I) == 2 || sizeof(I) == 4)
      return &binary<Wider<I>, I, I, F>;
    return nullptr;
  });
}
template <class F> ExecFn wideTernary(const Variant &V) {
  return forInteger(V.T[0], [](auto T) -> ExecFn {
    using I = decltype(T);
    if constexpr (sizeof(I) == 2 || sizeof(I) == 4)
      return &ternary<Wider<I>, I, I, Wider<I>, F>;
    return nullptr;
  });
}
//===----------------------------------------------------------------------===//
// Carry chains (9.7.2): CC.CF is read by addc, subc and madc and set by `.cc`. After a
// subtraction it is the borrow.

template <class T> using Unsigned = std::make_unsigned_t<T>;

enum class Chain { Add, Sub, MadLo, MadHi };

template <class T, Chain Kind, bool In> void chain(Lanes &X, const Op &I) {
  using U = Unsigned<T>;
  constexpr bool Mad = Kind == Chain::MadLo || Kind == Chain::MadHi;
  const Word<T> *A = row<T>(X, I.Refs[1]), *B = row<T>(X, I.Refs[2]);
  const Word<T> *C = Mad ? row<T>(X, I.Refs[3]) : nullptr;
  Word<T> *D = row<T>(X, I.Refs[0]);
  uint32_t CarryOut = 0;
  for (unsigned L = 0; L < WarpSize; ++L) {
    U Left = U(A[L]), Right = U(B[L]);
    if constexpr (Mad) {
      Left = U(Kind == Chain::MadLo ? MulLo()(T(A[L]), T(B[L]))
                                    : MulHi()(T(A[L]), T(B[L])));
      Right = U(C[L]);
    }
    U Carry = In ? X.Carry >> L & 1 : 0;
    using W = unsigned __int128;
    W Sum = Kind == Chain::Sub ? W(Left) - Right - Carry : W(Left) + Right + Carry;
    CarryOut |= uint32_t(Sum >> sizeof(T) * 8 & 1) << L;
    if (X.Mask >> L & 1)
      D[L] = put<T>(T(Sum));
  }
  if (I.Mode) // .cc
    X.Carry = (X.Carry & ~X.Mask) | (CarryOut & X.Mask);
}

template <Chain Kind, bool In> ExecFn chainOf(const Variant &V) {
  return forInteger(V.T[0], [](auto T) -> ExecFn {
    using I = decltype(T);
    if constexpr (sizeof(I) >= 4)
      return &chain<I, Kind, In>;
    return nullptr;
  });
}

template <class Plain, class Saturating, Chain Kind> ExecFn additive(const Variant &V) {
  if (V.Carries)
    return chainOf<Kind, false>(V);
  if (V.Flags & OpSat)
    return V.T[0] == ptx::Type::S32 ? &binary<int32_t, int32_t, int32_t, Saturating>
                                    : nullptr;
  return plainBinary<Plain>(V);
}

} // namespace

ExecFn integerAdd(const Variant &V) { return additive<Add, AddSat, Chain::Add>(V); }
ExecFn integerSub(const Variant &V) { return additive<Sub, SubSat, Chain::Sub>(V); }

ExecFn addCarry(const ptx::Instruction &, const Variant &V) {
  return chainOf<Chain::Add, true>(V);
}
ExecFn subCarry(const ptx::Instruction &, const Variant &V) {
  return chainOf<Chain::Sub, true>(V);
}
ExecFn madCarry(const ptx::Instruction &, const Variant &V) {
  return V.Which == Part::Hi ? chainOf<Chain::MadHi, true>(V)
                             : chainOf<Chain::MadLo, true>(V);
}

ExecFn integerMul(const Variant &V) {
  switch (V.Which) {
  case Part::Hi:
    return plainBinary<MulHi>(V);
  case Part::Wide:
    return wideBinary<MulWide>(V);
  default:
    return plainBinary<MulLo>(V);
  }
}

ExecFn integerMad(const Variant &V) {
  bool High = V.Which == Part::Hi;
  if (V.Carries)
    return High ? chainOf<Chain::MadHi, false>(V) : chainOf<Chain::MadLo, false>(V);
  if (V.Which == Part::Wide)
    return wideTernary<MadWide>(V);
  if (High && V.Flags & OpSat)
    return V.T[0] == ptx::Type::S32
               ? &ternary<int32_t, int32_t, int32_t, int32_t, MadHiSat>
               : nullptr;
  return High ? plainTernary<MadHi>(V) : plainTernary<MadLo>(V);
}

ExecFn mul24(const ptx::Instruction &, const Variant &V) {
  bool High = V.Which == Part::Hi;
  if (V.T[0] == ptx::Type::S32)
    return High ? &binary<int32_t, int32_t, int32_t, Mul24Hi>
                : &binary<int32_t, int32_t, int32_t, Mul24Lo>;
  return High ? &binary<uint32_t, uint32_t, uint32_t, Mul24Hi>
              : &binary<uint32_t, uint32_t, uint32_t, Mul24Lo>;
}

ExecFn mad24(const ptx::Instruction &, const Variant &V) {
  bool High = V.Which == Part::Hi;
  if (V.T[0] == ptx::Type::S32) {
    if (High && V.Flags & OpSat)
      return &ternary<int32_t, int32_t, int32_t, int32_t, Mad24HiSat>;
    return High ? &ternary<int32_t, int32_t, int32_t, int32_t, Mad24Hi>
                : &ternary<int32_t, int32_t, int32_t, int32_t, Mad24Lo>;
  }
  return High ? &ternary<uint32_t, uint32_t, uint32_t, uint32_t, Mad24Hi>
              : &ternary<uint32_t, uint32_t, uint32_t, uint32_t, Mad24Lo>;
}

ExecFn integerDiv(const Variant &V) { return plainBinary<Div>(V); }
ExecFn integerMin(const Variant &V) { return plainBinary<Min>(V); }
ExecFn integerMax(const Variant &V) { return plainBinary<Max>(V); }
ExecFn integerNeg(const Variant &V) { return plainUnary<Neg>(V); }
ExecFn integerAbs(const Variant &V) { return plainUnary<Abs>(V); }

ExecFn remainder(const ptx::Instruction &, const Variant &V) {
  return plainBinary<Rem>(V);
}
ExecFn sad(const ptx::Instruction &, const Variant &V) { return plainTernary<Sad>(V); }
ExecFn shiftLeft(const ptx::Instruction &, const Variant &V) { return shift<Shl>(V); }
ExecFn shiftRight(const ptx::Instruction &, const Variant &V) { return shift<Shr>(V); }

namespace {

enum class Logic { And, Or, Xor, Not };

/// Of predicates, all lanes at once.
template <Logic Kind> void onPredicates(Lanes &X, const Op &I) {
  uint32_t A = predicate(X, I.Refs[1]);
  uint32_t B = Kind == Logic::Not ? 0 : predicate(X, I.Refs[2]);
  uint32_t Value = Kind == Logic::And   ? A & B
                   : Kind == Logic::Or  ? A | B
                   : Kind == Logic::Xor ? A ^ B
                                        : ~A;
  setPredicate(X, I.Refs[0], Value);
}

} // namespace

ExecFn logicAnd(const ptx::Instruction &, const Variant &V) {
  return V.T[0] == ptx::Type::Pred ? &onPredicates<Logic::And> : plainBinary<And>(V);
}
ExecFn logicOr(const ptx::Instruction &, const Variant &V) {
  return V.T[0] == ptx::Type::Pred ? &onPredicates<Logic::Or> : plainBinary<Or>(V);
}
ExecFn logicXor(const ptx::Instruction &, const Variant &V) {
  return V.T[0] == ptx::Type::Pred ? &onPredicates<Logic::Xor> : plainBinary<Xor>(V);
}
ExecFn logicNot(const ptx::Instruction &, const Variant &V) {
  return V.T[0] == ptx::Type::Pred ? &onPredicates<Logic::Not> : plainUnary<Not>(V);
}
ExecFn logicCNot(const ptx::Instruction &, const Variant &V) {
  return plainUnary<CNot>(V);
}

} // namespace argus::vm::ARGUS_VM_OPS
