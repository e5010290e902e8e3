//===- Cudart.cpp - how a program is linked with the CUDA runtime ---------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "build/Cudart.h"

#include "llvm/Object/ELFObjectFile.h"

namespace argus {

static bool hasDeviceCode(const llvm::object::ELF64LEObjectFile &File) {
  for (const llvm::object::SectionRef &Section : File.sections()) {
    auto Name = Section.getName();
    if (Name && *Name == ".nv_fatbin")
      return true;
    llvm::consumeError(Name.takeError());
  }
  return false;
}

/// DT_NEEDED by the section that has the names: executables keep their section table.
static bool needsSharedCudart(const llvm::object::ELF64LEObjectFile &File) {
  for (const llvm::object::SectionRef &Section : File.sections()) {
    auto Name = Section.getName();
    auto Contents = Section.getContents();
    const bool Names =
        Name && *Name == ".dynstr" && Contents && Contents->contains("libcudart.so.");
    llvm::consumeError(Name.takeError());
    llvm::consumeError(Contents.takeError());
    if (Names)
      return true;
  }
  return false;
}

bool hasStaticCudart(const std::string &Path) {
  auto Binary = llvm::object::createBinary(Path);
  if (!Binary) {
    llvm::consumeError(Binary.takeError());
    return false;
  }
  const auto *File =
      llvm::dyn_cast<llvm::object::ELF64LEObjectFile>(Binary->getBinary());
  return File && hasDeviceCode(*File) && !needsSharedCudart(*File);
}

} // namespace argus
