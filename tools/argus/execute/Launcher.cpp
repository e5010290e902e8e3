//===- Launcher.cpp - commands that a launcher starts ---------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "execute/Launcher.h"

#include "support/Files.h"
#include "support/Text.h"

namespace argus {

std::vector<std::string> launchedCommand(const std::vector<std::string> &Launcher,
                                         const std::vector<std::string> &Command) {
  std::vector<std::string> Words = Launcher;
  if (!Launcher.empty() && fs::path(Launcher.front()).filename() == "ssh")
    Words.push_back(shellQuote(Command));
  else
    Words.insert(Words.end(), Command.begin(), Command.end());
  return Words;
}

} // namespace argus
