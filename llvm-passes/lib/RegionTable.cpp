//===- RegionTable.cpp - identities of regions ------------------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "argus/passes/RegionTable.h"
#include "llvm/Support/xxhash.h"

using namespace llvm;

namespace argus {

uint64_t regionId(StringRef MangledKernel, StringRef Path) {
  // A mangled name holds no NUL, so the pair is unambiguous.
  std::string Key = MangledKernel.str();
  Key.push_back('\0');
  Key += Path;
  return xxh3_64bits(Key);
}

} // namespace argus
