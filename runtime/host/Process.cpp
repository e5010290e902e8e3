//===- Process.cpp - the process that the runtime lives in -----------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Process.h"

#include <climits>
#include <cstdlib>
#include <fcntl.h>
#include <unistd.h>

namespace argus::rt {

std::string executablePath() {
  char Path[PATH_MAX];
  return realpath("/proc/self/exe", Path) ? Path : "/proc/self/exe";
}

std::string absolutePath(const std::string &Path) {
  char Absolute[PATH_MAX];
  return realpath(Path.c_str(), Absolute) ? Absolute : Path;
}

std::vector<std::string> commandLine() {
  std::vector<std::string> Arguments;
  const int File = open("/proc/self/cmdline", O_RDONLY | O_CLOEXEC);
  if (File < 0)
    return Arguments;
  std::string Text;
  char Piece[4096];
  for (ssize_t Size; (Size = read(File, Piece, sizeof(Piece))) > 0;)
    Text.append(Piece, size_t(Size));
  close(File);
  for (size_t Begin = 0, End; (End = Text.find('\0', Begin)) != Text.npos;
       Begin = End + 1)
    Arguments.push_back(Text.substr(Begin, End - Begin));
  return Arguments;
}

} // namespace argus::rt
