//===- Modes.cpp - sub-operations by modifier -----------------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Modes.h"

#include "Launch.h"

namespace argus::vm {

namespace {

/// Several modifiers of one instruction add up.
struct ModeRow {
  const char *Opcode, *Modifier;
  uint8_t Mode;
};

constexpr ModeRow Modes[] = {
    {"shfl", "up", 0},
    {"shfl", "down", 1},
    {"shfl", "bfly", 2},
    {"shfl", "idx", 3},
    {"vote", "any", 1},
    {"vote", "uni", 2},
    {"vote", "ballot", 3},
    {"redux", "min", 1},
    {"redux", "max", 2},
    {"redux", "and", 3},
    {"redux", "or", 4},
    {"redux", "xor", 5},
    {"atom", "min", 1},
    {"atom", "max", 2},
    {"atom", "inc", 3},
    {"atom", "dec", 4},
    {"atom", "and", 5},
    {"atom", "or", 6},
    {"atom", "xor", 7},
    {"atom", "exch", 8},
    {"atom", "cas", 9},
    {"red", "min", 1},
    {"red", "max", 2},
    {"red", "inc", 3},
    {"red", "dec", 4},
    {"red", "and", 5},
    {"red", "or", 6},
    {"red", "xor", 7},
    {"ld", "volatile", 1},
    {"ld", "relaxed", 1},
    {"ld", "acquire", 1},
    {"ld", "mmio", 1},
    {"bar", "and", 1},
    {"bar", "or", 2},
    {"bar", "warp", AnyPlace},
    {"barrier", "and", 1},
    {"barrier", "or", 2},
    {"barrier", "wait", 1},
    {"bmsk", "wrap", 1},
    {"szext", "wrap", 1},
    {"ldmatrix", "trans", 1},
    {"stmatrix", "trans", 1},
    {"mbarrier", "try_wait", 1},
    {"mbarrier", "parity", 2},
    {"mbarrier", "complete_tx", 1},
    {"cp", "noinc", 1},
};

} // namespace

uint8_t modeOf(const ptx::Instruction &I, const Variant &V) {
  if (I.Opcode == "cvt")
    return V.Integral;
  if (V.Carries)
    return 1;
  if (I.Opcode == "brkpt")
    return 1;
  if (I.Opcode == "mbarrier" && (I.has("arrive") || I.has("arrive_drop")))
    return uint8_t((I.has("arrive_drop") ? 2 : 0) + (I.has("expect_tx") ? 1 : 0));
  uint8_t Mode = 0;
  for (const ModeRow &Row : Modes)
    if (I.Opcode == Row.Opcode && I.has(Row.Modifier))
      Mode = uint8_t(Mode + Row.Mode);
  return Mode;
}

uint8_t lanesOf(const ptx::Instruction &I, const Variant &V) {
  if (I.Opcode == "ldmatrix" || I.Opcode == "stmatrix")
    return I.has("x4") ? 4 : I.has("x2") ? 2 : 1;
  return uint8_t(V.Lanes);
}

} // namespace argus::vm
