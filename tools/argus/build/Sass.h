//===- Sass.h - the few machine instructions that Argus knows ---*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_TOOL_BUILD_SASS_H
#define ARGUS_TOOL_BUILD_SASS_H

#include <cstdint>
#include <string_view>
#include <vector>

namespace argus {

/// Volta and later encode each instruction in 16 bytes. The low 12 bits are the opcode;
/// found by comparing nvdisasm's output for sm_80, sm_89 and sm_90a.
class SassCode {
public:
  explicit SassCode(std::string_view Text) : Text(Text) {}

  uint64_t size() const; ///< in instructions
  bool isNop(uint64_t Index) const;
  /// The branch to itself behind the last instruction that is executed.
  bool isSelfBranch(uint64_t Index) const;
  /// Where the padding at the end begins: that branch and no-operations.
  uint64_t paddingBegin() const;
  /// Offsets in bytes that a direct call may go to. The two encodings of offsets in use
  /// cannot be told apart by the instruction: one of them is the beginning of a
  /// function. Empty for any other instruction.
  std::vector<uint64_t> callTargets(uint64_t Index) const;

private:
  uint64_t word(uint64_t Index, unsigned Half) const;
  std::vector<int64_t> targets(uint64_t Index) const;

  std::string_view Text;
};

} // namespace argus

#endif // ARGUS_TOOL_BUILD_SASS_H
