//===- Printer.h - writes PTX -------------------------------------*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_PTX_PRINTER_H
#define ARGUS_PTX_PRINTER_H

#include "argus/ptx/Module.h"

namespace argus::ptx {

/// PTX text that parses to an equal module and that ptxas compiles to the same code.
std::string print(const Module &M);

/// One instruction as print() would write it, without indentation or line end.
std::string print(const Function &F, const Instruction &I);

} // namespace argus::ptx

#endif // ARGUS_PTX_PRINTER_H
