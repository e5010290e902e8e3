//===- ops/Matrix.cpp - mma.sync ------------------------------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA 9.0, 9.7.14.5. All its fragments but those of m8n8k4 with f16 follow one
// rule. With E elements a register, g = lane / 4, t = lane % 4:
//
//   A, register r: row g + 8 * (r % (M / 8)), columns 4E * (r / (M / 8)) + tE ...
//   B, register r: rows 4E * r + tE ..., column g
//   C and D: rows g and, where M is 16, g + 8; columns 2t and 2t + 1
//
// The order of summation, which the ISA leaves open: products are exact and are added
// to C one after the other in the order of k, each sum rounded to f32 (f64: fused); f16
// results are rounded once, at the end.
//
//===----------------------------------------------------------------------===//

#include "Floats.h"
#include "Resolvers.h"

namespace argus::vm::ARGUS_VM_OPS {
namespace {

struct Tf32 {
  uint32_t Bits;
};

template <class T> constexpr unsigned PerRegister = sizeof(T) == 8 ? 1 : 4 / sizeof(T);

/// An element as it is multiplied.
template <class T> inline auto element(Word<T> W, unsigned N) {
  auto Shifted = Word<T>(W >> N * sizeof(T) % sizeof(W) * 8);
  if constexpr (std::is_same_v<T, Tf32>)
    return bitCast<float>(Shifted & ~0x1fffu);
  else if constexpr (std::is_same_v<T, Half> || std::is_same_v<T, BHalf>)
    return widen(T{uint16_t(Shifted)});
  else if constexpr (std::is_same_v<T, double>)
    return bitCast<double>(Shifted);
  else
    return int32_t(T(Shifted));
}

constexpr unsigned N = 8; // of all shapes

/// Multiplies M x K by K x N onto the accumulators.
template <class T, class Sum, unsigned M, unsigned K, class A, class B>
inline void multiply(const A (&Left)[M][K], const B (&Right)[K][N], Sum (&Out)[M][N]) {
  for (unsigned Row = 0; Row < M; ++Row)
    for (unsigned Depth = 0; Depth < K; ++Depth)
      for (unsigned Column = 0; Column < N; ++Column) {
        auto P = Left[Row][Depth];
        auto Q = Right[Depth][Column];
        Sum &S = Out[Row][Column];
        if constexpr (std::is_same_v<T, double>)
          S = __builtin_fma(P, Q, S);
        else if constexpr (std::is_same_v<T, Half>)
          S = S + P * Q; // exact in f32
        else if constexpr (std::is_same_v<Sum, float>)
          S = __builtin_fmaf(P, Q, S);
        else
          S += Sum(P) * Q;
      }
}

/// Accumulators: f32 (float), f16 (Half), f64, s32 (int32_t, in 64 bits: .satfinite).
template <class Acc> struct SumOf {
  using type = float;
};
template <> struct SumOf<double> {
  using type = double;
};
template <> struct SumOf<int32_t> {
  using type = int64_t;
};

inline int32_t limited(int64_t Value, bool Saturate) {
  if (Saturate)
    Value = Value > INT32_MAX ? INT32_MAX : Value < INT32_MIN ? INT32_MIN : Value;
  return int32_t(Value);
}

template <class Acc, class S> inline Word<Acc> result(S Value, bool Saturate) {
  if constexpr (std::is_same_v<Acc, int32_t>)
    return put<int32_t>(limited(Value, Saturate));
  else
    return store<Acc>(Value, Rounding::Nearest);
}

template <class Acc>
constexpr unsigned AccumulatorsPerRow = std::is_same_v<Acc, Half> ? 1 : 2;

template <class T, class U, class Acc, unsigned M, unsigned K>
void mma(Lanes &X, const Op &I) {
  using Sum = typename SumOf<Acc>::type;
  constexpr unsigned E = PerRegister<T>, Halves = M / 8;
  constexpr unsigned CountA = M * K / 32 / E, CountB = K * N / 32 / E;
  constexpr unsigned PerRow = AccumulatorsPerRow<Acc>, CountC = Halves * PerRow;
  const Ref *D = I.Refs, *A = D + CountC, *B = A + CountA, *C = B + CountB;
  decltype(element<T>(0, 0)) Left[M][K];
  decltype(element<U>(0, 0)) Right[K][N];
  Sum Out[M][N];
  for (unsigned R = 0; R < CountA; ++R) {
    const auto *Source = row<T>(X, A[R]);
    for (unsigned L = 0; L < WarpSize; ++L)
      for (unsigned J = 0; J < E; ++J)
        Left[L / 4 + 8 * (R % Halves)][4 * E * (R / Halves) + L % 4 * E + J] =
            element<T>(Source[L], J);
  }
  for (unsigned R = 0; R < CountB; ++R) {
    const auto *Source = row<U>(X, B[R]);
    for (unsigned L = 0; L < WarpSize; ++L)
      for (unsigned J = 0; J < E; ++J)
        Right[4 * E * R + L % 4 * E + J][L / 4] = element<U>(Source[L], J);
  }
  constexpr unsigned PerWord = 2 / PerRow;
  for (unsigned R = 0; R < CountC; ++R) {
    const auto *Source = row<Acc>(X, C[R]);
    for (unsigned L = 0; L < WarpSize; ++L)
      for (unsigned J = 0; J < PerWord; ++J) {
        unsigned Column = L % 4 * 2 + R % PerRow + J;
        auto Bits = Word<Acc>(Source[L] >> J * 16);
        if constexpr (std::is_same_v<Acc, int32_t>)
          Out[L / 4 + 8 * (R / PerRow)][Column] = int32_t(Bits);
        else
          Out[L / 4 + 8 * (R / PerRow)][Column] = load<Acc>(Bits);
      }
  }
  multiply<T>(Left, Right, Out);
  const bool Saturate = I.Flags & OpSat;
  for (unsigned R = 0; R < CountC; ++R) {
    auto *To = row<Acc>(X, D[R]);
    forLanes(X, To, [&](unsigned L) {
      const Sum *Row = Out[L / 4 + 8 * (R / PerRow)] + L % 4 * 2 + R % PerRow;
      Word<Acc> Value = result<Acc>(Row[0], Saturate);
      if constexpr (PerWord == 2)
        Value |= result<Acc>(Row[1], Saturate) << 16;
      return Value;
    });
  }
}

struct MmaRow {
  const char *Shape;
  ptx::Type D, A, B;
  ExecFn Fn;
};

using ptx::Type;
#define INTEGERS(Shape, M, K)                                                          \
  {Shape, Type::S32, Type::S8, Type::S8, &mma<int8_t, int8_t, int32_t, M, K>},         \
      {Shape, Type::S32, Type::U8, Type::U8, &mma<uint8_t, uint8_t, int32_t, M, K>},   \
      {Shape, Type::S32, Type::S8, Type::U8, &mma<int8_t, uint8_t, int32_t, M, K>}, {  \
    Shape, Type::S32, Type::U8, Type::S8, &mma<uint8_t, int8_t, int32_t, M, K>         \
  }

constexpr MmaRow Shapes[] = {
    {"m16n8k16", Type::F32, Type::F16, Type::F16, &mma<Half, Half, float, 16, 16>},
    {"m16n8k8", Type::F32, Type::F16, Type::F16, &mma<Half, Half, float, 16, 8>},
    {"m16n8k16", Type::F16, Type::F16, Type::F16, &mma<Half, Half, Half, 16, 16>},
    {"m16n8k8", Type::F16, Type::F16, Type::F16, &mma<Half, Half, Half, 16, 8>},
    {"m16n8k16", Type::F32, Type::BF16, Type::BF16, &mma<BHalf, BHalf, float, 16, 16>},
    {"m16n8k8", Type::F32, Type::BF16, Type::BF16, &mma<BHalf, BHalf, float, 16, 8>},
    {"m16n8k8", Type::F32, Type::TF32, Type::TF32, &mma<Tf32, Tf32, float, 16, 8>},
    {"m16n8k4", Type::F32, Type::TF32, Type::TF32, &mma<Tf32, Tf32, float, 16, 4>},
    {"m8n8k4", Type::F64, Type::F64, Type::F64, &mma<double, double, double, 8, 4>},
    {"m16n8k4", Type::F64, Type::F64, Type::F64, &mma<double, double, double, 16, 4>},
    {"m16n8k8", Type::F64, Type::F64, Type::F64, &mma<double, double, double, 16, 8>},
    {"m16n8k16", Type::F64, Type::F64, Type::F64, &mma<double, double, double, 16, 16>},
    INTEGERS("m16n8k32", 16, 32),
    INTEGERS("m16n8k16", 16, 16),
    INTEGERS("m8n8k16", 8, 16),
};
#undef INTEGERS

} // namespace

/// D and C of different types exist for m8n8k4 only.
ExecFn matrixMultiply(const ptx::Instruction &I, const Variant &V) {
  if (V.TypeCount != 4 || V.T[0] != V.T[3])
    return nullptr;
  if (!I.has("row") || !I.has("col"))
    return nullptr;
  for (const MmaRow &S : Shapes)
    if (I.has(S.Shape) && V.T[0] == S.D && V.T[1] == S.A && V.T[2] == S.B)
      return S.Fn;
  return nullptr;
}

} // namespace argus::vm::ARGUS_VM_OPS
