//===- Store.h - what was made stays, and is made once ------------*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_TOOL_STORE_STORE_H
#define ARGUS_TOOL_STORE_STORE_H

#include "store/Index.h"
#include "store/ScratchSpace.h"

#include <memory>
#include <mutex>
#include <set>

namespace argus {

/// Something wrong with an artifact's file.
struct Damage {
  std::string Key, Task;
  std::string File;   ///< as the task named it
  std::string Digest; ///< of the content that it should have
  std::string What;   ///< "PATH: is missing"
};

struct Verification {
  size_t Artifacts = 0, Blobs = 0;
  uint64_t Bytes = 0;          ///< that were read
  std::vector<Damage> Damaged; ///< in the order of the artifacts
  /// Blobs of no artifact: of no harm, gc removes them.
  size_t Orphans = 0;
  uint64_t OrphanBytes = 0;
};

struct Collection {
  bool DryRun = false;
  std::optional<size_t> Keep; ///< how many of the latest runs; all where absent
};

/// What a garbage collection removed, or would.
struct Collected {
  std::vector<std::string> Runs;
  size_t Artifacts = 0, Blobs = 0;
  size_t Unfinished = 0; ///< directories of processes that are gone
  bool Variants = false; ///< those of versions without an index
  uint64_t Bytes = 0;    ///< of all these
};

/// One that is there, with or without an artifact.
struct BlobFile {
  fs::path Path;
  std::string Digest; ///< by its name
  uint64_t Bytes = 0;
};

/// A directory of artifacts: <store>/index.sqlite tells what there is, <store>/blobs
/// has the contents, <store>/runs a directory for each run that is to be kept. Several
/// threads may use one object, several processes one directory.
class Store {
public:
  /// Create makes a store where there is none.
  using Access = Database::Access;
  /// Throws Failure(BadUsage) with path and remedy where there is no store, or one that
  /// is damaged, of a newer format, or cannot be written.
  explicit Store(const fs::path &Directory, Access How = Access::Create);

  /// The artifact, if it is complete. From then on `Run` keeps it; an empty name stands
  /// for this object. What lacks a blob is forgotten, so that its task runs again.
  std::optional<Artifact> find(const std::string &Key, const std::string &Run);

  /// Takes all files below `Made`, which is in a scratch() directory and gone
  /// afterwards, and fills in Digest and Files, and Time and Host where they are not
  /// set. Where another process was faster, its complete artifact stays and is
  /// returned. `Faster` is set then. `Run` keeps it.
  Artifact add(Artifact What, const fs::path &Made, const std::string &Run,
               bool *Faster = nullptr);

  /// From now on gc leaves the run alone as long as this object lives, even if it has
  /// no directory. find and add do so, too.
  void claim(const std::string &Run);

  fs::path blob(const StoredFile &File) const;
  /// Makes `Directory` and in it a relative symbolic link for each file.
  void show(const Artifact &A, const fs::path &Directory) const;
  /// A new directory of this object alone, for files that `add` takes.
  fs::path scratch(std::string_view Prefix);
  /// Where a run that is to be kept has a directory with its name.
  fs::path runs() const { return Root / "runs"; }

  /// In the order in which they were added.
  std::vector<Artifact> all();
  /// Those whose keys begin with it.
  std::vector<Artifact> withPrefix(const std::string &Prefix);
  /// Those that this task has made.
  std::vector<Artifact> ofTask(const std::string &Task);
  /// Whether the artifact is there and complete.
  bool contains(const std::string &Key);
  /// The runs that keep each artifact, by its key. Runs that are gone keep nothing.
  std::map<std::string, std::vector<std::string>> keepers();

  /// Reads all blobs. Throws Failure(BadUsage) where the index itself is damaged.
  Verification verify();
  /// Forgets the damaged artifacts; how many.
  size_t repair(const Verification &Found);
  /// Removes what no kept run needs, itself or as an input of what it needs. A run is
  /// kept as long as it has a directory or one of its processes lives.
  Collected gc(const Collection &How);

private:
  Index openIndex(Access How) const;
  fs::path tmp() const { return Root / "tmp"; }
  fs::path blobs() const { return Root / "blobs"; }
  bool isComplete(const Artifact &A) const;
  std::optional<Artifact> findComplete(const std::string &Key);
  std::string claimed(const std::string &Run);
  void take(const Artifact &A, const fs::path &Made) const;
  std::string problemOf(const StoredFile &File) const;

  bool isKept(const RunRow &Run) const;
  bool isAtWork(const RunRow &Run) const;
  std::vector<BlobFile> blobFiles() const;
  std::vector<std::string> outdatedRuns(size_t Keep);
  void moveRunsAway(const std::vector<std::string> &Names, const fs::path &To);
  size_t forgetUnneeded(const std::vector<std::string> &Outdated);
  void removeOrphans(Collected &Freed, bool DryRun);
  void removeVariants(Collected &Freed, bool DryRun);

  const fs::path Root;
  std::unique_ptr<ScratchSpace> Own; ///< none where it is only read
  Index Rows;
  mutable std::mutex Busy;
};

} // namespace argus

#endif // ARGUS_TOOL_STORE_STORE_H
