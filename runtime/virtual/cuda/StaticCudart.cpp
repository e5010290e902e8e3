//===- StaticCudart.cpp - programs that this device is not asked by --------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A program with the static CUDA runtime finds no driver and says nothing of the
// virtual device. Whoever starts it directly is told by `argus`; behind a script or a
// launcher, this library is the first to see it.
//
//===----------------------------------------------------------------------===//

#include "StaticCudart.h"

#include "Elf.h"
#include "Modules.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace argus::vcuda {

bool hasStaticCudart(std::string_view Elf) {
  const ElfSections Sections(Elf);
  const auto Strings = Sections.find(".dynstr");
  // Who takes the runtime from a library imports this function from it.
  return Sections.find(".nvFatBinSegment") &&
         !(Strings && Sections.contents(*Strings).find("__cudaRegisterFatBinary") !=
                          std::string_view::npos);
}

namespace {

__attribute__((constructor)) void warn() {
  const int File = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
  struct stat Status = {};
  if (File < 0)
    return;
  if (fstat(File, &Status) == 0 && Status.st_size > 0) {
    const auto Size = size_t(Status.st_size);
    void *Bytes = mmap(nullptr, Size, PROT_READ, MAP_PRIVATE, File, 0);
    if (Bytes != MAP_FAILED) {
      if (hasStaticCudart({static_cast<const char *>(Bytes), Size}))
        report("this program is linked with the static CUDA runtime, which the virtual "
               "device cannot take the place of: its CUDA calls fail; link with 'nvcc "
               "-cudart shared', '-lcudart' or 'argus clang++'");
      munmap(Bytes, Size);
    }
  }
  close(File);
}

} // namespace

} // namespace argus::vcuda
