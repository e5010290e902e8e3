//===- Constants.h - constant expressions ----------------------*- C++ -*--===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_PTX_LIB_CONSTANTS_H
#define ARGUS_PTX_LIB_CONSTANTS_H

#include "Tokens.h"

namespace argus::ptx {

struct Constant {
  uint64_t Bits = 0;     ///< two's complement, or of the float
  uint8_t FloatBits = 0; ///< 0: an integer
  bool Unsigned = false;
};

/// True where the next token can begin a constant expression.
bool atConstant(const Tokens &T);
/// Parses and evaluates one. `After` is for the message where there is none.
Constant parseConstant(Tokens &T, const char *After);
/// The same, of integers only.
uint64_t parseInteger(Tokens &T, const char *After);
/// `+ c - d ...` after an address; 0 where there is none.
int64_t parseOffset(Tokens &T);

} // namespace argus::ptx

#endif // ARGUS_PTX_LIB_CONSTANTS_H
