//===- RegionFlow.cpp - which regions are open at each instruction ----------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Clang sends all ways out of a scope with cleanups (ends of lifetimes, destructors)
// through the same blocks. Each way stores its number into a variable, and a switch
// behind the cleanup reads it. A goto that has ended its regions and the way on inside
// them meet there and part again, so what is open is followed by number until the last
// switch that may read it.
//
//===----------------------------------------------------------------------===//

#include "argus/passes/Markers.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Constants.h"

using namespace llvm;

namespace argus {

/// How many switches read the variable; 0 if it is used in another way, too.
static unsigned switchesOn(const AllocaInst &Variable) {
  unsigned Switches = 0;
  for (const User *U : Variable.users()) {
    if (const auto *Store = dyn_cast<StoreInst>(U)) {
      if (!isa<ConstantInt>(Store->getValueOperand()))
        return 0;
      continue;
    }
    const auto *Load = dyn_cast<LoadInst>(U);
    if (!Load ||
        !all_of(Load->users(), [](const User *V) { return isa<SwitchInst>(V); }))
      return 0;
    Switches += Load->getNumUses();
  }
  return Switches;
}

/// The variable that tells where a cleanup goes on; null if there is none.
static const AllocaInst *cleanupVariable(const Function &F) {
  const AllocaInst *Best = nullptr;
  unsigned Most = 0;
  for (const Instruction &I : F.getEntryBlock())
    if (const auto *Variable = dyn_cast<AllocaInst>(&I))
      if (const unsigned Switches = switchesOn(*Variable); Switches > Most) {
        Best = Variable;
        Most = Switches;
      }
  return Best;
}

static std::optional<int64_t> storedTo(const AllocaInst *Variable,
                                       const Instruction &I) {
  const auto *Store = dyn_cast<StoreInst>(&I);
  if (!Store || !Variable || Store->getPointerOperand() != Variable)
    return std::nullopt;
  return cast<ConstantInt>(Store->getValueOperand())->getSExtValue();
}

/// The switch on the variable that ends a block.
static const SwitchInst *switchOn(const AllocaInst *Variable, const BasicBlock &BB) {
  const auto *Switch = dyn_cast_or_null<SwitchInst>(BB.getTerminator());
  const auto *Load = Switch ? dyn_cast<LoadInst>(Switch->getCondition()) : nullptr;
  return Load && Variable && Load->getPointerOperand() == Variable ? Switch : nullptr;
}

/// Blocks on whose entry the variable holds what a switch may still read.
static SmallPtrSet<const BasicBlock *, 16> readersOf(const AllocaInst *Variable,
                                                     const Function &F) {
  SmallPtrSet<const BasicBlock *, 16> Live;
  SmallVector<const BasicBlock *, 16> Work;
  const auto Stores = [&](const BasicBlock &BB) {
    return any_of(BB, [&](const Instruction &I) { return storedTo(Variable, I); });
  };
  for (const BasicBlock &BB : F)
    if (switchOn(Variable, BB) && !Stores(BB) && Live.insert(&BB).second)
      Work.push_back(&BB);
  while (!Work.empty())
    for (const BasicBlock *Pred : predecessors(Work.pop_back_val()))
      if (!Stores(*Pred) && Live.insert(Pred).second)
        Work.push_back(Pred);
  return Live;
}

static void keepCommonPrefix(RegionFlow::Stack &S, const RegionFlow::Stack &Other) {
  auto Differs = std::mismatch(S.begin(), S.end(), Other.begin(), Other.end());
  S.erase(Differs.first, S.end());
}

static void meet(RegionFlow::States &Into, std::optional<int64_t> Way,
                 const RegionFlow::Stack &S) {
  auto [At, New] = Into.try_emplace(Way, S);
  if (!New)
    keepCommonPrefix(At->second, S);
}

static RegionFlow::Stack commonOf(const RegionFlow::States &All) {
  RegionFlow::States Met;
  for (const auto &[Way, Stack] : All)
    meet(Met, std::nullopt, Stack);
  return Met.empty() ? RegionFlow::Stack() : Met.begin()->second;
}

RegionFlow::States RegionFlow::transfer(const BasicBlock &BB, States S) const {
  for (const Instruction &I : BB) {
    if (std::optional<Marker> M = asMarker(I)) {
      for (auto &[Way, Stack] : S)
        applyMarker(*M, Stack);
    } else if (std::optional<int64_t> Way = storedTo(Variable, I)) {
      Stack Common = commonOf(S);
      S.clear();
      S[Way] = std::move(Common);
    }
  }
  return S;
}

/// Whether the way with this number takes the edge.
bool RegionFlow::takes(std::optional<int64_t> Way, const BasicBlock &From,
                       const BasicBlock &To) const {
  const SwitchInst *Switch = switchOn(Variable, From);
  if (!Switch || !Way)
    return true;
  for (const auto &Case : Switch->cases())
    if (Case.getCaseValue()->getSExtValue() == *Way)
      return Case.getCaseSuccessor() == &To;
  return Switch->getDefaultDest() == &To;
}

RegionFlow::RegionFlow(Function &F)
    : F(F), Variable(cleanupVariable(F)), Readers(readersOf(Variable, F)) {
  ReversePostOrderTraversal<Function *> Order(&F);
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (BasicBlock *BB : Order) {
      States Entry;
      // Predecessors not yet seen are taken as agreeing with the others.
      for (BasicBlock *Pred : predecessors(BB))
        if (auto Known = Out.find(Pred); Known != Out.end())
          for (const auto &[Way, Stack] : Known->second)
            if (takes(Way, *Pred, *BB))
              meet(Entry, keyAt(*BB, Way), Stack);
      if (Entry.empty() || BB->isEntryBlock())
        Entry = {{std::nullopt, Stack()}};
      States Exit = transfer(*BB, Entry);
      In[BB] = std::move(Entry);
      auto [Slot, New] = Out.try_emplace(BB, Exit);
      if (New || Slot->second != Exit) {
        Slot->second = std::move(Exit);
        Changed = true;
      }
    }
  }
}

