//===- ops/Floats.h - floating-point values and their rounding ----*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// f16 and bf16 are computed in double. Where double is not exact, its result is rounded
// to odd, so that rounding it again gives what one rounding would have given
// (Boldo and Melquiond, "When double rounding is odd", 2005).
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_VIRTUAL_OPS_FLOATS_H
#define ARGUS_VIRTUAL_OPS_FLOATS_H

#include "Kernel.h"

namespace argus::vm::ARGUS_VM_OPS {
namespace {

template <class To, class From> inline To bitCast(From Value) {
  static_assert(sizeof(To) == sizeof(From));
  To Result;
  std::memcpy(&Result, &Value, sizeof Result);
  return Result;
}

/// IEEE 754 layouts; `NaN` is what an operation gives for "not a number".
template <class T> struct Format;
template <> struct Format<float> {
  static constexpr uint32_t NaN = 0x7fffffff, SignBit = 0x80000000, Least = 0x00800000;
};
template <> struct Format<double> {
  static constexpr uint64_t NaN = 0x7ff8000000000000, SignBit = uint64_t(1) << 63,
                            Least = uint64_t(1) << 52;
};
template <> struct Format<Half> {
  static constexpr int Mantissa = 10, MinExponent = -14;
  static constexpr uint32_t Infinity = 0x7c00, NaN = 0x7fff, SignBit = 0x8000,
                            Least = 0x0400;
};
template <> struct Format<BHalf> {
  static constexpr int Mantissa = 7, MinExponent = -126;
  static constexpr uint32_t Infinity = 0x7f80, NaN = 0x7fff, SignBit = 0x8000,
                            Least = 0x0080;
};

inline double powerOfTwo(int Exponent) {
  return bitCast<double>(uint64_t(1023 + Exponent) << 52);
}

/// Whether to add one unit to a truncated magnitude that `Rest` (of one unit) follows.
inline bool roundsUp(double Rest, bool Odd, bool Negative, Rounding R) {
  switch (R) {
  case Rounding::Nearest:
    return Rest > 0.5 || (Rest == 0.5 && Odd);
  case Rounding::NearestAway:
    return Rest >= 0.5;
  case Rounding::Zero:
    return false;
  case Rounding::Down:
    return Negative && Rest > 0;
  case Rounding::Up:
    return !Negative && Rest > 0;
  }
  return false;
}

/// What overflows: infinity, or the greatest number where the mode rounds towards 0.
inline uint32_t overflowed(uint32_t Infinity, bool Negative, Rounding R) {
  bool Stays = R == Rounding::Zero || (R == Rounding::Down && !Negative) ||
               (R == Rounding::Up && Negative);
  return Stays ? Infinity - 1 : Infinity;
}

/// The bits of a Half or BHalf.
template <class T> inline uint16_t roundTo(double Value, Rounding R) {
  using F = Format<T>;
  uint64_t Bits = bitCast<uint64_t>(Value);
  bool Negative = Bits >> 63;
  uint32_t Sign = Negative ? F::SignBit : 0;
  double Magnitude = bitCast<double>(Bits & ~(uint64_t(1) << 63));
  if (Value != Value)
    return uint16_t(F::NaN);
  int Exponent = int(Bits >> 52 & 0x7ff) - 1023;
  if (Exponent == 1024)
    return uint16_t(Sign | F::Infinity);
  if (Exponent > 200)
    return uint16_t(Sign | overflowed(F::Infinity, Negative, R));
  if (Exponent < F::MinExponent)
    Exponent = F::MinExponent;
  double Scaled = Magnitude * powerOfTwo(F::Mantissa - Exponent);
  auto Units = uint32_t(Scaled);
  Units += roundsUp(Scaled - Units, Units & 1, Negative, R);
  uint32_t Result = (uint32_t(Exponent - F::MinExponent) << F::Mantissa) + Units;
  if (Result >= F::Infinity)
    Result = overflowed(F::Infinity, Negative, R);
  return uint16_t(Sign | Result);
}

inline float widen(BHalf H) { return bitCast<float>(uint32_t(H.Bits) << 16); }
inline float widen(Half H) {
  uint32_t Magnitude = H.Bits & 0x7fff, Sign = uint32_t(H.Bits & 0x8000) << 16;
  uint32_t Normal = (Magnitude << 13) + (112u << 23);
  Normal += Magnitude >= 0x7c00 ? 112u << 23 : 0;
  auto Subnormal = bitCast<uint32_t>(float(int(Magnitude)) * 0x1p-24f);
  return bitCast<float>(Sign | (Magnitude < 0x400 ? Subnormal : Normal));
}

/// The type in which a floating-point type is computed.
template <class T> struct ComputeOf {
  using type = double;
};
template <> struct ComputeOf<float> {
  using type = float;
};
template <class T> using Compute = typename ComputeOf<T>::type;

template <class T> inline Compute<T> load(Word<T> W) {
  if constexpr (std::is_floating_point_v<T>)
    return get<T>(W);
  else
    return widen(get<T>(W));
}

template <class T> inline Word<T> store(Compute<T> Value, Rounding R) {
  if constexpr (std::is_floating_point_v<T>)
    return Value == Value ? put<T>(Value) : Format<T>::NaN;
  else
    return roundTo<T>(Value, R);
}

/// Subnormal numbers become zeros of their sign.
template <class T> inline Word<T> flush(Word<T> W) {
  using F = Format<T>;
  auto Magnitude = Word<T>(W & (F::SignBit - 1));
  return Magnitude < F::Least ? Word<T>(W & F::SignBit) : W;
}

/// .sat: into [0, 1]; NaN becomes +0 (9.7.3).
template <class C> inline C saturate(C Value) {
  C Positive = Value > 0 ? Value : C(0);
  return Positive < 1 ? Positive : C(1);
}
template <class C> inline C relu(C Value) { return Value < 0 ? C(0) : Value; }

/// A + B, rounded to odd.
inline double addOdd(double A, double B) {
  double Sum = A + B;
  double Virtual = Sum - A;
  double Error = (A - (Sum - Virtual)) + (B - Virtual);
  auto Bits = bitCast<uint64_t>(Sum);
  if (!(Error != 0) || Error != Error || Bits & 1)
    return Sum;
  bool Grows = (Error > 0) == (Sum > 0);
  return bitCast<double>(Grows ? Bits + 1 : Bits - 1);
}

/// Calls U with a value of the C++ type of a floating-point type.
template <class Use> ExecFn forFloat(ptx::Type T, Use U) {
  switch (T) {
  case ptx::Type::F16:
    return U(Half());
  case ptx::Type::BF16:
    return U(BHalf());
  case ptx::Type::F32:
    return U(float());
  case ptx::Type::F64:
    return U(double());
  default:
    return nullptr;
  }
}

inline bool isPacked(ptx::Type T) {
  return T == ptx::Type::F16x2 || T == ptx::Type::BF16x2;
}
inline bool isFloat(ptx::Type T) {
  return T == ptx::Type::F16 || T == ptx::Type::BF16 || T == ptx::Type::F32 ||
         T == ptx::Type::F64 || isPacked(T);
}

} // namespace
} // namespace argus::vm::ARGUS_VM_OPS

#endif // ARGUS_VIRTUAL_OPS_FLOATS_H
