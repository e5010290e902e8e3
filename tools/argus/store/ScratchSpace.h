//===- ScratchSpace.h - a process's own place in the store --------*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_TOOL_STORE_SCRATCHSPACE_H
#define ARGUS_TOOL_STORE_SCRATCHSPACE_H

#include "support/Files.h"

#include <cstdint>
#include <string>

namespace argus {

/// The directory <tmp>/NAME, and beside it the file NAME.lock, which is locked as long
/// as the process lives, however it ends. The lock holds between containers too, whose
/// process numbers say nothing to each other.
class ScratchSpace {
public:
  /// Throws Failure(BadUsage).
  explicit ScratchSpace(const fs::path &Tmp);
  ScratchSpace(const ScratchSpace &) = delete;
  ScratchSpace &operator=(const ScratchSpace &) = delete;
  ~ScratchSpace();
  std::string name() const { return Directory.filename().string(); }
  const fs::path &path() const { return Directory; }

private:
  bool lockFile(const fs::path &Tmp);

  fs::path Directory, File;
  int Lock = -1;
};

/// Whether the process that made the space is still there.
bool isInUse(const fs::path &Tmp, const std::string &Name);

struct Abandoned {
  size_t Count = 0;
  uint64_t Bytes = 0;
};
/// What processes that are gone have left in `Tmp`; removed if `Remove`.
Abandoned abandonedSpaces(const fs::path &Tmp, bool Remove);

/// All that a directory holds.
uint64_t bytesBelow(const fs::path &Directory);

} // namespace argus

#endif // ARGUS_TOOL_STORE_SCRATCHSPACE_H
