//===- VariantShelf.cpp - built variants in the store ---------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "build/VariantShelf.h"

namespace argus {

std::optional<VariantShelf::Shelved> VariantShelf::find(const std::string &Key) {
  const std::optional<Artifact> Found = Kept.find(Key, Run);
  return Found ? std::optional(show(*Found)) : std::nullopt;
}

VariantShelf::Shelved VariantShelf::add(const Artifact &Variant, const fs::path &Made) {
  return show(Kept.add(Variant, Made, Run));
}

/// Two modules may hold the same code, and so need the same variant at once.
VariantShelf::Shelved VariantShelf::show(const Artifact &Variant) {
  const std::lock_guard<std::mutex> Guard(Lock);
  const fs::path Directory = Views / Variant.Key;
  if (!fs::exists(Directory))
    Kept.show(Variant, Directory);
  return {Directory, Variant.Seconds};
}

} // namespace argus
