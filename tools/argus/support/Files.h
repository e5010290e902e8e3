//===- Files.h - files whose failures say which and why -----------*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_TOOL_SUPPORT_FILES_H
#define ARGUS_TOOL_SUPPORT_FILES_H

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

namespace argus {

namespace fs = std::filesystem;

/// "PATH: No such file or directory", for the errno of the call that just failed.
std::string errnoText(const fs::path &Path);

/// Throw Failure(BadUsage) with the path and the system's reason.
std::string readFile(const fs::path &Path);
/// The same, piece by piece: of a file that may be larger than memory, or damaged.
void readPieces(const fs::path &Path,
                const std::function<void(std::string_view)> &Take);
void createDirectories(const fs::path &Path);
/// Proves that files can be made in `Directory`, which is created where needed.
/// `What` names it in the message: "the store".
void requireWritable(const fs::path &Directory, std::string_view What);
/// A reader sees the old content or the whole new one.
void writeFile(const fs::path &Path, std::string_view Content);

/// Where TMPDIR and its like say, or /tmp. Throws Failure(BadUsage) where that is no
/// directory.
fs::path temporaryDirectory();

/// A new directory that no other process uses; named after `Prefix`.
fs::path makeUniqueDirectory(const fs::path &Parent, std::string_view Prefix);

/// Removes the directory when it goes out of scope.
class TemporaryDirectory {
public:
  explicit TemporaryDirectory(fs::path Path) : Path(std::move(Path)) {}
  TemporaryDirectory(const TemporaryDirectory &) = delete;
  TemporaryDirectory &operator=(const TemporaryDirectory &) = delete;
  ~TemporaryDirectory();
  const fs::path &path() const { return Path; }
  /// Leaves it there: a message names files in it.
  void keep() { Kept = true; }

private:
  fs::path Path;
  bool Kept = false;
};

/// Read-only view of a file that may be larger than memory.
class MappedFile {
public:
  explicit MappedFile(const fs::path &Path);
  MappedFile(MappedFile &&Other) noexcept;
  MappedFile &operator=(MappedFile &&) = delete;
  ~MappedFile();
  std::string_view bytes() const { return {Data, Size}; }

private:
  const char *Data = nullptr;
  size_t Size = 0;
};

} // namespace argus

#endif // ARGUS_TOOL_SUPPORT_FILES_H
