//===- Index.h - the store's tables -------------------------------*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_TOOL_STORE_INDEX_H
#define ARGUS_TOOL_STORE_INDEX_H

#include "store/Artifact.h"
#include "store/Sqlite.h"

#include <optional>

namespace argus {

/// A run and the processes that have worked for it, by the names of their scratch
/// spaces.
struct RunRow {
  std::string Name;
  std::vector<std::string> Owners;
};

/// Rows of artifacts and runs; knows nothing of blobs and directories.
class Index {
public:
  /// Throws Failure(BadUsage) where the file is no index, is damaged or is of a newer
  /// format.
  Index(const fs::path &File, Database::Access How);
  /// Makes an empty index. The file must not exist.
  static void create(const fs::path &File);
  /// One that is in no file, and empty.
  Index();

  /// For transactions that hold for several calls.
  Database &database() { return Db; }

  bool has(const std::string &Key);
  std::optional<Artifact> read(const std::string &Key);
  std::vector<Artifact> readAll();
  std::vector<Artifact> readPrefix(const std::string &Prefix);
  std::vector<Artifact> readTask(const std::string &Task);
  /// Within a transaction.
  void insert(const Artifact &What);
  void remove(const std::string &Key);
  bool hasBlob(const std::string &Digest);

  /// From now on the run keeps the artifact. Within a transaction.
  void link(const std::string &Key, const std::string &Run);
  void claim(const std::string &Run, const std::string &Owner);
  std::vector<RunRow> runs();
  /// Names of the runs that keep each artifact for themselves, by its key.
  std::map<std::string, std::vector<std::string>> keepers();
  void removeRun(const std::string &Run);
  /// Removes what no run needs, itself or as an input of what it needs; how many.
  size_t removeUnneeded();

  /// Throws Failure(BadUsage) with what SQLite's own checks find wrong.
  void requireWhole();

private:
  std::vector<Artifact> select(const std::string &Where, const std::string &Low,
                               const std::string &High);
  void insertDetails(int64_t Id, const Artifact &What);
  void requireFormat();

  Database Db;
  std::string Name; ///< for messages
};

} // namespace argus

#endif // ARGUS_TOOL_STORE_INDEX_H
