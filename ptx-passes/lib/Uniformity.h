//===- Uniformity.h - which instructions give all lanes the same --*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_PTXPASSES_UNIFORMITY_H
#define ARGUS_PTXPASSES_UNIFORMITY_H

#include "argus/ptx/Module.h"

#include <functional>

namespace argus::ptxpasses {

enum class Uniformity {
  Never,       ///< lanes may get different results whatever the operands
  AsOperands,  ///< equal results where all operands are equal
  AsSelectors, ///< equal results where the operands but the second are equal
};

/// What an instruction of a kernel does when all lanes execute it together. Constant:
/// the value of a register that is known to hold one.
Uniformity
uniformityOf(const ptx::Instruction &I,
             const std::function<std::optional<uint64_t>(uint32_t Register)> &Constant);

} // namespace argus::ptxpasses

#endif // ARGUS_PTXPASSES_UNIFORMITY_H
