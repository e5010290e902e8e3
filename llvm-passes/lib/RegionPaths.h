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
#include "llvm/IR/Module.h"
#include <tuple>

namespace argus {

/// For each function of a module, in its order: the regions it opens and the calls it
/// makes, each with the regions open in the function there. Direct calls only.
class CallRegions {
public:
  /// A call of Callee inside Open; or, without a Callee, the begin of Open's last.
  struct Step {
    const llvm::Function *Callee;
    RegionFlow::Stack Open;
    bool operator<(const Step &Other) const {
      return std::tie(Callee, Open) < std::tie(Other.Callee, Other.Open);
    }
  };
  using Steps = std::vector<Step>; ///< without repetition

  explicit CallRegions(llvm::Module &M);

  const Steps &of(const llvm::Function &F) const { return StepsOf.find(&F)->second; }
  auto begin() const { return StepsOf.begin(); }
  auto end() const { return StepsOf.end(); }

private:
  llvm::MapVector<const llvm::Function *, Steps> StepsOf;
};

/// The regions that the kernels of the table reach in a module. Fails where the module
/// lacks one of them.
llvm::Expected<std::vector<RegionPath>> enumerateRegionPaths(llvm::Module &M,
                                                             const RegionTable &Table);

/// The sites and those that may be open around them, so that paths can be told.
std::vector<unsigned> withEnclosingSites(llvm::Module &M,
                                         llvm::ArrayRef<unsigned> Sites);

} // namespace argus

#endif // ARGUS_PASSES_REGIONPATHS_H
