//===- Files.cpp - files whose failures say which and why -----------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "support/Files.h"

#include "support/Failure.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace argus {

std::string errnoText(const fs::path &Path) {
  const int Error = errno;
  return Path.string() + ": " + std::strerror(Error);
}

namespace {

/// Closes the descriptor when it goes out of scope.
class Descriptor {
public:
  explicit Descriptor(int Fd) : Fd(Fd) {}
  Descriptor(const Descriptor &) = delete;
  Descriptor &operator=(const Descriptor &) = delete;
  ~Descriptor() {
    if (Fd >= 0)
      close(Fd);
  }
  int get() const { return Fd; }

private:
  int Fd;
};

void writeAll(int Fd, std::string_view Content, const fs::path &Path) {
  while (!Content.empty()) {
    const ssize_t Written = write(Fd, Content.data(), Content.size());
    if (Written < 0 && errno == EINTR)
      continue;
    if (Written < 0)
      throw badUsage("cannot write " + errnoText(Path));
    Content.remove_prefix(static_cast<size_t>(Written));
  }
}

/// Asked for once: that takes changing it, which other threads would see.
mode_t creationMask() {
  static const mode_t Mask = [] {
    const mode_t Was = umask(0);
    umask(Was);
    return Was;
  }();
  return Mask;
}

} // namespace

void readPieces(const fs::path &Path,
                const std::function<void(std::string_view)> &Take) {
  const Descriptor File(open(Path.c_str(), O_RDONLY | O_CLOEXEC));
  if (File.get() < 0)
    throw badUsage("cannot read " + errnoText(Path));
  char Buffer[1 << 16];
  while (true) {
    const ssize_t Got = read(File.get(), Buffer, sizeof Buffer);
    if (Got < 0 && errno == EINTR)
      continue;
    if (Got < 0)
      throw badUsage("cannot read " + errnoText(Path));
    if (Got == 0)
      return;
    Take({Buffer, static_cast<size_t>(Got)});
  }
}

std::string readFile(const fs::path &Path) {
  std::string Content;
  readPieces(Path, [&](std::string_view Piece) { Content.append(Piece); });
  return Content;
}

void createDirectories(const fs::path &Path) {
  std::error_code Error;
  fs::create_directories(Path, Error);
  if (Error)
    throw badUsage("cannot create directory " + Path.string() + ": " + Error.message());
}

void requireWritable(const fs::path &Directory, std::string_view What) {
  std::error_code Error;
  fs::create_directories(Directory, Error);
  std::string Reason = Error ? Error.message() : "";
  if (!Error) {
    std::string Probe = (Directory / ".probe-XXXXXX").string();
    const Descriptor File(mkstemp(Probe.data()));
    if (File.get() >= 0) {
      unlink(Probe.c_str());
      return;
    }
    Reason = std::strerror(errno);
  }
  throw badUsage(std::string(What) + " is not writable: " + Directory.string() + ": " +
                     Reason,
                 "choose another directory with --store DIR or --out DIR");
}

void writeFile(const fs::path &Path, std::string_view Content) {
  std::string Temporary = Path.string() + ".XXXXXX";
  {
    const Descriptor File(mkostemp(Temporary.data(), O_CLOEXEC));
    if (File.get() < 0)
      throw badUsage("cannot create " + errnoText(Path));
    // mkstemp makes files that only the owner can read; these are ordinary output.
    fchmod(File.get(), 0666 & ~creationMask());
    writeAll(File.get(), Content, Temporary);
  }
  if (rename(Temporary.c_str(), Path.c_str()) != 0) {
    const std::string Text = errnoText(Path);
    unlink(Temporary.c_str());
    throw badUsage("cannot create " + Text);
  }
}

fs::path temporaryDirectory() {
  std::error_code Error;
  fs::path Result = fs::temp_directory_path(Error);
  if (!Error)
    return Result;
  for (const char *Name : {"TMPDIR", "TMP", "TEMP", "TEMPDIR"})
    if (const char *Value = std::getenv(Name))
      throw badUsage(std::string(Name) + " names '" + Value +
                         "', which is no directory for temporary files",
                     std::string("name one that exists, or unset ") + Name);
  throw badUsage("there is no directory /tmp",
                 "name one for temporary files in TMPDIR");
}

fs::path makeUniqueDirectory(const fs::path &Parent, std::string_view Prefix) {
  createDirectories(Parent);
  std::string Name = (Parent / (std::string(Prefix) + "XXXXXX")).string();
  if (!mkdtemp(Name.data()))
    throw badUsage("cannot create directory " + errnoText(Name));
  chmod(Name.c_str(), 0777 & ~creationMask());
  return Name;
}

TemporaryDirectory::~TemporaryDirectory() {
  if (Kept)
    return;
  std::error_code Ignored;
  fs::remove_all(Path, Ignored);
}

MappedFile::MappedFile(const fs::path &Path) {
  const Descriptor File(open(Path.c_str(), O_RDONLY | O_CLOEXEC));
  struct stat Status;
  if (File.get() < 0 || fstat(File.get(), &Status) != 0)
    throw badUsage("cannot read " + errnoText(Path));
  Size = static_cast<size_t>(Status.st_size);
  if (Size == 0) // mmap refuses empty files
    return;
  void *Address = mmap(nullptr, Size, PROT_READ, MAP_PRIVATE, File.get(), 0);
  if (Address == MAP_FAILED)
    throw badUsage("cannot map " + errnoText(Path));
  Data = static_cast<const char *>(Address);
}

MappedFile::MappedFile(MappedFile &&Other) noexcept
    : Data(Other.Data), Size(Other.Size) {
  Other.Data = nullptr;
  Other.Size = 0;
}

MappedFile::~MappedFile() {
  if (Data)
    munmap(const_cast<char *>(Data), Size);
}

} // namespace argus
