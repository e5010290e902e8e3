//===- Launcher.h - commands that a launcher starts ---------------*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_TOOL_EXECUTE_LAUNCHER_H
#define ARGUS_TOOL_EXECUTE_LAUNCHER_H

#include <string>
#include <vector>

namespace argus {

/// The command with the launcher's words in front; the command itself without any. ssh
/// hands what it is given to a shell of the other machine, so for it the command is
/// one quoted word.
std::vector<std::string> launchedCommand(const std::vector<std::string> &Launcher,
                                         const std::vector<std::string> &Command);

} // namespace argus

#endif // ARGUS_TOOL_EXECUTE_LAUNCHER_H
