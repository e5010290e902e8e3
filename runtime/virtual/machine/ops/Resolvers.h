//===- ops/Resolvers.h - from modifiers to an operation -----------*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each gives the operation for an instruction's types and modifiers; null: there is
// none.
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_VIRTUAL_OPS_RESOLVERS_H
#define ARGUS_VIRTUAL_OPS_RESOLVERS_H

#include "../Variant.h"

namespace argus::vm::ARGUS_VM_OPS {

// Integer.cpp
ExecFn integerAdd(const Variant &V);
ExecFn integerSub(const Variant &V);
ExecFn integerMul(const Variant &V);
ExecFn integerMad(const Variant &V);
ExecFn integerDiv(const Variant &V);
ExecFn integerMin(const Variant &V);
ExecFn integerMax(const Variant &V);
ExecFn integerNeg(const Variant &V);
ExecFn integerAbs(const Variant &V);
ExecFn addCarry(const ptx::Instruction &I, const Variant &V);
ExecFn subCarry(const ptx::Instruction &I, const Variant &V);
ExecFn madCarry(const ptx::Instruction &I, const Variant &V);
ExecFn mul24(const ptx::Instruction &I, const Variant &V);
ExecFn mad24(const ptx::Instruction &I, const Variant &V);
ExecFn remainder(const ptx::Instruction &I, const Variant &V);
ExecFn sad(const ptx::Instruction &I, const Variant &V);
ExecFn shiftLeft(const ptx::Instruction &I, const Variant &V);
ExecFn shiftRight(const ptx::Instruction &I, const Variant &V);
ExecFn logicAnd(const ptx::Instruction &I, const Variant &V);
ExecFn logicOr(const ptx::Instruction &I, const Variant &V);
ExecFn logicXor(const ptx::Instruction &I, const Variant &V);
ExecFn logicNot(const ptx::Instruction &I, const Variant &V);
ExecFn logicCNot(const ptx::Instruction &I, const Variant &V);

// Bits.cpp
ExecFn bitExtract(const ptx::Instruction &I, const Variant &V);
ExecFn bitInsert(const ptx::Instruction &I, const Variant &V);
ExecFn bitFind(const ptx::Instruction &I, const Variant &V);
ExecFn bitReverse(const ptx::Instruction &I, const Variant &V);
ExecFn leadingZeros(const ptx::Instruction &I, const Variant &V);
ExecFn population(const ptx::Instruction &I, const Variant &V);
ExecFn permute(const ptx::Instruction &I, const Variant &V);
ExecFn logic3(const ptx::Instruction &I, const Variant &V);
ExecFn funnelShift(const ptx::Instruction &I, const Variant &V);
ExecFn dot4(const ptx::Instruction &I, const Variant &V);
ExecFn dot2(const ptx::Instruction &I, const Variant &V);
ExecFn bitMask(const ptx::Instruction &I, const Variant &V);
ExecFn signZeroExtend(const ptx::Instruction &I, const Variant &V);
ExecFn findNthSet(const ptx::Instruction &I, const Variant &V);

// Arithmetic.cpp, Minimum.cpp: integers or floating point, by the type
ExecFn add(const ptx::Instruction &I, const Variant &V);
ExecFn sub(const ptx::Instruction &I, const Variant &V);
ExecFn mul(const ptx::Instruction &I, const Variant &V);
ExecFn mad(const ptx::Instruction &I, const Variant &V);
ExecFn div(const ptx::Instruction &I, const Variant &V);
ExecFn minimum(const ptx::Instruction &I, const Variant &V);
ExecFn maximum(const ptx::Instruction &I, const Variant &V);
ExecFn negate(const ptx::Instruction &I, const Variant &V);
ExecFn absolute(const ptx::Instruction &I, const Variant &V);
ExecFn copySign(const ptx::Instruction &I, const Variant &V);
ExecFn testProperty(const ptx::Instruction &I, const Variant &V);

// Functions.cpp
ExecFn reciprocal(const ptx::Instruction &I, const Variant &V);
ExecFn squareRoot(const ptx::Instruction &I, const Variant &V);
ExecFn reciprocalRoot(const ptx::Instruction &I, const Variant &V);
ExecFn sine(const ptx::Instruction &I, const Variant &V);
ExecFn cosine(const ptx::Instruction &I, const Variant &V);
ExecFn exponential(const ptx::Instruction &I, const Variant &V);
ExecFn logarithm(const ptx::Instruction &I, const Variant &V);
ExecFn tangentH(const ptx::Instruction &I, const Variant &V);

// Comparison.cpp
ExecFn setPredicateIf(const ptx::Instruction &I, const Variant &V);
ExecFn setIf(const ptx::Instruction &I, const Variant &V);
ExecFn selectIf(const ptx::Instruction &I, const Variant &V);
ExecFn selectBySign(const ptx::Instruction &I, const Variant &V);

// Convert.cpp, ConvertFloat.cpp
ExecFn convert(const ptx::Instruction &I, const Variant &V);
ExecFn convertToInteger(const Variant &V);
ExecFn convertToFloat(const Variant &V);
ExecFn convertPacked(const Variant &V);
ExecFn copyRow(const ptx::Instruction &I, const Variant &V);
/// 32-bit words into 64-bit ones; Op::Mode 1: with their sign.
ExecFn widenRow();
/// The low halves of 64-bit words.
ExecFn narrowRow();

// Matrix.cpp
ExecFn matrixMultiply(const ptx::Instruction &I, const Variant &V);

} // namespace argus::vm::ARGUS_VM_OPS

#endif // ARGUS_VIRTUAL_OPS_RESOLVERS_H
