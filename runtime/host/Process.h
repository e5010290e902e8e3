//===- Process.h - the process that the runtime lives in -------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_RUNTIME_PROCESS_H
#define ARGUS_RUNTIME_PROCESS_H

#include <string>
#include <vector>

namespace argus::rt {

std::string executablePath();
std::vector<std::string> commandLine();

/// For a directory that must be found after the program has gone to another one.
std::string absolutePath(const std::string &Path);

} // namespace argus::rt

#endif // ARGUS_RUNTIME_PROCESS_H
