//===- Failure.h - why a command stops, and its exit code ---------*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_TOOL_SUPPORT_FAILURE_H
#define ARGUS_TOOL_SUPPORT_FAILURE_H

#include <string>
#include <utility>

namespace argus {

/// The exit codes of every subcommand.
enum class ExitCode : int {
  Done = 0,
  Unmeasured = 1,    ///< some signal could not be measured; the report says which
  BadUsage = 2,      ///< the command line, the query or an input file is wrong
  ProgramFailed = 3, ///< the user's program failed
  Internal = 4,      ///< a defect of Argus
};

/// Thrown where a command cannot go on; caught in main only. Without virtual functions,
/// so that files compiled without RTTI may throw it too.
struct Failure {
  ExitCode Code = ExitCode::Internal;
  std::string Message; ///< what is wrong and where
  std::string Remedy;  ///< the way out; may be empty

  Failure(ExitCode Code, std::string Message, std::string Remedy = {})
      : Code(Code), Message(std::move(Message)), Remedy(std::move(Remedy)) {}
};

inline Failure badUsage(std::string Message, std::string Remedy = {}) {
  return Failure(ExitCode::BadUsage, std::move(Message), std::move(Remedy));
}

} // namespace argus

#endif // ARGUS_TOOL_SUPPORT_FAILURE_H
