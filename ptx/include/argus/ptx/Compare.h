//===- Compare.h - whether two modules say the same ------------*- C++ -*--===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_PTX_COMPARE_H
#define ARGUS_PTX_COMPARE_H

#include "argus/ptx/Module.h"

namespace argus::ptx {

/// Equal but for the Locations.
bool equal(const Module &A, const Module &B);
bool equal(const Function &A, const Function &B);
bool equal(const Operand &A, const Operand &B);

} // namespace argus::ptx

#endif // ARGUS_PTX_COMPARE_H
