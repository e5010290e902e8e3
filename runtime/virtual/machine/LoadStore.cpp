//===- LoadStore.cpp - ld, st and addresses -------------------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA 9.0, 9.7.9.8 to 9.7.9.20. Cache operators and eviction priorities are hints
// and change nothing; neither do .relaxed, .acquire and .release: what a warp stores,
// all others see at once.
//
//===----------------------------------------------------------------------===//

#include "Access.h"
#include "Launch.h"
#include "Operations.h"

#include <cstring>
#include <type_traits>

namespace argus::vm {

/// Refs: the lanes of the vector, then the base. T in memory, D in the register's word.
/// Mode 1: others may change it meanwhile.
template <class T, class D> static void load(Lanes &X, const Op &I) {
  Warp &W = warpOf(X);
  Access A;
  access(W, I, I.Refs[I.Lanes], I.Imm, unsigned(sizeof(T)) * I.Lanes, false, A);
  W.Looks += I.Mode;
  for (unsigned N = 0; N < I.Lanes; ++N) {
    if (I.Refs[N] == NoRef)
      continue;
    D *To = rowOf<D>(X, I.Refs[N]);
    if (sizeof(T) == sizeof(D) && A.Adjacent && I.Lanes == 1) {
      std::memcpy(To, A.At[0], sizeof(D) * WarpSize);
      continue;
    }
    forActive(X.Mask, [&](unsigned L) {
      T Value;
      std::memcpy(&Value, A.At[L] + N * sizeof(T), sizeof(T));
      using Extended =
          std::conditional_t<std::is_signed_v<T>, std::make_signed_t<D>, D>;
      To[L] = D(Extended(Value));
    });
  }
}

/// Refs: the base, then the lanes of the vector.
template <class T, class D> static void store(Lanes &X, const Op &I) {
  Warp &W = warpOf(X);
  Access A;
  access(W, I, I.Refs[0], I.Imm, unsigned(sizeof(T)) * I.Lanes, true, A);
  for (unsigned N = 0; N < I.Lanes; ++N) {
    const D *From = rowOf<D>(X, I.Refs[1 + N]);
    if (sizeof(T) == sizeof(D) && A.Adjacent && I.Lanes == 1) {
      std::memcpy(A.At[0], From, sizeof(D) * WarpSize);
      continue;
    }
    forActive(X.Mask, [&](unsigned L) {
      T Value = T(From[L]);
      std::memcpy(A.At[L] + N * sizeof(T), &Value, sizeof(T));
    });
  }
}

static bool isSigned(ptx::Type T) {
  return T == ptx::Type::S8 || T == ptx::Type::S16 || T == ptx::Type::S32 ||
         T == ptx::Type::S64;
}

ExecFn loads(const ptx::Instruction &, const Variant &V) {
  const bool Signed = isSigned(V.T[0]);
  switch (ptx::sizeOf(V.T[0])) {
  case 1:
    return Signed ? &load<int8_t, uint32_t> : &load<uint8_t, uint32_t>;
  case 2:
    return Signed ? &load<int16_t, uint32_t> : &load<uint16_t, uint32_t>;
  case 4:
    return &load<uint32_t, uint32_t>;
  case 8:
    return &load<uint64_t, uint64_t>;
  default:
    return nullptr;
  }
}

ExecFn stores(const ptx::Instruction &, const Variant &V) {
  switch (ptx::sizeOf(V.T[0])) {
  case 1:
    return &store<uint8_t, uint32_t>;
  case 2:
    return &store<uint16_t, uint32_t>;
  case 4:
    return &store<uint32_t, uint32_t>;
  case 8:
    return &store<uint64_t, uint64_t>;
  default:
    return nullptr;
  }
}

static void touch(Lanes &, const Op &) {}
ExecFn touches(const ptx::Instruction &, const Variant &) { return &touch; }

//===----------------------------------------------------------------------===//
// Generic addresses.

static Window windowFor(const Variant &V) {
  switch (V.Where) {
  case ptx::Space::Shared:
    return SharedWindow;
  case ptx::Space::Local:
    return LocalWindow;
  case ptx::Space::Param: // its addresses are generic already
  default:
    return GlobalWindow;
  }
}

template <Window Where, bool From> static void convert(Lanes &X, const Op &I) {
  const uint64_t *A = rowOf<uint64_t>(X, I.Refs[1]);
  uint64_t *D = rowOf<uint64_t>(X, I.Refs[0]);
  forActive(X.Mask, [&](unsigned L) {
    if (Where == GlobalWindow)
      D[L] = A[L];
    else
      D[L] = From ? A[L] | uint64_t(Where) << WindowShift : A[L] & OffsetMask;
  });
}

template <Window Where> static ExecFn conversion(bool From) {
  return From ? &convert<Where, true> : &convert<Where, false>;
}

ExecFn toGeneric(const ptx::Instruction &I, const Variant &V) {
  if (ptx::sizeOf(V.T[0]) != 8)
    return nullptr;
  const bool From = !I.has("to");
  switch (windowFor(V)) {
  case SharedWindow:
    return conversion<SharedWindow>(From);
  case LocalWindow:
    return conversion<LocalWindow>(From);
  default:
    return conversion<GlobalWindow>(From);
  }
}

/// Where: the state space asked for.
static void inSpace(Lanes &X, const Op &I) {
  const uint64_t *A = rowOf<uint64_t>(X, I.Refs[1]);
  const Launch &L = *warpOf(X).L;
  uint32_t Result = 0;
  forActive(X.Mask, [&](unsigned Lane) {
    uint64_t High = A[Lane] >> WindowShift;
    bool Is = false;
    switch (I.Where) {
    case ptx::Space::Shared:
      Is = High == SharedWindow;
      break;
    case ptx::Space::Local:
      Is = High == LocalWindow;
      break;
    case ptx::Space::Param:
      Is = High == ParamWindow;
      break;
    case ptx::Space::Const:
      Is = L.P.isConstant(A[Lane]);
      break;
    default:
      Is = High == GlobalWindow && !L.P.isConstant(A[Lane]);
    }
    Result |= uint32_t(Is) << Lane;
  });
  assignPredicate(X, I.Refs[0], Result);
}

ExecFn isSpace(const ptx::Instruction &, const Variant &) { return &inSpace; }

} // namespace argus::vm
