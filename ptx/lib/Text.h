//===- Text.h - small pieces of a module as PTX text -----------*- C++ -*--===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_PTX_LIB_TEXT_H
#define ARGUS_PTX_LIB_TEXT_H

#include "argus/ptx/Module.h"

namespace argus::ptx {

void append(std::string &Out, const Operand &O);
/// The declaration with its initializer, without the `;`.
std::string textOf(const Variable &V);
/// "" or ".visible "
std::string textOf(Linkage Link);
/// ".maxntid 1, 2, 3"
std::string textOf(const Directive &D);
/// "" or ".v4 "
std::string vectorText(unsigned Lanes);

} // namespace argus::ptx

#endif // ARGUS_PTX_LIB_TEXT_H
