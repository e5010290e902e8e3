//===- ops/Functions.cpp - roots and transcendental functions -------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `.approx` functions of f32 are the double function of the host's C library, rounded
// to f32: more exact than hardware, which promises a few units in the last place.
//
//===----------------------------------------------------------------------===//

#include "FloatKernel.h"
#include "Resolvers.h"

namespace argus::vm::ARGUS_VM_OPS {
namespace {

struct Rcp {
  template <class C> C operator()(C A) const { return C(1) / A; }
};
struct Sqrt {
  float operator()(float A) const { return __builtin_sqrtf(A); }
  double operator()(double A) const { return __builtin_sqrt(A); }
};
struct Rsqrt {
  template <class C> C operator()(C A) const {
    return C(1.0 / __builtin_sqrt(double(A)));
  }
};
struct Sin {
  template <class C> C operator()(C A) const { return C(__builtin_sin(double(A))); }
};
struct Cos {
  template <class C> C operator()(C A) const { return C(__builtin_cos(double(A))); }
};
struct Ex2 {
  template <class C> C operator()(C A) const { return C(__builtin_exp2(double(A))); }
};
struct Lg2 {
  template <class C> C operator()(C A) const { return C(__builtin_log2(double(A))); }
};
struct Tanh {
  template <class C> C operator()(C A) const { return C(__builtin_tanh(double(A))); }
};

} // namespace

ExecFn reciprocal(const ptx::Instruction &, const Variant &V) {
  return resolveFloat<Rcp, Rcp, 1>(V);
}
ExecFn squareRoot(const ptx::Instruction &, const Variant &V) {
  return resolveFloat<Sqrt, Sqrt, 1>(V);
}
ExecFn reciprocalRoot(const ptx::Instruction &, const Variant &V) {
  return resolveFloat<Rsqrt, Rsqrt, 1>(V);
}
ExecFn sine(const ptx::Instruction &, const Variant &V) {
  return resolveFloat<Sin, Sin, 1>(V);
}
ExecFn cosine(const ptx::Instruction &, const Variant &V) {
  return resolveFloat<Cos, Cos, 1>(V);
}
ExecFn exponential(const ptx::Instruction &, const Variant &V) {
  return resolveFloat<Ex2, Ex2, 1>(V);
}
ExecFn logarithm(const ptx::Instruction &, const Variant &V) {
  return resolveFloat<Lg2, Lg2, 1>(V);
}
ExecFn tangentH(const ptx::Instruction &, const Variant &V) {
  return resolveFloat<Tanh, Tanh, 1>(V);
}

} // namespace argus::vm::ARGUS_VM_OPS
