//===- Status.h - what argus is doing -----------------------------*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_TOOL_SUPPORT_STATUS_H
#define ARGUS_TOOL_SUPPORT_STATUS_H

#include <cstdio>
#include <string>

namespace argus {

/// What Argus says while it works.
enum class Verbosity {
  Quiet,   ///< errors and the report
  Normal,  ///< what it is doing
  Verbose, ///< each step with its begin, end and command
};

/// One line on stderr; stdout belongs to the program and the report.
inline void status(const std::string &Text) {
  std::fprintf(stderr, "argus: %s\n", Text.c_str());
}

} // namespace argus

#endif // ARGUS_TOOL_SUPPORT_STATUS_H
