//===- CallEffects.cpp - spans that a call begins or ends -------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "argus/passes/CallEffects.h"
#include "argus/passes/Markers.h"
#include "argus/passes/RegionFlow.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/InstIterator.h"
#include <algorithm>

using namespace llvm;

namespace argus {

CallEffects::CallEffects(Module &M) {
  SetVector<Function *> Work;
  for (Function &F : M) {
    std::vector<CallBase *> Here;
    for (Instruction &I : instructions(F)) {
      auto *Call = dyn_cast<CallBase>(&I);
      if (!Call)
        continue;
      Here.push_back(Call);
      if (const std::optional<Marker> Mark = asMarker(I); Mark && Mark->Across) {
        Across.insert(Mark->Site);
        Work.insert(&F);
      }
    }
    if (!Here.empty())
      Calls[&F] = std::move(Here);
  }
  // A function that begins a span and calls itself would go on for ever; that it begins
  // the span twice is a conflict that a few rounds show.
  constexpr unsigned MostRounds = 8;
  DenseMap<const Function *, unsigned> Rounds;
  while (!Work.empty()) {
    Function *F = Work.pop_back_val();
    SiteStack Left = leftBehind(*F);
    const auto Known = EffectOf.find(F);
    if ((Known == EffectOf.end() ? Left.empty() : Known->second == Left) ||
        ++Rounds[F] > MostRounds)
      continue;
    EffectOf[F] = std::move(Left);
    for (User *U : F->users())
      if (auto *Call = dyn_cast<CallBase>(U); Call && Call->getCalledFunction() == F)
        Work.insert(Call->getFunction());
  }
  EffectOf.remove_if([](const auto &Entry) { return Entry.second.empty(); });
}

SiteStack CallEffects::leftBehind(Function &F) const {
  const RegionFlow Flow(F, *this);
  std::optional<SiteStack> Left;
  for (BasicBlock &BB : F) {
    if (!isa<ReturnInst>(BB.getTerminator()))
      continue;
    SiteStack Open = Flow.exit(BB);
    if (Left) // what all returns agree on; others are conflicts
      Open.erase(
          std::mismatch(Open.begin(), Open.end(), Left->begin(), Left->end()).first,
          Open.end());
    Left = std::move(Open);
  }
  if (!Left)
    return {};
  for (unsigned &Site : *Left)
    if (!isAcross(Site & SiteNumber))
      Site |= EndedSite; // a return leaves all others
  return joined({}, *Left);
}

bool CallEffects::concern(const Instruction &I) const {
  const auto *Call = dyn_cast<CallBase>(&I);
  if (!Call)
    return false;
  if (const std::optional<Marker> Mark = asMarker(I))
    return Mark->Kind != MarkerKind::Trip;
  return !EffectOf.empty() && EffectOf.count(Call->getCalledFunction());
}

SiteStack CallEffects::effectOf(const Instruction &I) const {
  if (const std::optional<Marker> Mark = asMarker(I)) {
    if (Mark->Kind == MarkerKind::Begin)
      return {Mark->Site};
    if (Mark->Kind == MarkerKind::End)
      return {Mark->Site | EndOfCallersSite};
    return {};
  }
  const auto *Call = EffectOf.empty() ? nullptr : dyn_cast<CallBase>(&I);
  return Call ? EffectOf.lookup(Call->getCalledFunction()) : SiteStack();
}

void CallEffects::apply(const Instruction &I, SiteStack &Open) const {
  if (const std::optional<Marker> Mark = asMarker(I);
      Mark && Mark->Kind == MarkerKind::End) {
    if (!endSite(Open, Mark->Site) && Mark->Across)
      Open.push_back(Mark->Site | EndOfCallersSite);
    return;
  }
  if (const SiteStack Effect = effectOf(I); !Effect.empty())
    Open = joined(std::move(Open), Effect);
}

} // namespace argus
