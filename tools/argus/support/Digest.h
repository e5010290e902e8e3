//===- Digest.h - what tells contents apart -----------------------*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_TOOL_SUPPORT_DIGEST_H
#define ARGUS_TOOL_SUPPORT_DIGEST_H

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace argus {

/// SHA-256 as hex digits.
std::string digestOf(std::string_view Bytes);

struct FileDigest {
  std::string Digest;
  uint64_t Bytes = 0;
};
/// The file may be larger than memory. Throws Failure(BadUsage) where it cannot be read
/// to its end.
FileDigest digestOfFile(const std::filesystem::path &Path);

} // namespace argus

#endif // ARGUS_TOOL_SUPPORT_DIGEST_H
