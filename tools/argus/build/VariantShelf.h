//===- VariantShelf.h - built variants in the store ---------------*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_TOOL_BUILD_VARIANTSHELF_H
#define ARGUS_TOOL_BUILD_VARIANTSHELF_H

#include "store/Store.h"
#include "support/Files.h"

#include <mutex>
#include <optional>
#include <string>

namespace argus {

/// The store, as those see it who build variants, several of them at once. A variant is
/// a directory of files.
class VariantShelf {
public:
  /// Keeps variants for `Run`, and shows them as directories below `Views`.
  VariantShelf(Store &Kept, std::string Run, fs::path Views)
      : Kept(Kept), Run(std::move(Run)), Views(std::move(Views)) {}

  struct Shelved {
    fs::path Directory;
    double Seconds; ///< that it took to make
  };
  /// None: it has to be made.
  std::optional<Shelved> find(const std::string &Key);
  /// Where to make one.
  fs::path scratch() { return Kept.scratch("variant-"); }
  /// Takes over the files of `Made`. Where another process was faster, its equal result
  /// stays.
  Shelved add(const Artifact &Variant, const fs::path &Made);

private:
  Shelved show(const Artifact &Variant);

  Store &Kept;
  std::string Run;
  fs::path Views;
  std::mutex Lock;
};

} // namespace argus

#endif // ARGUS_TOOL_BUILD_VARIANTSHELF_H
