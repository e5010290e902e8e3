//===- DeviceLock.cpp - one measurement at a time on a GPU ----------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "execute/DeviceLock.h"

#include "support/Failure.h"
#include "support/Text.h"

#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <fcntl.h>
#include <fmt/format.h>
#include <fstream>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace argus {

DeviceLockPlaces deviceLockPlaces() {
  DeviceLockPlaces Places;
  if (const char *Directory = std::getenv("ARGUS_LOCK_DIR"); Directory && *Directory)
    Places.Directory = Directory;
  return Places;
}

FileLock &FileLock::operator=(FileLock &&Other) noexcept {
  std::swap(Fd, Other.Fd);
  return *this;
}

FileLock::~FileLock() {
  if (Fd >= 0)
    close(Fd);
}

/// What follows "NAME:" on a line of /proc/driver/nvidia/gpus/*/information.
static std::string field(const std::string &Line, const std::string &Name) {
  if (Line.rfind(Name + ":", 0) != 0)
    return "";
  const size_t Begin = Line.find_first_not_of(" \t", Name.size() + 1);
  return Begin == std::string::npos ? "" : Line.substr(Begin);
}

std::optional<fs::path> deviceNode(const std::string &Uuid,
                                   const DeviceLockPlaces &Places) {
  const fs::path Gpus = Places.Proc / "driver" / "nvidia" / "gpus";
  std::error_code Error;
  for (fs::directory_iterator At(Gpus, Error), End; !Error && At != End;
       At.increment(Error)) {
    std::ifstream File(At->path() / "information");
    std::string Line, Id, Minor;
    while (std::getline(File, Line)) {
      if (const std::string Value = field(Line, "GPU UUID"); !Value.empty())
        Id = Value;
      if (const std::string Value = field(Line, "Device Minor"); !Value.empty())
        Minor = Value;
    }
    if (Id == Uuid && parseNumber(Minor))
      return Places.Dev / ("nvidia" + Minor);
  }
  return std::nullopt;
}

namespace {

Failure unusable(const std::string &Reason) {
  return badUsage("cannot lock the GPU: " + Reason,
                  "name a directory that all who measure can write to in "
                  "ARGUS_LOCK_DIR");
}

/// An existing file is opened without O_CREAT, which the kernel refuses for other
/// users' files in a sticky directory (fs.protected_regular). A link could lead
/// anywhere.
int openLockFile(const fs::path &Path) {
  constexpr int Flags = O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK;
  while (true) {
    int Fd = open(Path.c_str(), O_RDWR | Flags);
    if (Fd < 0 && errno == EACCES)
      Fd = open(Path.c_str(), O_RDONLY | Flags); // enough to lock it
    if (Fd >= 0 || errno != ENOENT)
      return Fd;
    Fd = open(Path.c_str(), O_RDWR | O_CREAT | O_EXCL | Flags, 0666);
    if (Fd >= 0)
      fchmod(Fd, 0666); // whatever the mask
    if (Fd >= 0 || errno != EEXIST)
      return Fd;
  }
}

/// True where the file is still the one of that name: /tmp may have been cleaned.
bool isCurrent(int Fd, const fs::path &Path) {
  struct stat Ours, Named;
  return fstat(Fd, &Ours) == 0 && lstat(Path.c_str(), &Named) == 0 &&
         Ours.st_dev == Named.st_dev && Ours.st_ino == Named.st_ino;
}

/// False where another holds it.
bool tryLock(int Fd) { return flock(Fd, LOCK_EX | LOCK_NB) == 0; }

void lock(int Fd, const fs::path &Path) {
  while (flock(Fd, LOCK_EX) != 0)
    if (errno != EINTR)
      throw unusable(errnoText(Path));
}

/// Who holds a lock says so in its file.
void writeHolder(int Fd) {
  const std::string Text = fmt::format("{} {}\n", getpid(), std::time(nullptr));
  if (ftruncate(Fd, 0) == 0)
    (void)!pwrite(Fd, Text.data(), Text.size(), 0);
}

std::string holderText(int Fd) {
  char Buffer[64] = {};
  long Pid = 0, Since = 0;
  const ssize_t Got = pread(Fd, Buffer, sizeof Buffer - 1, 0);
  if (Got <= 0 || std::sscanf(Buffer, "%ld %ld", &Pid, &Since) != 2)
    return "another process";
  return fmt::format("process {}, which has it for {} s", Pid,
                     std::max(0L, static_cast<long>(std::time(nullptr)) - Since));
}

} // namespace

DeviceLock::DeviceLock(const std::string &Uuid, const DeviceLockPlaces &Places,
                       const Tell &Waiting) {
  const auto Begin = std::chrono::steady_clock::now();
  if (Uuid.empty() || Uuid.find('/') != std::string::npos)
    throw unusable("'" + Uuid + "' is no UUID");
  lockFile(Places.Directory / ("argus-gpu-" + Uuid + ".lock"), Uuid, Waiting);
  if (const auto Path = deviceNode(Uuid, Places))
    lockNode(*Path, Uuid, Waiting);
  Waited =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - Begin).count();
}

void DeviceLock::lockFile(const fs::path &Path, const std::string &Uuid,
                          const Tell &Waiting) {
  bool Told = false;
  while (true) {
    FileLock Opened(openLockFile(Path));
    struct stat Status;
    if (Opened.fd() < 0 || fstat(Opened.fd(), &Status) != 0)
      throw unusable(errnoText(Path));
    if (!S_ISREG(Status.st_mode))
      throw unusable(Path.string() + ": not a regular file");
    if (!tryLock(Opened.fd())) {
      if (!std::exchange(Told, true) && Waiting)
        Waiting("waiting for GPU " + Uuid + ": " + holderText(Opened.fd()));
      lock(Opened.fd(), Path);
    }
    if (!isCurrent(Opened.fd(), Path))
      continue;
    writeHolder(Opened.fd());
    File = std::move(Opened);
    return;
  }
}

/// Where the node is not there or not ours to open, the file alone has to do.
void DeviceLock::lockNode(const fs::path &Path, const std::string &Uuid,
                          const Tell &Waiting) {
  FileLock Opened(open(Path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (Opened.fd() < 0)
    return;
  if (!tryLock(Opened.fd())) {
    if (errno != EWOULDBLOCK)
      return;
    if (Waiting)
      Waiting("waiting for GPU " + Uuid +
              ": a process of another container or user has " + Path.string());
    lock(Opened.fd(), Path);
  }
  Node = std::move(Opened);
}

} // namespace argus
