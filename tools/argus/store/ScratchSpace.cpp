//===- ScratchSpace.cpp - a process's own place in the store --------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "store/ScratchSpace.h"

#include "support/Failure.h"

#include <cerrno>
#include <cstdlib>
#include <fcntl.h>
#include <set>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace argus {

namespace {

constexpr const char LockSuffix[] = ".lock";

fs::path lockOf(const fs::path &Tmp, const std::string &Name) {
  return Tmp / (Name + LockSuffix);
}

/// A lock that the space's own process would hold; -1 where it does, or who can tell.
int lockAbandoned(const fs::path &Lock) {
  const int Fd = open(Lock.c_str(), O_RDONLY | O_CLOEXEC);
  if (Fd < 0)
    return -1;
  if (flock(Fd, LOCK_SH | LOCK_NB) == 0)
    return Fd;
  close(Fd);
  return -1;
}

std::set<std::string> namesIn(const fs::path &Tmp) {
  std::set<std::string> Names;
  std::error_code Error;
  for (fs::directory_iterator At(Tmp, Error), End; !Error && At != End;
       At.increment(Error)) {
    std::string Name = At->path().filename().string();
    const size_t Suffix = Name.rfind(LockSuffix);
    if (Suffix != std::string::npos && Suffix + sizeof LockSuffix - 1 == Name.size())
      Name.resize(Suffix);
    Names.insert(std::move(Name));
  }
  return Names;
}

void addSpace(Abandoned &To, const fs::path &Directory, bool Remove) {
  ++To.Count;
  To.Bytes += bytesBelow(Directory);
  std::error_code Ignored; // the next collection finds it again
  if (Remove)
    fs::remove_all(Directory, Ignored);
}

} // namespace

ScratchSpace::ScratchSpace(const fs::path &Tmp) {
  createDirectories(Tmp);
  while (!lockFile(Tmp))
    ;
  Directory = File;
  Directory.replace_extension();
  std::error_code Error;
  fs::create_directory(Directory, Error);
  if (!Error)
    return;
  unlink(File.c_str());
  close(Lock);
  throw badUsage("cannot create directory " + Directory.string() + ": " +
                 Error.message());
}

/// False where somebody took the new file for an abandoned one before it was locked.
bool ScratchSpace::lockFile(const fs::path &Tmp) {
  std::string Name = (Tmp / ("XXXXXX" + std::string(LockSuffix))).string();
  Lock = mkostemps(Name.data(), sizeof LockSuffix - 1, O_CLOEXEC);
  if (Lock < 0)
    throw badUsage("the store is not writable: " + errnoText(Name),
                   "choose another directory with --store DIR");
  File = Name;
  fchmod(Lock, 0644); // others ask for the lock, too
  const bool IsLocked = flock(Lock, LOCK_EX | LOCK_NB) == 0;
  if (!IsLocked && errno != EWOULDBLOCK) {
    const Failure Unlockable =
        badUsage("cannot lock " + errnoText(File),
                 "choose a directory of a file system with locks with --store DIR");
    unlink(File.c_str());
    close(Lock);
    throw Unlockable;
  }
  struct stat Locked, Named;
  if (IsLocked && fstat(Lock, &Locked) == 0 && stat(File.c_str(), &Named) == 0 &&
      Locked.st_ino == Named.st_ino)
    return true;
  close(Lock);
  return false;
}

ScratchSpace::~ScratchSpace() {
  std::error_code Ignored;
  fs::remove_all(Directory, Ignored);
  unlink(File.c_str());
  close(Lock);
}

bool isInUse(const fs::path &Tmp, const std::string &Name) {
  const fs::path Lock = lockOf(Tmp, Name);
  std::error_code Error;
  if (Name.empty() || !fs::exists(Lock, Error))
    return false;
  const int Fd = lockAbandoned(Lock);
  if (Fd < 0)
    return fs::exists(Lock, Error); // or its process has just gone
  close(Fd);
  return false;
}

Abandoned abandonedSpaces(const fs::path &Tmp, bool Remove) {
  Abandoned Found;
  for (const std::string &Name : namesIn(Tmp)) {
    const fs::path Lock = lockOf(Tmp, Name);
    std::error_code Error;
    // The file is there before the directory and goes after it.
    if (!fs::exists(Lock, Error)) {
      if (fs::exists(Tmp / Name, Error))
        addSpace(Found, Tmp / Name, Remove);
      continue;
    }
    const int Fd = lockAbandoned(Lock);
    if (Fd < 0)
      continue;
    addSpace(Found, Tmp / Name, Remove);
    if (Remove)
      unlink(Lock.c_str());
    close(Fd);
  }
  return Found;
}

uint64_t bytesBelow(const fs::path &Directory) {
  uint64_t Sum = 0;
  std::error_code Error;
  for (fs::recursive_directory_iterator At(Directory, Error), End; !Error && At != End;
       At.increment(Error)) {
    std::error_code Gone;
    if (At->is_regular_file(Gone) && !At->is_symlink(Gone))
      Sum += At->file_size(Gone);
  }
  return Sum;
}

} // namespace argus
