//===- Declarations.h - variables and registers ----------------*- C++ -*--===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_PTX_LIB_DECLARATIONS_H
#define ARGUS_PTX_LIB_DECLARATIONS_H

#include "Constants.h"

namespace argus::ptx {

/// What precedes a declared name: `.align 4 .v2 .b32` in any order, attributes.
struct DeclaredType {
  unsigned Align = 0, Lanes = 1;
  Type Element = Type::B8;
  std::vector<std::string> Attributes;
};

bool atLinkage(const Tokens &T);
/// Internal where there is none.
Linkage parseLinkage(Tokens &T);
/// The space that the token names; nothing where it names none.
std::optional<Space> spaceOf(const Token &T);

DeclaredType parseType(Tokens &T);
/// `name[4][2]`, without an initializer. T is behind the type.
Variable parseDeclarator(Tokens &T, const DeclaredType &D, Space Where, Linkage Link);
/// `.global .u32 a = 1, b[2];` with the space's token as the next one.
std::vector<Variable> parseVariables(Tokens &T, Space Where, Linkage Link);
/// `(.param .b32 a, .reg .b32 b)`
std::vector<Variable> parseParameters(Tokens &T);
/// What follows `=`.
void parseInitializer(Tokens &T, Variable &V);

/// One name of a `.reg` declaration.
struct DeclaredRegisters {
  Location At;
  std::string Base;
  unsigned Count = 1;
  bool Range = false;
};
DeclaredRegisters parseRegisters(Tokens &T);

} // namespace argus::ptx

#endif // ARGUS_PTX_LIB_DECLARATIONS_H
