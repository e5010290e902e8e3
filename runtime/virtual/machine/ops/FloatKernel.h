//===- ops/FloatKernel.h - loops of floating-point operations -----*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_VIRTUAL_OPS_FLOATKERNEL_H
#define ARGUS_VIRTUAL_OPS_FLOATKERNEL_H

#include "Floats.h"

namespace argus::vm::ARGUS_VM_OPS {
namespace {

/// One value: operands flushed, F, the result flushed and saturated as I says.
template <class T, class F, unsigned Arity, bool Flagged>
inline Word<T> evaluate(const Op &I, Word<T> A, Word<T> B, Word<T> C) {
  const bool Ftz = Flagged && I.Flags & OpFtz;
  if (Ftz) {
    A = flush<T>(A);
    B = flush<T>(B);
    C = flush<T>(C);
  }
  Compute<T> Value;
  if constexpr (Arity == 1)
    Value = F()(load<T>(A));
  else if constexpr (Arity == 2)
    Value = F()(load<T>(A), load<T>(B));
  else
    Value = F()(load<T>(A), load<T>(B), load<T>(C));
  if (Flagged && I.Flags & OpSat)
    Value = saturate(Value);
  if (Flagged && I.Flags & OpRelu)
    Value = relu(Value);
  Word<T> Result = store<T>(Value, I.Round);
  return Ftz ? flush<T>(Result) : Result;
}

template <class T, class F, unsigned Arity, bool Flagged>
void floating(Lanes &X, const Op &I) {
  const Word<T> *A = row<T>(X, I.Refs[1]);
  const Word<T> *B = Arity > 1 ? row<T>(X, I.Refs[2]) : A;
  const Word<T> *C = Arity > 2 ? row<T>(X, I.Refs[3]) : A;
  forLanes(X, row<T>(X, I.Refs[0]), [=, &I](unsigned L) {
    return evaluate<T, F, Arity, Flagged>(I, A[L], B[L], C[L]);
  });
}

/// Both halves of a word.
template <class T, class F, unsigned Arity> void packed(Lanes &X, const Op &I) {
  const uint32_t *A = row<T>(X, I.Refs[1]);
  const uint32_t *B = Arity > 1 ? row<T>(X, I.Refs[2]) : A;
  const uint32_t *C = Arity > 2 ? row<T>(X, I.Refs[3]) : A;
  forLanes(X, row<T>(X, I.Refs[0]), [=, &I](unsigned L) {
    uint32_t Low =
        evaluate<T, F, Arity, true>(I, A[L] & 0xffff, B[L] & 0xffff, C[L] & 0xffff);
    uint32_t High = evaluate<T, F, Arity, true>(I, A[L] >> 16, B[L] >> 16, C[L] >> 16);
    return Low | High << 16;
  });
}

/// F for f32 and f64, HalfF for what is computed in double and rounded.
template <class F, class HalfF, unsigned Arity> ExecFn resolveFloat(const Variant &V) {
  const bool Flagged = V.Flags & (OpFtz | OpSat | OpRelu);
  switch (V.T[0]) {
  case ptx::Type::F32:
    return Flagged ? &floating<float, F, Arity, true>
                   : &floating<float, F, Arity, false>;
  case ptx::Type::F64:
    return &floating<double, F, Arity, false>;
  case ptx::Type::F16:
    return &floating<Half, HalfF, Arity, true>;
  case ptx::Type::BF16:
    return &floating<BHalf, HalfF, Arity, true>;
  case ptx::Type::F16x2:
    return &packed<Half, HalfF, Arity>;
  case ptx::Type::BF16x2:
    return &packed<BHalf, HalfF, Arity>;
  default:
    return nullptr;
  }
}

} // namespace
} // namespace argus::vm::ARGUS_VM_OPS

#endif // ARGUS_VIRTUAL_OPS_FLOATKERNEL_H
