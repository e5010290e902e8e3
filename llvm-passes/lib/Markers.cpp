//===- Markers.cpp - region markers in the IR and what they enclose --------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "argus/passes/Markers.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/InlineAsm.h"

using namespace llvm;

namespace argus {

StringRef toString(MarkerKind Kind) {
  static constexpr StringLiteral Names[] = {"begin", "end", "trip"};
  return Names[static_cast<unsigned>(Kind)];
}

std::string markerText(MarkerKind Kind, unsigned Site) {
  return ("argus." + toString(Kind) + " " + Twine(Site)).str();
}

std::optional<Marker> asMarker(const Instruction &I) {
  const auto *Call = dyn_cast<CallInst>(&I);
  const auto *Asm = Call ? dyn_cast<InlineAsm>(Call->getCalledOperand()) : nullptr;
  if (!Asm)
    return std::nullopt;
  StringRef Text = Asm->getAsmString();
  if (!Text.consume_front("argus."))
    return std::nullopt;
  const auto [Word, Number] = Text.split(' ');
  unsigned Site;
  for (MarkerKind Kind : {MarkerKind::Begin, MarkerKind::End, MarkerKind::Trip})
    if (Word == toString(Kind) && !Number.getAsInteger(10, Site))
      return Marker{Kind, Site};
  return std::nullopt;
}

void applyMarker(const Marker &M, RegionFlow::Stack &S) {
  if (M.Kind == MarkerKind::Trip)
    return;
  if (M.Kind == MarkerKind::Begin) {
    S.push_back(M.Site);
    return;
  }
  auto Last = std::find(S.rbegin(), S.rend(), M.Site);
  if (Last != S.rend())
    S.erase(std::next(Last).base());
}

static RegionFlow::Stack transfer(const BasicBlock &BB, RegionFlow::Stack S) {
  for (const Instruction &I : BB)
    if (std::optional<Marker> M = asMarker(I))
      applyMarker(*M, S);
  return S;
}

static void keepCommonPrefix(RegionFlow::Stack &S, const RegionFlow::Stack &Other) {
  auto Differs = std::mismatch(S.begin(), S.end(), Other.begin(), Other.end());
  S.erase(Differs.first, S.end());
}

RegionFlow::RegionFlow(Function &F) : F(F) {
  ReversePostOrderTraversal<Function *> Order(&F);
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (BasicBlock *BB : Order) {
      std::optional<Stack> Entry;
      // Predecessors not yet seen are taken as agreeing with the others.
      for (BasicBlock *Pred : predecessors(BB)) {
        auto Known = Out.find(Pred);
        if (Known == Out.end())
          continue;
        if (!Entry)
          Entry = Known->second;
        else
          keepCommonPrefix(*Entry, Known->second);
      }
      if (!Entry || BB->isEntryBlock())
        Entry = Stack();
      Stack Exit = transfer(*BB, *Entry);
      In[BB] = std::move(*Entry);
      auto [Slot, New] = Out.try_emplace(BB, Exit);
      if (New || Slot->second != Exit) {
        Slot->second = std::move(Exit);
        Changed = true;
      }
    }
  }
}

static const RegionFlow::Stack &
lookup(const DenseMap<const BasicBlock *, RegionFlow::Stack> &Map,
       const BasicBlock &BB) {
  static const RegionFlow::Stack Empty;
  auto It = Map.find(&BB);
  return It == Map.end() ? Empty : It->second;
}

const RegionFlow::Stack &RegionFlow::entry(const BasicBlock &BB) const {
  return lookup(In, BB);
}

const RegionFlow::Stack &RegionFlow::exit(const BasicBlock &BB) const {
  return lookup(Out, BB);
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
      for (unsigned Site : Open)
        if (!is_contained(entry(*Succ), Site))
          Found.push_back({Conflict::OpenOnSomePaths, Site, Exit});
  }
  return Found;
}

} // namespace argus
