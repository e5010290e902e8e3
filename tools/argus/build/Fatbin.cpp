//===- Fatbin.cpp - the GPU images inside a binary ------------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "build/Fatbin.h"

#include "support/Failure.h"
#include "llvm/Object/ELFObjectFile.h"

namespace argus {

std::vector<Fatbin> readFatbins(const std::string &Path) {
  auto Binary = llvm::object::createBinary(Path);
  if (!Binary)
    throw badUsage(Path + ": " + llvm::toString(Binary.takeError()));
  std::vector<Fatbin> Result;
  const auto *Object = llvm::dyn_cast<llvm::object::ObjectFile>(Binary->getBinary());
  if (!Object)
    return Result;
  for (const llvm::object::SectionRef &Section : Object->sections()) {
    auto Name = Section.getName();
    if (!Name || *Name != ".nv_fatbin") {
      llvm::consumeError(Name.takeError());
      continue;
    }
    auto Contents = Section.getContents();
    if (!Contents)
      throw badUsage(Path + ": " + llvm::toString(Contents.takeError()));
    for (Fatbin &F : parseFatbins({Contents->data(), Contents->size()}))
      Result.push_back(std::move(F));
  }
  return Result;
}

} // namespace argus
