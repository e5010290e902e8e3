//===- CleanupSlot.h - where the jumps through clang's cleanups go -*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All ways out of a scope that has something to clean up (a destructor; from -O1 on,
// the end of a variable's lifetime) lead through one block. Clang stores a number that
// stands for the jump's destination in a variable, and switches on it behind the
// cleanup. An analysis that does not know this sees `return` and `break` meet and go on
// together.
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_PASSES_CLEANUPSLOT_H
#define ARGUS_PASSES_CLEANUPSLOT_H

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Instructions.h"
#include <optional>

namespace argus {

class CleanupSlot {
public:
  /// Falling out of the scope's end, from any scope: no jump to one place.
  static constexpr int64_t FallThrough = 0;

  /// Looks for the variable in unoptimised code; one function has at most one.
  explicit CleanupSlot(llvm::Function &F);

  bool exists() const { return Slot != nullptr; }
  /// The destination that an instruction chooses, if it chooses one.
  std::optional<int64_t> chosenBy(const llvm::Instruction &I) const;
  /// Whether the destination is still looked at on some way from the block's begin.
  bool matters(const llvm::BasicBlock &BB) const { return LiveIn.contains(&BB); }
  /// Whether the way to Destination leads from the end of From to To, one of its
  /// successors. True where From does not decide on it.
  bool leads(int64_t Destination, const llvm::BasicBlock &From,
             const llvm::BasicBlock &To) const;

private:
  bool isLoad(const llvm::Value *V) const;
  bool readsFirst(const llvm::BasicBlock &BB) const;
  bool chooses(const llvm::BasicBlock &BB) const;
  void findLiveBlocks(llvm::Function &F);

  const llvm::AllocaInst *Slot = nullptr;
  llvm::SmallPtrSet<const llvm::BasicBlock *, 8> LiveIn;
};

} // namespace argus

#endif // ARGUS_PASSES_CLEANUPSLOT_H
