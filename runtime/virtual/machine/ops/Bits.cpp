//===- ops/Bits.cpp - bit fields, counts, permutations --------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA 9.0, 9.7.1.12 to 9.7.1.23, 9.7.8.7 to 9.7.9.
//
//===----------------------------------------------------------------------===//

#include "Kernel.h"
#include "Resolvers.h"

namespace argus::vm::ARGUS_VM_OPS {
namespace {

/// Positions and lengths are 8 bits; beyond the field, the sign or zero.
struct Bfe {
  template <class T> T operator()(T A, uint32_t Position, uint32_t Length) const {
    constexpr uint32_t Width = sizeof(T) * 8;
    uint32_t Pos = Position & 0xff, Len = Length & 0xff;
    using U = std::make_unsigned_t<T>;
    if (Len == 0)
      return 0;
    uint32_t Last = Pos + Len - 1 < Width ? Pos + Len - 1 : Width - 1;
    bool Sign = std::is_signed_v<T> && (U(A) >> Last & 1);
    U Field = Pos < Width ? U(U(A) >> Pos) : U(0);
    // How many bits of the field lie in A.
    uint32_t Inside = Pos < Width ? (Len < Width - Pos ? Len : Width - Pos) : 0;
    U Keep = Inside >= Width ? ~U(0) : U((U(1) << Inside) - 1);
    return T(Sign ? (Field & Keep) | ~Keep : Field & Keep);
  }
};

struct Bfi {
  template <class T> T operator()(T A, T B, uint32_t Position, uint32_t Length) const {
    constexpr uint32_t Width = sizeof(T) * 8;
    uint32_t Pos = Position & 0xff, Len = Length & 0xff;
    if (Pos >= Width || Len == 0)
      return B;
    T Field = Len >= Width ? ~T(0) : T((T(1) << Len) - 1);
    T Mask = T(Field << Pos);
    return (B & ~Mask) | (T(A << Pos) & Mask);
  }
};

template <class T> void insert(Lanes &X, const Op &I) {
  const T *A = row<T>(X, I.Refs[1]), *B = row<T>(X, I.Refs[2]);
  const uint32_t *Pos = row<uint32_t>(X, I.Refs[3]);
  const uint32_t *Len = row<uint32_t>(X, I.Refs[4]);
  forLanes(X, row<T>(X, I.Refs[0]),
           [=](unsigned L) { return Bfi()(A[L], B[L], Pos[L], Len[L]); });
}

template <class T> uint32_t countLeading(T A) {
  if (A == 0)
    return sizeof(T) * 8;
  return uint32_t(sizeof(T) == 8 ? __builtin_clzll(A) : __builtin_clz(uint32_t(A)));
}
struct Clz {
  template <class T> uint32_t operator()(T A) const { return countLeading(A); }
};
struct Popc {
  template <class T> uint32_t operator()(T A) const {
    return uint32_t(__builtin_popcountll(A));
  }
};
template <bool ShiftAmount> struct Bfind {
  template <class T> uint32_t operator()(T A) const {
    using U = std::make_unsigned_t<T>;
    U Significant = std::is_signed_v<T> && A < 0 ? U(~U(A)) : U(A);
    if (Significant == 0)
      return ~0u;
    uint32_t Leading = countLeading(Significant);
    return ShiftAmount ? Leading : uint32_t(sizeof(T) * 8 - 1) - Leading;
  }
};
struct Brev {
  uint32_t operator()(uint32_t A) const {
    A = (A >> 1 & 0x55555555) | (A & 0x55555555) << 1;
    A = (A >> 2 & 0x33333333) | (A & 0x33333333) << 2;
    A = (A >> 4 & 0x0f0f0f0f) | (A & 0x0f0f0f0f) << 4;
    return __builtin_bswap32(A);
  }
  uint64_t operator()(uint64_t A) const {
    return uint64_t((*this)(uint32_t(A))) << 32 | (*this)(uint32_t(A >> 32));
  }
};

enum class Permute : uint8_t { Index, F4e, B4e, Rc8, Ecl, Ecr, Rc16 };

/// The source byte of each of the result's, by the low two bits of the selector.
constexpr uint8_t Selections[7][4][4] = {
    {},
    {{0, 1, 2, 3}, {1, 2, 3, 4}, {2, 3, 4, 5}, {3, 4, 5, 6}},
    {{0, 7, 6, 5}, {1, 0, 7, 6}, {2, 1, 0, 7}, {3, 2, 1, 0}},
    {{0, 0, 0, 0}, {1, 1, 1, 1}, {2, 2, 2, 2}, {3, 3, 3, 3}},
    {{0, 1, 2, 3}, {1, 1, 2, 3}, {2, 2, 2, 3}, {3, 3, 3, 3}},
    {{0, 0, 0, 0}, {0, 1, 1, 1}, {0, 1, 2, 2}, {0, 1, 2, 3}},
    {{0, 1, 0, 1}, {2, 3, 2, 3}, {0, 1, 0, 1}, {2, 3, 2, 3}},
};

template <Permute Mode> struct Prmt {
  uint32_t operator()(uint32_t A, uint32_t B, uint32_t C) const {
    uint64_t Source = uint64_t(B) << 32 | A;
    uint32_t Result = 0;
    for (unsigned Byte = 0; Byte < 4; ++Byte) {
      uint32_t Selector = Mode == Permute::Index
                              ? C >> Byte * 4 & 0xf
                              : Selections[size_t(Mode)][C & 3][Byte];
      auto Value = uint32_t(Source >> (Selector & 7) * 8 & 0xff);
      if (Selector & 8) // replicates the sign
        Value = Value & 0x80 ? 0xff : 0;
      Result |= Value << Byte * 8;
    }
    return Result;
  }
};

/// Op::Imm: the truth table.
void lop3(Lanes &X, const Op &I) {
  const uint32_t *A = row<uint32_t>(X, I.Refs[1]), *B = row<uint32_t>(X, I.Refs[2]),
                 *C = row<uint32_t>(X, I.Refs[3]);
  const uint32_t *Table = row<uint32_t>(X, I.Refs[4]);
  forLanes(X, row<uint32_t>(X, I.Refs[0]), [=](unsigned L) {
    uint32_t Result = 0;
    for (unsigned Row = 0; Row < 8; ++Row) {
      uint32_t Term = (Row & 4 ? A[L] : ~A[L]) & (Row & 2 ? B[L] : ~B[L]) &
                      (Row & 1 ? C[L] : ~C[L]);
      Result |= Table[L] >> Row & 1 ? Term : 0;
    }
    return Result;
  });
}

template <bool Left, bool Wrap> struct Shf {
  uint32_t operator()(uint32_t Low, uint32_t High, uint32_t Amount) const {
    uint32_t N = Wrap ? Amount & 31 : Amount < 32 ? Amount : 32;
    uint64_t Both = uint64_t(High) << 32 | Low;
    return Left ? uint32_t(Both << N >> 32) : uint32_t(Both >> N);
  }
};

template <class T> int32_t byteOf(uint32_t Word, unsigned Byte) {
  return T(Word >> Byte * 8);
}

template <class A, class B> struct Dp4a {
  uint32_t operator()(uint32_t Left, uint32_t Right, uint32_t Sum) const {
    for (unsigned Byte = 0; Byte < 4; ++Byte)
      Sum += uint32_t(byteOf<A>(Left, Byte) * byteOf<B>(Right, Byte));
    return Sum;
  }
};
template <class A, class B, bool High> struct Dp2a {
  uint32_t operator()(uint32_t Left, uint32_t Right, uint32_t Sum) const {
    using Wide = std::conditional_t<std::is_signed_v<A>, int16_t, uint16_t>;
    for (unsigned N = 0; N < 2; ++N)
      Sum += uint32_t(int32_t(Wide(Left >> N * 16)) *
                      byteOf<B>(Right, N + (High ? 2 : 0)));
    return Sum;
  }
};

/// B ones from bit A on.
struct Bmsk {
  static uint32_t mask(uint32_t A, uint32_t B, bool Wrap) {
    if (Wrap) {
      A &= 31;
      B &= 31;
    }
    if (A > 31 || B == 0)
      return 0;
    uint32_t Field = B > 31 ? ~0u : (1u << B) - 1;
    return Field << A;
  }
};
void maskClamp(Lanes &X, const Op &I) {
  const uint32_t *A = row<uint32_t>(X, I.Refs[1]), *B = row<uint32_t>(X, I.Refs[2]);
  const bool Wrap = I.Mode;
  forLanes(X, row<uint32_t>(X, I.Refs[0]),
           [=](unsigned L) { return Bmsk::mask(A[L], B[L], Wrap); });
}

template <class T> void szext(Lanes &X, const Op &I) {
  const uint32_t *A = row<T>(X, I.Refs[1]), *B = row<uint32_t>(X, I.Refs[2]);
  const bool Wrap = I.Mode;
  forLanes(X, row<T>(X, I.Refs[0]), [=](unsigned L) {
    uint32_t N = Wrap ? B[L] & 31 : B[L];
    if (N == 0)
      return 0u;
    if (N >= 32)
      return A[L];
    uint32_t Up = A[L] << (32 - N);
    return std::is_signed_v<T> ? uint32_t(int32_t(Up) >> (32 - N)) : Up >> (32 - N);
  });
}

/// The Offset-th set bit of Mask from Base on (9.7.1.21); ~0: there is none.
struct Fns {
  uint32_t operator()(uint32_t Mask, uint32_t Base, int32_t Offset) const {
    if (Offset == 0)
      return Base < 32 && Mask >> Base & 1 ? Base : ~0u;
    int Step = Offset > 0 ? 1 : -1;
    int Left = Offset > 0 ? Offset : -Offset;
    for (int Bit = int(Base); Bit >= 0 && Bit < 32; Bit += Step)
      if (Mask >> Bit & 1 && --Left == 0)
        return uint32_t(Bit);
    return ~0u;
  }
};

bool is64(const Variant &V) { return ptx::sizeOf(V.T[0]) == 8; }
bool isSigned(ptx::Type T) { return T == ptx::Type::S32 || T == ptx::Type::S64; }

} // namespace

ExecFn bitExtract(const ptx::Instruction &, const Variant &V) {
  return forInteger(V.T[0], [](auto T) -> ExecFn {
    using I = decltype(T);
    if constexpr (sizeof(I) >= 4)
      return &ternary<I, I, uint32_t, uint32_t, Bfe>;
    return nullptr;
  });
}
ExecFn bitInsert(const ptx::Instruction &, const Variant &V) {
  return is64(V) ? &insert<uint64_t> : &insert<uint32_t>;
}
ExecFn bitFind(const ptx::Instruction &Instruction, const Variant &V) {
  const bool Amount = Instruction.has("shiftamt");
  return forInteger(V.T[0], [=](auto T) -> ExecFn {
    using I = decltype(T);
    if constexpr (sizeof(I) >= 4)
      return Amount ? &unary<uint32_t, I, Bfind<true>>
                    : &unary<uint32_t, I, Bfind<false>>;
    return nullptr;
  });
}
ExecFn bitReverse(const ptx::Instruction &, const Variant &V) {
  return is64(V) ? &unary<uint64_t, uint64_t, Brev> : &unary<uint32_t, uint32_t, Brev>;
}
ExecFn leadingZeros(const ptx::Instruction &, const Variant &V) {
  return is64(V) ? &unary<uint32_t, uint64_t, Clz> : &unary<uint32_t, uint32_t, Clz>;
}
ExecFn population(const ptx::Instruction &, const Variant &V) {
  return is64(V) ? &unary<uint32_t, uint64_t, Popc> : &unary<uint32_t, uint32_t, Popc>;
}

namespace {
template <Permute Mode>
constexpr ExecFn Permuting =
    &ternary<uint32_t, uint32_t, uint32_t, uint32_t, Prmt<Mode>>;
template <bool Left, bool Wrap>
constexpr ExecFn Funnel =
    &ternary<uint32_t, uint32_t, uint32_t, uint32_t, Shf<Left, Wrap>>;
template <class F>
constexpr ExecFn Dot = &ternary<uint32_t, uint32_t, uint32_t, uint32_t, F>;
} // namespace

ExecFn permute(const ptx::Instruction &I, const Variant &) {
  if (I.has("f4e"))
    return Permuting<Permute::F4e>;
  if (I.has("b4e"))
    return Permuting<Permute::B4e>;
  if (I.has("rc8"))
    return Permuting<Permute::Rc8>;
  if (I.has("ecl"))
    return Permuting<Permute::Ecl>;
  if (I.has("ecr"))
    return Permuting<Permute::Ecr>;
  return I.has("rc16") ? Permuting<Permute::Rc16> : Permuting<Permute::Index>;
}
ExecFn logic3(const ptx::Instruction &I, const Variant &) {
  return I.Operands.size() == 5 ? &lop3 : nullptr;
}
ExecFn funnelShift(const ptx::Instruction &I, const Variant &) {
  if (I.has("l"))
    return I.has("wrap") ? Funnel<true, true> : Funnel<true, false>;
  return I.has("wrap") ? Funnel<false, true> : Funnel<false, false>;
}
ExecFn dot4(const ptx::Instruction &, const Variant &V) {
  if (isSigned(V.T[0]))
    return isSigned(V.T[1]) ? Dot<Dp4a<int8_t, int8_t>> : Dot<Dp4a<int8_t, uint8_t>>;
  return isSigned(V.T[1]) ? Dot<Dp4a<uint8_t, int8_t>> : Dot<Dp4a<uint8_t, uint8_t>>;
}
ExecFn dot2(const ptx::Instruction &I, const Variant &V) {
  const bool High = I.has("hi");
  if (isSigned(V.T[0])) {
    if (isSigned(V.T[1]))
      return High ? Dot<Dp2a<int8_t, int8_t, true>> : Dot<Dp2a<int8_t, int8_t, false>>;
    return High ? Dot<Dp2a<int8_t, uint8_t, true>> : Dot<Dp2a<int8_t, uint8_t, false>>;
  }
  if (isSigned(V.T[1]))
    return High ? Dot<Dp2a<uint8_t, int8_t, true>> : Dot<Dp2a<uint8_t, int8_t, false>>;
  return High ? Dot<Dp2a<uint8_t, uint8_t, true>> : Dot<Dp2a<uint8_t, uint8_t, false>>;
}
ExecFn bitMask(const ptx::Instruction &, const Variant &) { return &maskClamp; }
ExecFn signZeroExtend(const ptx::Instruction &, const Variant &V) {
  return isSigned(V.T[0]) ? &szext<int32_t> : &szext<uint32_t>;
}
ExecFn findNthSet(const ptx::Instruction &, const Variant &) {
  return &ternary<uint32_t, uint32_t, uint32_t, int32_t, Fns>;
}

} // namespace argus::vm::ARGUS_VM_OPS
