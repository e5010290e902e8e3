//===- Sass.cpp - the few machine instructions that Argus knows -----------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "build/Sass.h"

#include "build/Cubin.h"

#include <algorithm>
#include <cstring>

namespace argus {

namespace {
constexpr uint64_t OpcodeMask = 0xfff;
constexpr uint64_t Nop = 0x918, Branch = 0x947, CallRelative = 0x944;

int64_t signExtend(uint64_t Value, unsigned Bits) {
  const unsigned Shift = 64 - Bits;
  return static_cast<int64_t>(Value << Shift) >> Shift;
}
} // namespace

uint64_t SassCode::size() const { return Text.size() / InstructionBytes; }

uint64_t SassCode::word(uint64_t Index, unsigned Half) const {
  uint64_t Value = 0;
  std::memcpy(&Value, Text.data() + Index * InstructionBytes + size_t{8} * Half,
              sizeof Value);
  return Value;
}

bool SassCode::isNop(uint64_t Index) const {
  return (word(Index, 0) & OpcodeMask) == Nop;
}

/// From the end of the instruction: 48 bits at 34, times 4 (sm_80, sm_89); since sm_90
/// with 8 more low bits at 16.
std::vector<int64_t> SassCode::targets(uint64_t Index) const {
  const uint64_t Low = word(Index, 0), High = word(Index, 1);
  const uint64_t Upper = Low >> 34 | (High & 0x3ffff) << 30;
  const auto Next = static_cast<int64_t>((Index + 1) * InstructionBytes);
  return {Next + signExtend(Upper, 48) * 4,
          Next + signExtend(Upper << 8 | (Low >> 16 & 0xff), 56) * 4};
}

bool SassCode::isSelfBranch(uint64_t Index) const {
  if ((word(Index, 0) & OpcodeMask) != Branch)
    return false;
  const std::vector<int64_t> To = targets(Index);
  const auto Here = static_cast<int64_t>(Index * InstructionBytes);
  return std::find(To.begin(), To.end(), Here) != To.end();
}

uint64_t SassCode::paddingBegin() const {
  uint64_t At = size();
  while (At > 0 && isNop(At - 1))
    --At;
  if (At > 0 && isSelfBranch(At - 1))
    --At;
  return At;
}

std::vector<uint64_t> SassCode::callTargets(uint64_t Index) const {
  std::vector<uint64_t> Result;
  if ((word(Index, 0) & OpcodeMask) == CallRelative)
    for (const int64_t To : targets(Index))
      if (To >= 0 && static_cast<uint64_t>(To) < Text.size())
        Result.push_back(static_cast<uint64_t>(To));
  return Result;
}

} // namespace argus
