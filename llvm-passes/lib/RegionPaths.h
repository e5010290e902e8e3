//===- RegionPaths.h - which regions a kernel can reach -----------*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_PASSES_REGIONPATHS_H
#define ARGUS_PASSES_REGIONPATHS_H

#include "argus/passes/RegionFlow.h"
#include "argus/passes/Variant.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/IR/Module.h"
#include <tuple>

namespace argus {

/// For each function of a module, in its order: the regions it opens and the calls it
/// makes, each with the regions open in the function there. A call through a pointer is
/// one of each function of its type whose address is taken.
class CallRegions {
public:
  /// A call of Callee inside Open; or, without a Callee, the begin of Open's last.
  struct Step {
    const llvm::Function *Callee;
    SiteStack Open;
    bool Indirect; ///< through a pointer: perhaps never
    bool operator<(const Step &Other) const {
      return std::tie(Callee, Open, Indirect) <
             std::tie(Other.Callee, Other.Open, Other.Indirect);
    }
  };
  using Steps = std::vector<Step>; ///< without repetition

  CallRegions(llvm::Module &M, const ModuleFlow &Flow);

  const Steps &of(const llvm::Function &F) const { return StepsOf.find(&F)->second; }
  auto begin() const { return StepsOf.begin(); }
  auto end() const { return StepsOf.end(); }

private:
  llvm::MapVector<const llvm::Function *, Steps> StepsOf;
};

/// The sites, the counted loops whose trips count to them, those that may be open around
/// all these, so that paths and trips can be told, and the roles of the kernels that hold them: where no role is open around a region,
/// the roles that its warp takes elsewhere count.
std::vector<unsigned> sitesToRecord(llvm::Module &M, llvm::ArrayRef<unsigned> Sites,
                                    const RegionTable &Table);

} // namespace argus

#endif // ARGUS_PASSES_REGIONPATHS_H
