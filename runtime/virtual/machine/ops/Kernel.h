//===- ops/Kernel.h - loops over a warp's lanes -------------------*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The files of ops/ are compiled once for any x86-64 and once for AVX2 and FMA, in a
// namespace named by ARGUS_VM_OPS. Everything here has internal linkage: the linker
// must not merge the two. Lanes that do not execute are computed, too, and dropped: a
// loop without branches is what vectorises.
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_VIRTUAL_OPS_KERNEL_H
#define ARGUS_VIRTUAL_OPS_KERNEL_H

#include "../Variant.h"

#include <cstring>
#include <type_traits>

namespace argus::vm::ARGUS_VM_OPS {
namespace {

struct Half {
  uint16_t Bits;
};
struct BHalf {
  uint16_t Bits;
};
/// Two of them in 32 bits.
template <class T> struct Two {
  T Low, High;
};

template <class T> using Word = std::conditional_t<sizeof(T) == 8, uint64_t, uint32_t>;

template <class T> inline Word<T> *row(Lanes &X, Ref R) {
  return reinterpret_cast<Word<T> *>(X.Base[R & 1] + (R >> 1));
}

inline uint32_t &predicate(Lanes &X, Ref R) {
  return *reinterpret_cast<uint32_t *>(X.Base[R & 1] + (R >> 1));
}

template <class T> inline T get(Word<T> W) {
  T Value;
  std::memcpy(&Value, &W, sizeof Value);
  return Value;
}

/// Small signed values fill the word, since a wider register may hold them.
template <class T> inline Word<T> put(T Value) {
  if constexpr (std::is_integral_v<T>) {
    return Word<T>(
        std::conditional_t<std::is_signed_v<T>, std::make_signed_t<Word<T>>, Word<T>>(
            Value));
  } else {
    Word<T> W = 0;
    std::memcpy(&W, &Value, sizeof Value);
    return W;
  }
}

/// To[l] = F(l) in the lanes that execute. To is either one of the rows that F reads or
/// apart from them.
template <class W, class Function>
inline void forLanes(const Lanes &X, W *To, Function F) {
  uint32_t Mask = X.Mask;
  if (Mask == AllLanes) {
#pragma GCC ivdep
    for (unsigned L = 0; L < WarpSize; ++L)
      To[L] = F(L);
    return;
  }
#pragma GCC ivdep
  for (unsigned L = 0; L < WarpSize; ++L) {
    W Value = F(L);
    To[L] = Mask >> L & 1 ? Value : To[L];
  }
}

template <class Function> inline uint32_t maskOf(Function F) {
  uint32_t Mask = 0;
  for (unsigned L = 0; L < WarpSize; ++L)
    Mask |= uint32_t(bool(F(L))) << L;
  return Mask;
}

inline void setPredicate(Lanes &X, Ref R, uint32_t Value) {
  if (R == NoRef)
    return;
  uint32_t &P = predicate(X, R);
  P = (P & ~X.Mask) | (Value & X.Mask);
}

template <class D, class S, class F> void unary(Lanes &X, const Op &I) {
  const Word<S> *A = row<S>(X, I.Refs[1]);
  forLanes(X, row<D>(X, I.Refs[0]),
           [=](unsigned L) { return put<D>(F()(get<S>(A[L]))); });
}

template <class D, class S, class B, class F> void binary(Lanes &X, const Op &I) {
  const Word<S> *Left = row<S>(X, I.Refs[1]);
  const Word<B> *Right = row<B>(X, I.Refs[2]);
  forLanes(X, row<D>(X, I.Refs[0]),
           [=](unsigned L) { return put<D>(F()(get<S>(Left[L]), get<B>(Right[L]))); });
}

template <class D, class S, class B, class C, class F>
void ternary(Lanes &X, const Op &I) {
  const Word<S> *First = row<S>(X, I.Refs[1]);
  const Word<B> *Second = row<B>(X, I.Refs[2]);
  const Word<C> *Third = row<C>(X, I.Refs[3]);
  forLanes(X, row<D>(X, I.Refs[0]), [=](unsigned L) {
    return put<D>(F()(get<S>(First[L]), get<B>(Second[L]), get<C>(Third[L])));
  });
}

/// Calls Use.operator()<T>() with the C++ type of an integer or bit type.
template <class Use> ExecFn forInteger(ptx::Type T, Use U) {
  using ptx::Type;
  switch (T) {
  case Type::B8:
  case Type::U8:
    return U(uint8_t());
  case Type::S8:
    return U(int8_t());
  case Type::B16:
  case Type::U16:
    return U(uint16_t());
  case Type::S16:
    return U(int16_t());
  case Type::B32:
  case Type::U32:
    return U(uint32_t());
  case Type::S32:
    return U(int32_t());
  case Type::B64:
  case Type::U64:
    return U(uint64_t());
  case Type::S64:
    return U(int64_t());
  default:
    return nullptr;
  }
}

} // namespace
} // namespace argus::vm::ARGUS_VM_OPS

#endif // ARGUS_VIRTUAL_OPS_KERNEL_H
