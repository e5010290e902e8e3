//===- Operands.h - operands of instructions -------------------*- C++ -*--===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_PTX_LIB_OPERANDS_H
#define ARGUS_PTX_LIB_OPERANDS_H

#include "Names.h"
#include "Tokens.h"

namespace argus::ptx {

/// What operands need to know of the function they are in.
struct OperandContext {
  Tokens &T;
  const Names &Scopes;
  bool Call = false; ///< `(` begins a list of arguments, not a constant
  bool First = true; ///< the instruction might as well have no operand
};

/// Registers, variables and special registers are resolved. Other names become a Symbol
/// of the module, for the end of the function to resolve: they may be labels. O is new;
/// it is filled where it stays, because moving one is much of a parser's time.
void parseOperand(const OperandContext &C, Operand &O);

} // namespace argus::ptx

#endif // ARGUS_PTX_LIB_OPERANDS_H
