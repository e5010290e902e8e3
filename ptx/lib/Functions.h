//===- Functions.h - functions and their bodies ----------------*- C++ -*--===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_PTX_LIB_FUNCTIONS_H
#define ARGUS_PTX_LIB_FUNCTIONS_H

#include "Declarations.h"
#include "Names.h"

#include <unordered_set>

namespace argus::ptx {

using SymbolNames = std::unordered_set<std::string>;

/// Parses from `.attribute`, `.entry` or `.func` to the function's end. Adds its name
/// to the module's.
Function parseFunction(Tokens &T, Linkage Link, SymbolNames &Module);

/// `.pragma "..."`, `.maxntid 1, 2`: up to the next directive, `{` or `;`. Takes a
/// `;` where it belongs to the directive.
Directive parseDirective(Tokens &T);

/// From behind `{` to behind `}`.
void parseBody(Tokens &T, Function &F, Names &Scopes, const SymbolNames &Module);

/// `.callprototype` and what follows it.
Prototype parsePrototype(Tokens &T, const Token &Name);

/// Declares a register or fails: the name is taken, or there are too many.
void addRegisters(Tokens &T, Function &F, Names &Scopes, const DeclaredRegisters &R,
                  const DeclaredType &D);

} // namespace argus::ptx

#endif // ARGUS_PTX_LIB_FUNCTIONS_H
