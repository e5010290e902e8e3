//===- ops/ConvertFloat.cpp - cvt to floating point -----------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Floats.h"
#include "Resolvers.h"

namespace argus::vm::ARGUS_VM_OPS {
namespace {

/// In double, rounded to odd where 53 bits do not hold it.
template <class S> inline double oddDouble(S Value) {
  if constexpr (sizeof(S) < 8) {
    return double(Value);
  } else {
    bool Negative = Value < 0;
    uint64_t Magnitude = Negative ? 0 - uint64_t(Value) : uint64_t(Value);
    if (Magnitude >> 53) {
      bool Sticky = Magnitude & 0x7ff;
      Magnitude = (Magnitude & ~uint64_t(0x7ff)) | uint64_t(Sticky) << 11;
    }
    return Negative ? -double(Magnitude) : double(Magnitude);
  }
}

template <class D, class S> void integerToFloat(Lanes &X, const Op &I) {
  const Word<S> *A = row<S>(X, I.Refs[1]);
  const bool Sat = I.Flags & OpSat;
  forLanes(X, row<D>(X, I.Refs[0]), [=, &I](unsigned L) {
    Compute<D> Value;
    if constexpr (std::is_floating_point_v<D>)
      Value = D(get<S>(A[L]));
    else
      Value = oddDouble(get<S>(A[L]));
    return store<D>(Sat ? saturate(Value) : Value, I.Round);
  });
}

template <class C> inline C toIntegral(C Value, Rounding R) {
  switch (R) {
  case Rounding::Zero:
    return C(__builtin_trunc(double(Value)));
  case Rounding::Down:
    return C(__builtin_floor(double(Value)));
  case Rounding::Up:
    return C(__builtin_ceil(double(Value)));
  default:
    return C(__builtin_rint(double(Value)));
  }
}

/// Op::Mode 1: to an integral value.
template <class D, class S> void floatToFloat(Lanes &X, const Op &I) {
  const Word<S> *A = row<S>(X, I.Refs[1]);
  const unsigned Flags = I.Flags;
  forLanes(X, row<D>(X, I.Refs[0]), [=, &I](unsigned L) {
    auto Source = load<S>(Flags & OpFtz ? flush<S>(A[L]) : A[L]);
    if (I.Mode)
      Source = toIntegral(Source, I.Round);
    auto Value = Compute<D>(Source);
    if (Flags & OpSat)
      Value = saturate(Value);
    if (Flags & OpRelu)
      Value = relu(Value);
    Word<D> Result = store<D>(Value, I.Round);
    return Flags & OpFtz ? flush<D>(Result) : Result;
  });
}

/// 19 bits of an f32. `.rna` rounds ties away from zero.
void toTf32(Lanes &X, const Op &I) {
  const uint32_t *A = row<float>(X, I.Refs[1]);
  const bool Away = I.Round == Rounding::NearestAway;
  const bool Nearest = I.Round == Rounding::Nearest;
  const bool Relu = I.Flags & OpRelu;
  forLanes(X, row<float>(X, I.Refs[0]), [=](unsigned L) {
    uint32_t Bits = A[L], Magnitude = Bits & 0x7fffffff;
    if (Magnitude > 0x7f800000)
      return 0x7fffffffu;
    uint32_t Half = Away ? 0x1000u : Nearest ? 0xfffu + (Bits >> 13 & 1) : 0u;
    if (Magnitude < 0x7f800000)
      Bits = (Bits + Half) & ~0x1fffu;
    return Relu && Bits >> 31 ? 0u : Bits;
  });
}

/// cvt.f16x2.f32 d, a, b: a in the upper half.
template <class D> void toPacked(Lanes &X, const Op &I) {
  const uint32_t *High = row<float>(X, I.Refs[1]), *Low = row<float>(X, I.Refs[2]);
  const bool Relu = I.Flags & OpRelu, Sat = I.Flags & OpSat;
  auto Half = [=, &I](uint32_t Bits) {
    float Value = get<float>(Bits);
    if (Relu)
      Value = relu(Value);
    auto Result = uint32_t(roundTo<D>(Value, I.Round));
    // .satfinite: no infinities.
    if (Sat && (Result & 0x7fff) == Format<D>::Infinity)
      --Result;
    return Result;
  };
  forLanes(X, row<float>(X, I.Refs[0]),
           [=](unsigned L) { return Half(Low[L]) | Half(High[L]) << 16; });
}

} // namespace

ExecFn convertPacked(const Variant &V) {
  if (V.T[1] != ptx::Type::F32)
    return nullptr;
  return V.T[0] == ptx::Type::F16x2 ? &toPacked<Half> : &toPacked<BHalf>;
}

ExecFn convertToFloat(const Variant &V) {
  if (V.T[0] == ptx::Type::TF32)
    return &toTf32;
  if (isFloat(V.T[1]))
    return forFloat(V.T[0], [&](auto To) {
      return forFloat(V.T[1], [](auto From) -> ExecFn {
        return &floatToFloat<decltype(To), decltype(From)>;
      });
    });
  return forFloat(V.T[0], [&](auto To) {
    return forInteger(V.T[1], [](auto From) -> ExecFn {
      return &integerToFloat<decltype(To), decltype(From)>;
    });
  });
}

} // namespace argus::vm::ARGUS_VM_OPS
