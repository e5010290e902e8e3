//===- Modes.h - sub-operations by modifier -----------------------*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_VIRTUAL_MODES_H
#define ARGUS_VIRTUAL_MODES_H

#include "Variant.h"

namespace argus::vm {

/// Op::Mode: the sub-operation that the modifiers name.
uint8_t modeOf(const ptx::Instruction &I, const Variant &V);
/// Op::Lanes.
uint8_t lanesOf(const ptx::Instruction &I, const Variant &V);

} // namespace argus::vm

#endif // ARGUS_VIRTUAL_MODES_H
