//===- CallEffects.h - spans that a call begins or ends -----------*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_PASSES_CALLEFFECTS_H
#define ARGUS_PASSES_CALLEFFECTS_H

#include "argus/passes/SiteStack.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Module.h"
#include <set>

namespace argus {

/// What each function of a module leaves behind for its callers: spans that it begins
/// and does not end, and those of its callers that it ends. A call through a pointer is
/// taken to do neither.
class CallEffects {
public:
  /// M is code before any optimisation, and keeps its calls as long as this is used.
  explicit CallEffects(llvm::Module &M);

  /// All calls of a function, markers included, in its order. They are listed once:
  /// going through a large module costs more than what is then done with its calls.
  llvm::ArrayRef<llvm::CallBase *> callsOf(const llvm::Function &F) const {
    const auto At = Calls.find(&F);
    return At == Calls.end() ? llvm::ArrayRef<llvm::CallBase *>()
                             : llvm::ArrayRef(At->second);
  }

  /// Whether a marker or call begins or ends anything.
  bool concern(const llvm::Instruction &I) const;
  /// The stack that an instruction adds to the one before it, as for joined.
  SiteStack effectOf(const llvm::Instruction &I) const;
  /// What is open behind an instruction, from what is open before it.
  void apply(const llvm::Instruction &I, SiteStack &Open) const;

  /// Whether the halves of a span may lie in different functions.
  bool isAcross(unsigned Site) const { return Across.count(Site) != 0; }
  /// The functions that leave something behind.
  auto begin() const { return EffectOf.begin(); }
  auto end() const { return EffectOf.end(); }

private:
  SiteStack leftBehind(llvm::Function &F) const;

  llvm::DenseMap<const llvm::Function *, std::vector<llvm::CallBase *>> Calls;
  std::set<unsigned> Across;
  llvm::MapVector<const llvm::Function *, SiteStack> EffectOf;
};

} // namespace argus

#endif // ARGUS_PASSES_CALLEFFECTS_H
