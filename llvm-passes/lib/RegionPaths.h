//===- RegionPaths.h - which regions a kernel can reach -----------*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_PASSES_REGIONPATHS_H
#define ARGUS_PASSES_REGIONPATHS_H

#include "argus/passes/Markers.h"
#include "argus/passes/Variant.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/Module.h"
#include <set>

namespace argus {

/// For each function of a module: the regions it opens and the calls it makes, each
/// with the regions open in the function there. Direct calls only.
class CallRegions {
public:
  struct Facts {
    llvm::SetVector<RegionFlow::Stack, std::vector<RegionFlow::Stack>,
                    std::set<RegionFlow::Stack>>
        Opened;
    using Call = std::pair<llvm::Function *, RegionFlow::Stack>;
    llvm::SetVector<Call, std::vector<Call>, std::set<Call>> Calls;
  };

  explicit CallRegions(llvm::Module &M);

  const Facts &of(const llvm::Function &F) const { return FactsOf.find(&F)->second; }
  auto begin() const { return FactsOf.begin(); }
  auto end() const { return FactsOf.end(); }

private:
  llvm::MapVector<const llvm::Function *, Facts> FactsOf;
};

/// The sites and those that may be open around them, so that paths can be told.
std::vector<unsigned> withEnclosingSites(llvm::Module &M,
                                         llvm::ArrayRef<unsigned> Sites);

} // namespace argus

#endif // ARGUS_PASSES_REGIONPATHS_H
