//===- Gc.cpp - removes from a store what no kept run needs ---------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "store/Store.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <unistd.h>

namespace argus {

namespace {

bool isHex(const std::string &Text) {
  return Text.find_first_not_of("0123456789abcdef") == std::string::npos;
}

/// Of a directory that may not exist.
std::vector<fs::path> entriesOf(const fs::path &Directory) {
  std::vector<fs::path> Entries;
  std::error_code Error;
  for (fs::directory_iterator At(Directory, Error), End; !Error && At != End;
       At.increment(Error))
    Entries.push_back(At->path());
  return Entries;
}

} // namespace

std::vector<BlobFile> Store::blobFiles() const {
  constexpr size_t Digits = 64; // SHA-256
  std::vector<BlobFile> Files;
  for (const fs::path &Directory : entriesOf(blobs()))
    for (fs::path &File : entriesOf(Directory)) {
      std::string Digest = Directory.filename().string() + File.filename().string();
      std::error_code Gone;
      const uintmax_t Bytes = fs::file_size(File, Gone);
      // What somebody else has put there is none of our business.
      if (!Gone && Digest.size() == Digits && isHex(Digest))
        Files.push_back({std::move(File), std::move(Digest), Bytes});
    }
  return Files;
}

/// All but the latest, by name, which begins with date and time. Those at work stay.
/// "20261201-095838-yKpC8b": begins with a date. What else somebody has put there is
/// none.
static bool isNameOfRun(const std::string &Name) {
  constexpr size_t Date = 8;
  return Name.size() > Date && Name[Date] == '-' &&
         std::all_of(Name.begin(), Name.begin() + Date,
                     [](char C) { return '0' <= C && C <= '9'; });
}

std::vector<std::string> Store::outdatedRuns(size_t Keep) {
  std::vector<std::string> Names;
  for (const fs::path &Run : entriesOf(runs()))
    if (isNameOfRun(Run.filename().string()) && fs::is_directory(Run))
      Names.push_back(Run.filename().string());
  std::sort(Names.rbegin(), Names.rend());
  Names.erase(Names.begin(),
              Names.begin() + static_cast<ptrdiff_t>(std::min(Keep, Names.size())));
  std::set<std::string> AtWork;
  for (const RunRow &Run : Rows.runs())
    if (isAtWork(Run))
      AtWork.insert(Run.Name);
  Names.erase(
      std::remove_if(Names.begin(), Names.end(),
                     [&](const std::string &Name) { return AtWork.count(Name) > 0; }),
      Names.end());
  return Names;
}

/// Within a transaction, so that nobody takes such a run up. They are moved away, and
/// removed when the index no longer knows them.
void Store::moveRunsAway(const std::vector<std::string> &Names, const fs::path &To) {
  createDirectories(To);
  for (const std::string &Name : Names)
    if (rename((runs() / Name).c_str(), (To / Name).c_str()) != 0)
      throw badUsage("cannot remove run " + errnoText(runs() / Name));
}

/// Rows alone; blobs follow when nobody can find them any more.
size_t Store::forgetUnneeded(const std::vector<std::string> &Outdated) {
  const std::set<std::string> Gone(Outdated.begin(), Outdated.end());
  for (const RunRow &Run : Rows.runs())
    if (Gone.count(Run.Name) || !isKept(Run))
      Rows.removeRun(Run.Name);
  return Rows.removeUnneeded();
}

void Store::removeOrphans(Collected &Freed, bool DryRun) {
  constexpr size_t Batch = 1000; // others wait meanwhile
  const std::vector<BlobFile> Files = blobFiles();
  for (size_t I = 0; I < Files.size();) {
    std::optional<Transaction> Held; // against artifacts that are being added
    if (!DryRun)
      Held.emplace(Rows.database());
    for (const size_t End = std::min(I + Batch, Files.size()); I < End; ++I) {
      if (Rows.hasBlob(Files[I].Digest))
        continue;
      ++Freed.Blobs;
      Freed.Bytes += Files[I].Bytes;
      if (!DryRun && unlink(Files[I].Path.c_str()) != 0 && errno != ENOENT)
        throw badUsage("cannot remove " + errnoText(Files[I].Path));
    }
  }
}

/// What needs no room in the index comes first: the disk may be full.
Collected Store::gc(const Collection &How) {
  const std::lock_guard<std::mutex> Guard(Busy);
  Collected Freed;
  const Abandoned Left = abandonedSpaces(tmp(), !How.DryRun);
  Freed.Unfinished = Left.Count;
  Freed.Bytes = Left.Bytes;
  removeVariants(Freed, How.DryRun);
  if (!How.DryRun)
    removeOrphans(Freed, false);
  {
    Transaction Change(Rows.database());
    if (How.Keep)
      Freed.Runs = outdatedRuns(*How.Keep);
    for (const std::string &Run : Freed.Runs)
      Freed.Bytes += bytesBelow(runs() / Run);
    Freed.Artifacts = forgetUnneeded(Freed.Runs);
    if (How.DryRun) {
      removeOrphans(Freed, true); // those of the rows that come back now, too
      return Freed;
    }
    moveRunsAway(Freed.Runs, Own->path() / "runs");
    Change.commit();
  }
  std::error_code Ignored; // it goes with the scratch space
  fs::remove_all(Own->path() / "runs", Ignored);
  removeOrphans(Freed, false);
  return Freed;
}

/// What versions without an index built.
void Store::removeVariants(Collected &Freed, bool DryRun) {
  const fs::path Variants = Root / "variants";
  std::error_code Error;
  if (!fs::is_directory(Variants, Error))
    return;
  Freed.Variants = true;
  Freed.Bytes += bytesBelow(Variants);
  if (!DryRun)
    fs::remove_all(Variants, Error);
  if (Error)
    throw badUsage("cannot remove " + Variants.string() + ": " + Error.message());
}

} // namespace argus
