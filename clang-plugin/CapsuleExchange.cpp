//===- CapsuleExchange.cpp - capsules on their way to the host compile ------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CapsuleExchange.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/xxhash.h"
#include <csignal>
#include <unistd.h>

using namespace llvm;

namespace argus {

static constexpr StringLiteral Prefix = "argus-capsule-";

static std::string directory() {
  SmallString<128> Path;
  sys::path::system_temp_directory(/*ErasedOnReboot=*/true, Path);
  return Path.str().str();
}

/// "argus-capsule-<driver's pid>-<translation unit>-"
static std::string stem(const TranslationUnitKey &Key) {
  return formatv("{0}{1}-{2:x-16}-", Prefix, getppid(),
                 xxh3_64bits(Key.Cuid + '\0' + Key.MainFile))
      .str();
}

/// A host compile that never came (--cuda-device-only, an error) leaves its capsules
/// behind. They are of no use once the driver is gone.
static void removeIfStale(StringRef Path) {
  StringRef Rest = sys::path::filename(Path);
  pid_t Driver;
  if (Rest.consume_front(Prefix) && !Rest.consumeInteger(10, Driver) &&
      Rest.starts_with("-") && kill(Driver, 0) == -1 && errno == ESRCH)
    sys::fs::remove(Path);
}

static std::vector<std::string> filesOf(StringRef Stem) {
  std::vector<std::string> Files;
  std::error_code EC;
  for (sys::fs::directory_iterator It(directory(), EC), End; !EC && It != End;
       It.increment(EC)) {
    StringRef Name = sys::path::filename(It->path());
    if (Name.starts_with(Stem) && !Name.ends_with(".tmp"))
      Files.push_back(It->path());
    else if (Name.starts_with(Prefix))
      removeIfStale(It->path());
  }
  llvm::sort(Files);
  return Files;
}

Error leaveCapsule(const TranslationUnitKey &Key, const Capsule &C) {
  SmallString<128> Path(directory());
  sys::path::append(Path, stem(Key) + C.Arch);
  // Whoever reads the file sees all of it or nothing.
  return writeToOutput(Path, [&](raw_ostream &Out) {
    Out << serializeCapsule(C);
    return Error::success();
  });
}

Expected<std::vector<Capsule>> takeCapsules(const TranslationUnitKey &Key) {
  std::vector<Capsule> Capsules;
  for (const std::string &File : filesOf(stem(Key))) {
    ErrorOr<std::unique_ptr<MemoryBuffer>> Buffer = MemoryBuffer::getFile(File);
    if (!Buffer)
      return createStringError(Buffer.getError(), "cannot read the capsule %s",
                               File.c_str());
    Expected<Capsule> C = parseCapsule((*Buffer)->getBuffer());
    sys::fs::remove(File);
    if (!C)
      return C.takeError();
    Capsules.push_back(std::move(*C));
  }
  return Capsules;
}

} // namespace argus
