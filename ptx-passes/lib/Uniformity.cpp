//===- Uniformity.cpp - which instructions give all lanes the same -------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Uniformity.h"

#include "argus/ptx/Isa.h"

#include <algorithm>

namespace argus::ptxpasses {

using ptx::Instruction;
using ptx::Operand;

/// Those without memory or other lanes whose results still differ by lane, or depend on
/// what is no operand: the carry flag, the mask of active lanes.
static bool dependsOnLane(const Instruction &I) {
  static constexpr std::string_view Opcodes[] = {
      "activemask", "addc", "alloca", "elect",     "madc", "mma",
      "movmatrix",  "shfl", "subc",   "stacksave", "vote", "wmma"};
  return std::find(std::begin(Opcodes), std::end(Opcodes), I.Opcode) !=
         std::end(Opcodes);
}

/// `[retval0]` behind a call: a variable of the body, or the function's own return.
static bool readsResult(const Instruction &I) {
  if (I.Operands.size() < 2 || I.Operands[1].What != Operand::Kind::Address)
    return true;
  const Operand &Base = I.Operands[1].Elements.front();
  return Base.What == Operand::Kind::Symbol &&
         Base.DeclaredIn != Operand::Home::Parameter;
}

/// Constant memory, read-only memory and the kernel's parameters hold the same for all
/// lanes that read one place.
static Uniformity ofLoad(const Instruction &I) {
  const bool Parameter = I.has("param") || I.has("param::entry");
  if (I.Opcode == "ldu" || I.has("const") || (I.has("global") && I.has("nc")) ||
      (Parameter && !readsResult(I)))
    return Uniformity::AsOperands;
  return Uniformity::Never;
}

/// `shfl.sync.idx d|p, a, lane, 31, mask`: all lanes get the value of the same one. The
/// 31 says that the warp is not divided.
static Uniformity
ofShuffle(const Instruction &I,
          const std::function<std::optional<uint64_t>(uint32_t)> &Constant) {
  if (!I.has("sync") || !I.has("idx") || I.Operands.size() < 5)
    return Uniformity::Never;
  const Operand &Clamp = I.Operands[3];
  std::optional<uint64_t> Value;
  if (Clamp.What == Operand::Kind::Integer)
    Value = Clamp.Bits;
  else if (Clamp.What == Operand::Kind::Register)
    Value = Constant(Clamp.Index);
  constexpr uint64_t Fields = 0x1f1f, WholeWarp = 0x1f;
  return Value && (*Value & Fields) == WholeWarp ? Uniformity::AsSelectors
                                                 : Uniformity::Never;
}

Uniformity
uniformityOf(const Instruction &I,
             const std::function<std::optional<uint64_t>(uint32_t)> &Constant) {
  if (I.Opcode == "ld" || I.Opcode == "ldu")
    return ofLoad(I);
  if (I.Opcode == "shfl")
    return ofShuffle(I, Constant);
  // Those that take part get one answer; the mask, which says who does, is a selector.
  if ((I.Opcode == "vote" || I.Opcode == "redux") && I.has("sync"))
    return Uniformity::AsSelectors;
  const ptx::OpcodeInfo *Info = ptx::find(I);
  constexpr uint8_t Outside = ptx::ControlFlow | ptx::Synchronizes | ptx::Memory;
  if (!Info || Info->Flags & Outside || dependsOnLane(I))
    return Uniformity::Never;
  return Uniformity::AsOperands;
}

} // namespace argus::ptxpasses
