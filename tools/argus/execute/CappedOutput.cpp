//===- CappedOutput.cpp - the begin and the end of long output ------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "execute/CappedOutput.h"

#include "support/Failure.h"
#include "support/Files.h"
#include "support/Text.h"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <unistd.h>

namespace argus {

CappedOutput::CappedOutput(const std::string &Path, uint64_t Limit)
    : Path(Path), Fd(open(Path.c_str(), O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0666)),
      Limit(std::max<uint64_t>(Limit, 2)), Half(this->Limit / 2) {
  if (Fd < 0)
    throw badUsage("cannot write " + errnoText(Path));
}

CappedOutput::~CappedOutput() { close(Fd); }

/// Behind the first half, the file is a ring.
void CappedOutput::add(std::string_view Bytes) {
  const uint64_t Ring = Limit - Half;
  while (!Bytes.empty() && Error.empty()) {
    const uint64_t InRing = Total < Half ? 0 : (Total - Half) % Ring;
    const uint64_t Room = Total < Half ? Half - Total : Ring - InRing;
    const std::string_view Now = Bytes.substr(0, Room);
    write(Now, Total < Half ? Total : Half + InRing);
    if (!Error.empty())
      break;
    Total += Now.size();
    Bytes.remove_prefix(Now.size());
  }
  Lost += Bytes.size();
}

void CappedOutput::write(std::string_view Bytes, uint64_t At) {
  while (!Bytes.empty()) {
    const ssize_t Done = pwrite(Fd, Bytes.data(), Bytes.size(), static_cast<off_t>(At));
    if (Done < 0 && errno == EINTR)
      continue;
    if (Done < 0) {
      Error = "cannot write " + errnoText(Path);
      return;
    }
    At += static_cast<uint64_t>(Done);
    Bytes.remove_prefix(static_cast<size_t>(Done));
  }
}

void CappedOutput::finish() {
  if (Total <= Limit)
    return;
  const uint64_t Ring = Limit - Half, Begin = (Total - Half) % Ring;
  std::string Last(Ring, '\0');
  size_t Got = 0;
  while (Got < Ring) {
    const ssize_t Read =
        pread(Fd, &Last[Got], Ring - Got, static_cast<off_t>(Half + Got));
    if (Read <= 0)
      break;
    Got += static_cast<size_t>(Read);
  }
  std::rotate(Last.begin(), Last.begin() + static_cast<std::ptrdiff_t>(Begin),
              Last.end());
  write("\n[argus: " + sizeText(Total - Limit) + " of output left out]\n" + Last, Half);
}

} // namespace argus
