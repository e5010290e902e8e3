//===- Isa.h - what is known of each instruction ---------------*- C++ -*--===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_PTX_ISA_H
#define ARGUS_PTX_ISA_H

#include "argus/ptx/Module.h"

#include <string_view>

namespace argus::ptx {

enum OpcodeFlags : uint8_t {
  Plain = 0,
  ControlFlow = 1,      ///< may go on elsewhere than at the next instruction
  Ends = 2,             ///< leaves the function or ends the thread
  Synchronizes = 4,     ///< waits for other threads or orders what they see
  Memory = 8,           ///< reads or writes memory
  ReadsDestination = 16 ///< the destination is an operand as well
};

/// A row of Isa.def.
struct OpcodeInfo {
  std::string_view Opcode;
  std::string_view Modifier; ///< empty: whatever the modifiers
  uint8_t Major, Minor;      ///< the first PTX version that has it
  uint8_t Destinations;      ///< leading operands that are written
  uint8_t Flags;
};

/// By the opcode alone ("ld"); where modifiers matter, one of its rows. Null: unknown.
const OpcodeInfo *find(std::string_view Opcode);
/// The row for the instruction's modifiers. Null: unknown.
const OpcodeInfo *find(const Instruction &I);
/// The known opcode that differs least; empty where none resembles it.
std::string nearestOpcode(std::string_view Opcode);

/// "%tid", "%tid.x", "%clock64", "WARP_SZ", ...
bool isSpecialRegister(std::string_view Name);
/// One of them that holds the same in all lanes of a warp.
bool isUniformSpecial(std::string_view Name);

/// Indices in Function::Registers, in the operands' order and each once. A guarded
/// instruction may leave what it writes as it was.
std::vector<uint32_t> writtenRegisters(const Instruction &I);
/// With the guard and the bases of addresses.
std::vector<uint32_t> readRegisters(const Instruction &I);

} // namespace argus::ptx

#endif // ARGUS_PTX_ISA_H
