//===- CubinLines.h - the line table of a cubin -------------------*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_TOOL_BUILD_CUBINLINES_H
#define ARGUS_TOOL_BUILD_CUBINLINES_H

#include <cstdint>
#include <string>
#include <vector>

namespace argus {

/// Addresses from Begin to End (not included) have one line.
struct LineRange {
  uint64_t Begin = 0;
  uint64_t End = 0;
  uint32_t Line = 0;
};

/// All tables of a relocated .debug_line section, in order; empty for no section.
std::vector<LineRange> readLineTable(const std::string &Section);

} // namespace argus

#endif // ARGUS_TOOL_BUILD_CUBINLINES_H
