//===- Verify.cpp - finds what is damaged in a store ----------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "store/Store.h"
#include "support/Digest.h"

#include <fmt/format.h>

namespace argus {

/// Empty where the blob has the content that it should have.
std::string Store::problemOf(const StoredFile &File) const {
  const fs::path Path = blob(File);
  std::error_code Error;
  if (!fs::exists(Path, Error))
    return Path.string() + ": is missing";
  try {
    const FileDigest Is = digestOfFile(Path);
    if (Is.Bytes != File.Bytes)
      return fmt::format("{}: has {} bytes instead of {}", Path.string(), Is.Bytes,
                         File.Bytes);
    return Is.Digest == File.Digest ? "" : Path.string() + ": has another content";
  } catch (const Failure &Unreadable) {
    return Unreadable.Message;
  }
}

Verification Store::verify() {
  const std::vector<Artifact> Artifacts = all();
  const std::lock_guard<std::mutex> Guard(Busy);
  Rows.requireWhole();
  Verification Found;
  Found.Artifacts = Artifacts.size();
  std::map<std::string, std::string> Problems; // by digest
  for (const Artifact &A : Artifacts)
    for (const StoredFile &File : A.Files) {
      const auto [At, IsNew] = Problems.try_emplace(File.Digest);
      if (IsNew) {
        At->second = problemOf(File);
        Found.Bytes += File.Bytes;
      }
      // What was forgotten meanwhile is nobody's.
      if (!At->second.empty() && Rows.has(A.Key))
        Found.Damaged.push_back({A.Key, A.Task, File.Name, File.Digest, At->second});
    }
  Found.Blobs = Problems.size();
  for (const BlobFile &Blob : blobFiles())
    if (!Problems.count(Blob.Digest) && !Rows.hasBlob(Blob.Digest)) {
      ++Found.Orphans;
      Found.OrphanBytes += Blob.Bytes;
    }
  return Found;
}

size_t Store::repair(const Verification &Found) {
  const std::lock_guard<std::mutex> Guard(Busy);
  std::set<std::string> Forgotten;
  Transaction Change(Rows.database());
  for (const Damage &D : Found.Damaged) {
    const std::optional<Artifact> Now = Rows.read(D.Key);
    if (!Now)
      continue;
    // Somebody may have made it again.
    for (const StoredFile &File : Now->Files)
      if (File.Digest == D.Digest && !problemOf(File).empty()) {
        Rows.remove(D.Key);
        Forgotten.insert(D.Key);
        break;
      }
  }
  Change.commit();
  return Forgotten.size();
}

} // namespace argus
