//===- CappedOutput.h - the begin and the end of long output ----*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_TOOL_EXECUTE_CAPPEDOUTPUT_H
#define ARGUS_TOOL_EXECUTE_CAPPEDOUTPUT_H

#include <cstdint>
#include <string>
#include <string_view>

namespace argus {

/// A file that gets what a program writes, of which it keeps the first and the last
/// half of a limit. What the file system has no room for is counted, and nothing waits.
class CappedOutput {
public:
  /// Throws Failure(BadUsage) where the file cannot be made.
  CappedOutput(const std::string &Path, uint64_t Limit);
  CappedOutput(const CappedOutput &) = delete;
  CappedOutput &operator=(const CappedOutput &) = delete;
  ~CappedOutput();

  void add(std::string_view Bytes);
  /// Puts a note where bytes are missing, and the last half behind it.
  void finish();

  uint64_t dropped() const { return Lost + (Total > Limit ? Total - Limit : 0); }
  /// Why not all was written; empty: it was.
  const std::string &error() const { return Error; }

private:
  void write(std::string_view Bytes, uint64_t At);

  std::string Path, Error;
  int Fd;
  const uint64_t Limit, Half;
  uint64_t Total = 0; ///< of the bytes that were not lost
  uint64_t Lost = 0;  ///< there was no room for them
};

} // namespace argus

#endif // ARGUS_TOOL_EXECUTE_CAPPEDOUTPUT_H
