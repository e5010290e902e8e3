//===- Variant.h - what an instruction's modifiers say ------------*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_VIRTUAL_VARIANT_H
#define ARGUS_VIRTUAL_VARIANT_H

#include "Op.h"

namespace argus::vm {

/// A width in front of no type: mul.lo, mul.hi, mul.wide; bar.red.popc; ...
enum class Part : uint8_t { None, Lo, Hi, Wide };

struct Variant {
  static constexpr unsigned MaxTypes = 4;
  ptx::Type T[MaxTypes] = {ptx::Type::B32, ptx::Type::B32, ptx::Type::B32,
                           ptx::Type::B32};
  unsigned TypeCount = 0;
  uint16_t Flags = 0; ///< of OpFlags
  Rounding Round = Rounding::Nearest;
  bool Integral = false; ///< .rni, .rzi, .rmi, .rpi
  bool Rounds = false;   ///< a rounding mode is written
  bool Approx = false;
  bool Carries = false; ///< .cc
  Part Which = Part::None;
  Compare Cmp = Compare::Eq;
  Combine Bool = Combine::None;
  unsigned Lanes = 1; ///< .v2, .v4, .v8
  ptx::Space Where = ptx::Space::Reg;
  bool Generic = true; ///< no state space is written
};

/// Unknown modifiers say nothing.
Variant variantOf(const ptx::Instruction &I);

using Resolver = ExecFn (*)(const ptx::Instruction &, const Variant &);

/// How an instruction's operands become rows.
enum class Form : uint8_t { Rows, Move, Branch, BranchIndexed, Call, Return, Sink };

/// A row of the table of instructions.
///
/// Signature, an operand a letter, destinations before '=':
///   0 1 2 3  a value of the first, second, ... type among the modifiers
///   w        twice as wide as type 0      u  .u32     U  .u64
///   p        a predicate                  P  p or p|q: two rows
///   Vn       {a, b, ...} of type n, or one value: as many rows
///   D        d or d|p of type 0: two rows
///   A        [base + offset]: the base's row; Op::Imm is the offset
///   ?        the next one may be absent: NoRef
struct InstructionRow {
  const char *Opcode;
  const char *Modifier; ///< the row is for instructions that have it; empty: for all
  const char *Signature;
  Resolver Resolve; ///< null: no such variant
  uint8_t Cost;     ///< CostClass
  uint16_t Flags = 0;
  Form Shape = Form::Rows;
};

struct InstructionTable {
  const InstructionRow *Rows;
  unsigned Count;
  // What the decoder puts in.
  Resolver Copy; ///< a row of type 0
  ExecFn Widen;  ///< 32-bit words into 64-bit ones; Op::Mode 1: with their sign
  ExecFn Narrow; ///< the low halves of 64-bit words
};

/// The table with the best arithmetic that this processor has.
InstructionTable instructionTable();
const InstructionRow *findRow(const ptx::Instruction &I);

} // namespace argus::vm

#endif // ARGUS_VIRTUAL_VARIANT_H