RegionFlow::Stack RegionFlow::entry(const BasicBlock &BB) const {
  auto It = In.find(&BB);
  return It == In.end() ? Stack() : commonOf(It->second);
}

RegionFlow::Stack RegionFlow::exit(const BasicBlock &BB) const {
  auto It = Out.find(&BB);
  return It == Out.end() ? Stack() : commonOf(It->second);
}

std::vector<RegionFlow::Crossing> RegionFlow::crossings(const BasicBlock &From,
                                                        const BasicBlock &To) const {
  std::vector<Crossing> Found;
  auto Leaving = Out.find(&From);
  auto Entered = In.find(&To);
  if (Leaving == Out.end() || Entered == In.end())
    return Found;
  for (const auto &[Way, Stack] : Leaving->second) {
    if (!takes(Way, From, To))
      continue;
    auto Inside = Entered->second.find(keyAt(To, Way));
    if (Inside != Entered->second.end())
      Found.push_back({Stack, Inside->second.size()});
  }
  return Found;
}

void RegionFlow::forEach(function_ref<void(Instruction &, const Stack &)> Visit) const {
  for (BasicBlock &BB : F) {
    Stack Open = entry(BB);
    for (Instruction &I : make_early_inc_range(BB)) {
      if (std::optional<Marker> M = asMarker(I))
        applyMarker(*M, Open);
      else
        Visit(I, Open);
    }
  }
}

std::vector<RegionFlow::Conflict> RegionFlow::conflicts() const {
  std::vector<Conflict> Found;
  for (const BasicBlock &BB : F) {
    if (!In.count(&BB))
      continue;
    Stack Open = entry(BB);
    for (const Instruction &I : BB) {
      std::optional<Marker> M = asMarker(I);
      if (!M || M->Kind == MarkerKind::Trip)
        continue;
      const bool Begin = M->Kind == MarkerKind::Begin;
      if (Begin == is_contained(Open, M->Site))
        Found.push_back(
            {Begin ? Conflict::BeginTwice : Conflict::EndWithoutBegin, M->Site, &I});
      applyMarker(*M, Open);
    }
    const Instruction *Exit = BB.getTerminator();
    if (isa<ReturnInst>(Exit))
      for (unsigned Site : Open)
        Found.push_back({Conflict::OpenAtReturn, Site, Exit});
    for (const BasicBlock *Succ : successors(&BB))
      for (const Crossing &C : crossings(BB, *Succ))
        for (size_t I = C.Kept; I < C.Open.size(); ++I)
          Found.push_back({Conflict::OpenOnSomePaths, C.Open[I], Exit});
  }
  return Found;
}

} // namespace argus
