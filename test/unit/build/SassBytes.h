//===- SassBytes.h - machine instructions for tests ---------------*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_TEST_UNIT_BUILD_SASSBYTES_H
#define ARGUS_TEST_UNIT_BUILD_SASSBYTES_H

#include <cstdint>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

/// As ptxas wrote them; low and high word.
namespace sass {
using Instruction = std::pair<uint64_t, uint64_t>;
constexpr Instruction Nop = {0x0000000000007918, 0x000fc00000000000};
constexpr Instruction Exit = {0x000000000000794d, 0x000fea0003800000};
/// A branch to itself, for sm_90 and before.
constexpr Instruction SelfBranch90 = {0xfffffffc00fc7947, 0x000fc0000383ffff};
constexpr Instruction SelfBranch80 = {0xfffffff000007947, 0x000fc0000383ffff};
/// A branch forward by 0x50.
constexpr Instruction Branch = {0x0000000000148947, 0x003fec0003800000};
/// Of sm_90, 0x70 behind its end, which is how nvdisasm reads it.
constexpr Instruction Call70 = {0x00000000001c7944, 0x000fea0003c00000};

inline Instruction call(int64_t Bytes) {
  const auto Field = static_cast<uint64_t>(Bytes / 4);
  return {0x7944 | (Field & 0xff) << 16 | Field >> 8 << 34,
          0x000fea0003c00000 | (Field >> 38 & 0x3ffff)};
}

inline std::string code(const std::vector<Instruction> &Instructions) {
  std::string Text;
  for (const auto &[Low, High] : Instructions)
    for (const uint64_t Word : {Low, High}) {
      char Bytes[8];
      std::memcpy(Bytes, &Word, sizeof Bytes);
      Text.append(Bytes, sizeof Bytes);
    }
  return Text;
}
} // namespace sass

#endif // ARGUS_TEST_UNIT_BUILD_SASSBYTES_H
