//===- Op.h - a decoded instruction -------------------------------*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A warp's register is a row of 32 lanes: 32 words of 32 bits for types of up to 32
// bits, 32 words of 64 bits for those of 64, two such rows (low, high) for b128, and
// one word with a bit a lane for a predicate. Constants are rows, too, so that no
// instruction has to ask what its operands are.
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_VIRTUAL_OP_H
#define ARGUS_VIRTUAL_OP_H

#include "argus/ptx/Module.h"

#include <cstdint>

namespace argus::vm {

constexpr unsigned WarpSize = 32;
constexpr uint32_t AllLanes = ~0u;

/// A row: its byte offset shifted left by one; bit 0: among the constants.
using Ref = uint32_t;
constexpr Ref NoRef = ~0u;

/// What arithmetic sees of a warp. No functions: it is compiled for several ISAs.
struct Lanes {
  uint8_t *Base[2] = {}; ///< the frame's registers, the function's constants
  uint32_t Mask = 0;     ///< lanes that execute, guard included
  uint32_t Carry = 0;    ///< CC.CF, a bit a lane
};

struct Op;
using ExecFn = void (*)(Lanes &, const Op &);

enum class Rounding : uint8_t { Nearest, Zero, Down, Up, NearestAway };

enum class Compare : uint8_t {
  Eq,
  Ne,
  Lt,
  Le,
  Gt,
  Ge,
  Equ,
  Neu,
  Ltu,
  Leu,
  Gtu,
  Geu,
  Num,
  Nan,
};
enum class Combine : uint8_t { None, And, Or, Xor };

enum class MarkerMode : uint8_t { Begin, End, Trip };

enum OpFlags : uint16_t {
  OpControl = 1, ///< decides itself where its lanes go on
  OpHelper = 2,  ///< prepares an operand of the instruction that follows; takes no time
  OpFtz = 4,
  OpSat = 8,
  OpMarker = 16, ///< a region marker: no instruction of the program
  OpRelu = 32,
  OpNan = 64,      ///< .NaN of min and max
  OpAbs = 128,     ///< .xorsign.abs
  OpMemory = 256,  ///< sets its own time
  OpReduces = 512, ///< bar.red: waits for a result
};

struct Op {
  ExecFn Fn = nullptr;
  /// The operation under Fn, where Fn only prepares it (rounding modes).
  ExecFn Inner = nullptr;
  const Ref *Refs = nullptr; ///< destinations, then sources
  const void *Extra = nullptr;
  uint64_t Imm = 0; ///< an offset, a target, a table: as the operation says
  Ref Guard = NoRef;
  uint32_t Instr = 0; ///< in Code::Places
  uint32_t Uses = 0;  ///< in Code::Scoreboard: UseCount read, then DefCount written
  uint16_t Flags = 0;
  uint8_t UseCount = 0, DefCount = 0;
  uint8_t RefCount = 0;
  uint8_t Lanes = 1; ///< of .v2, .v4, .x4
  uint8_t Cost = 0;  ///< a CostClass
  bool GuardNegated = false;
  Rounding Round = Rounding::Nearest;
  Compare Cmp = Compare::Eq;
  Combine Bool = Combine::None;
  uint8_t Mode = 0; ///< a sub-operation: shfl's mode, atom's operation, ...
  ptx::Space Where = ptx::Space::Reg;
  bool Generic = false;
  bool InFrame = false; ///< the address is relative to the frame's local memory
  bool Wide = false;    ///< a 64-bit address, or whatever the operation says
  uint8_t Bytes = 0;    ///< an element's size in memory
};

} // namespace argus::vm

#endif // ARGUS_VIRTUAL_OP_H
