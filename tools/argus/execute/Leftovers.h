//===- Leftovers.h - files that must not outlive a failed call --*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_TOOL_EXECUTE_LEFTOVERS_H
#define ARGUS_TOOL_EXECUTE_LEFTOVERS_H

#include <cstddef>
#include <string>
#include <vector>

namespace argus {

/// A directory of this process alone, with a name after `Prefix`. It is removed when it
/// goes out of scope, and by a signal that ends Argus (execute/Interrupts.h).
class ScratchDirectory {
public:
  /// In the directory for temporary files. Throws Failure(BadUsage).
  explicit ScratchDirectory(const std::string &Prefix);
  ScratchDirectory(const ScratchDirectory &) = delete;
  ScratchDirectory &operator=(const ScratchDirectory &) = delete;
  ~ScratchDirectory() { remove(); }
  const std::string &path() const { return Path; }
  /// Now: this process is about to become another program.
  void remove();

private:
  std::string Path;
  size_t Slot;
};

/// Files that are removed when it goes out of scope, or by a signal that ends Argus,
/// unless they are complete.
class UnfinishedFiles {
public:
  UnfinishedFiles() = default;
  UnfinishedFiles(const UnfinishedFiles &) = delete;
  UnfinishedFiles &operator=(const UnfinishedFiles &) = delete;
  ~UnfinishedFiles();
  /// Will be written from now on. What is no regular file (/dev/null) is never removed,
  /// nor a file of before that nobody has written to. A link stands for its file.
  void add(const std::string &Path);
  void complete();

private:
  std::vector<size_t> Slots;
};

/// For signal handlers: removes all of both kinds by system calls alone.
void removeLeftovers();

} // namespace argus

#endif // ARGUS_TOOL_EXECUTE_LEFTOVERS_H
