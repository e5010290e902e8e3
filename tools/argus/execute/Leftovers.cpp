//===- Leftovers.cpp - files that must not outlive a failed call ----------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "execute/Leftovers.h"

#include "execute/Interrupts.h"
#include "support/Files.h"

#include <atomic>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <fcntl.h>
#include <mutex>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace argus {

namespace {

struct Leftover {
  std::atomic<char *> Path = nullptr; ///< null: the slot is free
  bool Tree = false;                  ///< a directory with all that is in it
  bool Existed = false;               ///< as a file, with what follows
  ino_t Inode = 0;
  timespec Changed = {};
};

Leftover Leftovers[256];
constexpr size_t NoSlot = std::size(Leftovers); // ends in scope only

/// As the kernel writes it for getdents64.
struct DirectoryEntry {
  uint64_t Inode;
  int64_t Offset;
  unsigned short Length;
  unsigned char Type;
  char Name[1];
};

bool isDots(const char *Name) {
  return std::strcmp(Name, ".") == 0 || std::strcmp(Name, "..") == 0;
}

void removeEntry(int Parent, const char *Name);

void removeEntries(int Directory) {
  alignas(DirectoryEntry) char Buffer[4096];
  lseek(Directory, 0, SEEK_SET);
  while (true) {
    const long Got = syscall(SYS_getdents64, Directory, Buffer, sizeof Buffer);
    if (Got <= 0)
      return;
    for (long At = 0; At < Got;) {
      const auto *Entry = reinterpret_cast<const DirectoryEntry *>(Buffer + At);
      const char *Name = Buffer + At + offsetof(DirectoryEntry, Name);
      if (!isDots(Name))
        removeEntry(Directory, Name);
      At += Entry->Length;
    }
  }
}

void removeEntry(int Parent, const char *Name) {
  constexpr timespec Pause = {0, 10000000};
  if (unlinkat(Parent, Name, 0) == 0)
    return;
  const int Directory =
      openat(Parent, Name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (Directory < 0)
    return;
  // What was killed may still be at work on its last file.
  for (int I = 0; I < 100; ++I) {
    removeEntries(Directory);
    if (unlinkat(Parent, Name, AT_REMOVEDIR) == 0)
      break;
    nanosleep(&Pause, nullptr);
  }
  close(Directory);
}

bool isUntouched(const Leftover &File, const struct stat &Now) {
  return File.Existed && File.Inode == Now.st_ino &&
         File.Changed.tv_sec == Now.st_ctim.tv_sec &&
         File.Changed.tv_nsec == Now.st_ctim.tv_nsec;
}

/// In a signal handler, too: nothing but system calls.
void removeFrom(const Leftover &Slot) {
  const char *Path = Slot.Path;
  struct stat Now;
  if (!Path)
    return;
  if (Slot.Tree)
    removeEntry(AT_FDCWD, Path);
  else if (lstat(Path, &Now) == 0 && S_ISREG(Now.st_mode) && !isUntouched(Slot, Now))
    unlink(Path);
}

size_t enter(const std::string &Path, bool Tree) {
  static std::mutex Entering; // of threads; signal handlers only read
  const std::lock_guard Lock(Entering);
  for (size_t I = 0; I < NoSlot; ++I) {
    Leftover &Slot = Leftovers[I];
    if (Slot.Path)
      continue;
    struct stat Before;
    Slot.Tree = Tree;
    Slot.Existed = lstat(Path.c_str(), &Before) == 0;
    Slot.Inode = Slot.Existed ? Before.st_ino : 0;
    Slot.Changed = Slot.Existed ? Before.st_ctim : timespec{};
    Slot.Path = strdup(Path.c_str());
    return I;
  }
  return NoSlot;
}

void leave(size_t Slot) {
  if (Slot != NoSlot)
    std::free(Leftovers[Slot].Path.exchange(nullptr));
}

} // namespace

void removeLeftovers() {
  for (const Leftover &Slot : Leftovers)
    removeFrom(Slot);
}

ScratchDirectory::ScratchDirectory(const std::string &Prefix) {
  const InterruptsHeld Held; // between its making and its entry
  Path = makeUniqueDirectory(temporaryDirectory(), Prefix).string();
  Slot = enter(fs::absolute(Path).string(), true);
}

void ScratchDirectory::remove() {
  if (Path.empty())
    return;
  std::error_code Ignored;
  fs::remove_all(Path, Ignored);
  leave(Slot);
  Path.clear();
}

UnfinishedFiles::~UnfinishedFiles() {
  for (const size_t Slot : Slots)
    if (Slot != NoSlot)
      removeFrom(Leftovers[Slot]);
  complete();
}

void UnfinishedFiles::add(const std::string &Path) {
  std::error_code Error;
  const std::string File = fs::weakly_canonical(Path, Error).string();
  const InterruptsHeld Held;
  Slots.push_back(enter(Path, false));
  if (!Error && File != Path) // some write to a link's file, some in the link's place
    Slots.push_back(enter(File, false));
}

void UnfinishedFiles::complete() {
  for (const size_t Slot : Slots)
    leave(Slot);
  Slots.clear();
}

} // namespace argus
