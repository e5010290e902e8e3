//===- RegionTable.cpp - identities of regions ------------------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "argus/passes/RegionTable.h"
#include "argus/passes/SiteStack.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/xxhash.h"

using namespace llvm;

namespace argus {

uint64_t regionId(StringRef MangledKernel, StringRef Path) {
  // clang marks internal linkage in a kernel's name ("_ZL4axpyPf"), nvcc does not; both
  // are one kernel. A mangled name holds no NUL, so the pair is unambiguous.
  std::string Key = MangledKernel.consume_front("_ZL") ? "_Z" : "";
  Key += MangledKernel;
  Key.push_back('\0');
  Key += Path;
  return xxh3_64bits(Key);
}

std::string RegionTable::pathOf(unsigned Kernel,
                                const std::vector<unsigned> &Stack) const {
  std::string Path = Kernels[Kernel].Name;
  for (const unsigned Site : Stack) {
    Path += '/';
    Path += Sites[Site].Name;
  }
  return Path;
}

template <typename Predicate>
static std::vector<unsigned> keepIf(const std::vector<unsigned> &Stack,
                                    Predicate Keep) {
  std::vector<unsigned> Kept;
  llvm::copy_if(Stack, std::back_inserter(Kept), Keep);
  return Kept;
}

std::vector<unsigned> RegionTable::regionsOf(const std::vector<unsigned> &Stack) const {
  return keepIf(Stack,
                [&](unsigned Site) { return Sites[Site & SiteNumber].isRegion(); });
}

std::vector<unsigned> RegionTable::rolesOf(const std::vector<unsigned> &Stack) const {
  return keepIf(Stack, [&](unsigned Site) {
    return Sites[Site & SiteNumber].Form == RegionForm::Role;
  });
}

} // namespace argus
