//===- CleanupSlot.cpp - where the jumps through clang's cleanups go --------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CleanupSlot.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Constants.h"

using namespace llvm;

namespace argus {

/// Constants are stored to it, and what is loaded decides a switch and nothing else.
static bool isSlot(const AllocaInst &A) {
  bool Decides = false;
  for (const User *U : A.users()) {
    if (const auto *Store = dyn_cast<StoreInst>(U)) {
      if (Store->getPointerOperand() != &A || Store->isVolatile() ||
          !isa<ConstantInt>(Store->getValueOperand()))
        return false;
      continue;
    }
    const auto *Load = dyn_cast<LoadInst>(U);
    if (!Load || Load->isVolatile() ||
        !all_of(Load->users(), [](const User *U) { return isa<SwitchInst>(U); }))
      return false;
    Decides |= !Load->use_empty();
  }
  return Decides;
}

CleanupSlot::CleanupSlot(Function &F) {
  for (const Instruction &I : F.getEntryBlock())
    if (const auto *A = dyn_cast<AllocaInst>(&I);
        A && A->getAllocatedType()->isIntegerTy(32) && isSlot(*A))
      Slot = A;
  if (Slot)
    findLiveBlocks(F);
}

std::optional<int64_t> CleanupSlot::chosenBy(const Instruction &I) const {
  const auto *Store = dyn_cast<StoreInst>(&I);
  if (!Slot || !Store || Store->getPointerOperand() != Slot)
    return std::nullopt;
  return cast<ConstantInt>(Store->getValueOperand())->getSExtValue();
}

bool CleanupSlot::isLoad(const Value *V) const {
  const auto *Load = dyn_cast<LoadInst>(V);
  return Slot && Load && Load->getPointerOperand() == Slot;
}

bool CleanupSlot::leads(int64_t Destination, const BasicBlock &From,
                        const BasicBlock &To) const {
  const auto *Switch = dyn_cast<SwitchInst>(From.getTerminator());
  if (!Switch || !isLoad(Switch->getCondition()))
    return true;
  for (const auto &Case : Switch->cases())
    if (Case.getCaseValue()->getSExtValue() == Destination)
      return Case.getCaseSuccessor() == &To;
  return Switch->getDefaultDest() == &To;
}

bool CleanupSlot::readsFirst(const BasicBlock &BB) const {
  for (const Instruction &I : BB) {
    if (isLoad(&I))
      return true;
    if (chosenBy(I))
      return false;
  }
  return false;
}

bool CleanupSlot::chooses(const BasicBlock &BB) const {
  return any_of(BB, [&](const Instruction &I) { return chosenBy(I).has_value(); });
}

void CleanupSlot::findLiveBlocks(Function &F) {
  SmallVector<const BasicBlock *, 8> Work;
  for (const BasicBlock &BB : F)
    if (readsFirst(BB) && LiveIn.insert(&BB).second)
      Work.push_back(&BB);
  while (!Work.empty())
    for (const BasicBlock *Pred : predecessors(Work.pop_back_val()))
      if (!chooses(*Pred) && LiveIn.insert(Pred).second)
        Work.push_back(Pred);
}

} // namespace argus
