//===- RegionFlow.cpp - which regions are open where ------------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "argus/passes/RegionFlow.h"
#include "CleanupSlot.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/CFG.h"
#include <limits>
#include <optional>
#include <utility>

using namespace llvm;

namespace argus {

static constexpr int64_t Anywhere = std::numeric_limits<int64_t>::min();

/// What is open of a stack beyond its first Kept sites, and the callers' that ended.
static SiteStack liveBeyond(const SiteStack &S, size_t Kept) {
  SiteStack Live;
  for (size_t I = Kept; I < S.size(); ++I)
    if (!(S[I] & EndedSite))
      Live.push_back(S[I]);
  return Live;
}

static void keepCommonPrefix(SiteStack &S, const SiteStack &Other) {
  auto Differs = std::mismatch(S.begin(), S.end(), Other.begin(), Other.end());
  S.erase(Differs.first, S.end());
}

const SiteStack *RegionFlow::State::find(int64_t Destination) const {
  const auto *At =
      llvm::find_if(Entries, [&](const Entry &E) { return E.first == Destination; });
  return At == Entries.end() ? nullptr : &At->second;
}

std::pair<SiteStack *, bool> RegionFlow::State::insert(int64_t Destination,
                                                       const SiteStack &Open) {
  auto *At = llvm::lower_bound(Entries, Destination,
                               [](const Entry &E, int64_t D) { return E.first < D; });
  const bool New = At == Entries.end() || At->first != Destination;
  if (New)
    At = Entries.insert(At, {Destination, Open});
  return {&At->second, New};
}

/// What is open whatever the destination.
template <typename States> static SiteStack common(const States &S) {
  std::optional<SiteStack> Result;
  for (const auto &[Destination, Open] : S)
    if (!Result)
      Result = Open;
    else
      keepCommonPrefix(*Result, Open);
  return Result.value_or(SiteStack());
}

RegionFlow::RegionFlow(Function &F, const CallEffects &Effects)
    : F(F), Effects(Effects) {
  const CleanupSlot Slot(F);
  collect(Slot);
  if (Events.empty())
    return; // nothing is ever open
  solve(Slot);
  findLosses(Slot);
}

void RegionFlow::collect(const CleanupSlot &Slot) {
  for (CallBase *Call : Effects.callsOf(F))
    if (Effects.concern(*Call))
      Events[Call->getParent()].push_back({Call, std::nullopt});
  if (Events.empty() || !Slot.exists())
    return;
  Events.clear();
  for (BasicBlock &BB : F)
    for (Instruction &I : BB) {
      if (Effects.concern(I))
        Events[&BB].push_back({&I, std::nullopt});
      else if (const std::optional<int64_t> Chosen = Slot.chosenBy(I))
        Events[&BB].push_back({&I, Chosen});
    }
}

ArrayRef<RegionFlow::Event> RegionFlow::eventsOf(const BasicBlock &BB) const {
  const auto Here = Events.find(&BB);
  return Here == Events.end() ? ArrayRef<Event>() : Here->second;
}

bool RegionFlow::follow(const BasicBlock &BB, State &S,
                        function_ref<void(Instruction &, const SiteStack &)> Lost) {
  bool Changed = false;
  for (const Event &E : eventsOf(BB)) {
    if (!E.Chosen) {
      for (auto &[Destination, Open] : S)
        Effects.apply(*E.At, Open);
      continue;
    }
    SiteStack Open = common(S);
    if (*E.Chosen != CleanupSlot::FallThrough) {
      const auto [Kept, New] = Common.try_emplace(*E.Chosen, Open);
      const size_t Before = Kept->second.size();
      keepCommonPrefix(Kept->second, Open);
      Changed |= New || Kept->second.size() != Before;
      if (Kept->second.size() < Open.size())
        Lost(*E.At, liveBeyond(Open, Kept->second.size()));
      Open = Kept->second;
    }
    S = State({*E.Chosen, std::move(Open)});
  }
  return Changed;
}

/// What leaves From for To, by destination.
RegionFlow::State RegionFlow::leaving(const BasicBlock &From, const BasicBlock &To,
                                      const CleanupSlot &Slot) const {
  State Leaving;
  const auto Known = Out.find(&From);
  if (Known == Out.end())
    return Leaving;
  if (!Slot.exists())
    return Known->second;
  for (const auto &[Destination, Open] : Known->second)
    if (Destination == Anywhere || Slot.leads(Destination, From, To))
      Leaving.insert(Destination, Open);
  return Leaving;
}

/// The same as To sees it.
RegionFlow::State RegionFlow::along(const BasicBlock &From, const BasicBlock &To,
                                    const CleanupSlot &Slot) const {
  State Leaving = leaving(From, To, Slot);
  if (Leaving.empty() || !Slot.exists() || Slot.matters(To))
    return Leaving;
  return State({Anywhere, common(Leaving)});
}

void RegionFlow::solve(const CleanupSlot &Slot) {
  ReversePostOrderTraversal<Function *> Order(&F);
  // Blocks whose entry may have changed; most are done when they are first seen.
  DenseSet<const BasicBlock *> Seen, Stale;
  bool AllStale = false;
  for (bool Changed = true; Changed;) {
    Changed = false;
    const bool Again = std::exchange(AllStale, false);
    for (BasicBlock *BB : Order) {
      if (!Seen.insert(BB).second && !Stale.erase(BB) && !Again)
        continue;
      State Entry;
      if (BB->isEntryBlock())
        Entry.insert(Anywhere, SiteStack());
      // Predecessors not yet seen are taken as agreeing with the others.
      for (BasicBlock *Pred : predecessors(BB))
        for (auto &[Destination, Open] : along(*Pred, *BB, Slot)) {
          const auto [At, New] = Entry.insert(Destination, Open);
          if (!New)
            keepCommonPrefix(*At, Open);
        }
      State Exit = Entry;
      AllStale |= follow(*BB, Exit, [](Instruction &, const SiteStack &) {});
      In[BB] = std::move(Entry);
      auto [At, New] = Out.try_emplace(BB);
      if (!New && At->second == Exit)
        continue;
      At->second = std::move(Exit);
      for (const BasicBlock *To : successors(BB))
        if (Seen.contains(To))
          Stale.insert(To);
    }
    Changed = AllStale || !Stale.empty();
  }
}

void RegionFlow::findLosses(const CleanupSlot &Slot) {
  for (BasicBlock &BB : F) {
    const auto Entry = In.find(&BB);
    if (Entry == In.end())
      continue;
    State S = Entry->second;
    follow(BB, S, [&](Instruction &I, const SiteStack &Sites) {
      Losses.push_back({&I, nullptr, Sites});
    });
    SmallPtrSet<BasicBlock *, 4> Seen;
    for (BasicBlock *To : successors(&BB)) {
      if (!Seen.insert(To).second)
        continue;
      SiteStack Lost;
      for (const auto &[Destination, Open] : along(BB, *To, Slot)) {
        const SiteStack *Arriving = In[To].find(Destination);
        const size_t Kept = Arriving ? Arriving->size() : 0;
        if (Kept < Open.size())
          Lost = liveBeyond(Open, Kept);
      }
      if (!Lost.empty())
        Losses.push_back({BB.getTerminator(), To, std::move(Lost)});
      if (Slot.exists() && !Slot.matters(*To))
        findMeetings(BB, *To, Slot);
    }
  }
}

/// The first jump to a destination; null: it is no jump's.
Instruction *RegionFlow::choiceOf(int64_t Destination) const {
  for (const BasicBlock &BB : F)
    for (const Event &E : eventsOf(BB))
      if (E.Chosen == Destination)
        return E.At;
  return nullptr;
}

void RegionFlow::findMeetings(const BasicBlock &From, const BasicBlock &To,
                              const CleanupSlot &Slot) {
  const State Ways = leaving(From, To, Slot);
  const size_t Kept = common(Ways).size();
  for (const auto &[Destination, Open] : Ways)
    if (SiteStack Lost = liveBeyond(Open, Kept); !Lost.empty())
      if (Instruction *Jump = choiceOf(Destination))
        Meetings.push_back({Jump, nullptr, std::move(Lost)});
}

std::vector<RegionFlow::Loss> RegionFlow::losses() const { return Losses; }

SiteStack RegionFlow::entry(const BasicBlock &BB) const {
  const auto At = In.find(&BB);
  return At == In.end() ? SiteStack() : common(At->second);
}

SiteStack RegionFlow::exit(const BasicBlock &BB) const {
  const auto At = Out.find(&BB);
  return At == Out.end() ? SiteStack() : common(At->second);
}

void RegionFlow::forEach(
    function_ref<void(Instruction &, const SiteStack &)> Visit) const {
  for (BasicBlock &BB : F) {
    SiteStack Open = entry(BB);
    for (Instruction &I : make_early_inc_range(BB)) {
      if (!isa<CallBase>(I)) {
        Visit(I, Open);
        continue;
      }
      const bool Concerned = Effects.concern(I);
      if (!asMarker(I))
        Visit(I, Open);
      if (Concerned)
        Effects.apply(I, Open);
    }
  }
}

std::vector<RegionFlow::Conflict> RegionFlow::conflicts() const {
  std::vector<Conflict> Found;
  for (const Loss &L : concat<const Loss>(Losses, Meetings))
    for (unsigned Site : L.Sites)
      Found.push_back({Site & EndOfCallersSite ? Conflict::EndedOnSomePaths
                                               : Conflict::OpenOnSomePaths,
                       Site & SiteNumber, L.At});
  for (const BasicBlock &BB : F) {
    if (!In.count(&BB))
      continue;
    SiteStack Open = entry(BB);
    for (const Event &E : eventsOf(BB)) {
      if (E.Chosen)
        continue;
      SiteStack Now = Open;
      for (unsigned Site : Effects.effectOf(*E.At)) {
        const bool Begins = !(Site & EndOfCallersSite);
        if (!(Site & EndedSite) && Begins == isOpen(Now, Site & SiteNumber))
          Found.push_back({Begins ? Conflict::BeginTwice : Conflict::EndWithoutBegin,
                           Site & SiteNumber, E.At});
        Now = joined(std::move(Now), {Site});
      }
      Effects.apply(*E.At, Open);
    }
    if (isa<ReturnInst>(BB.getTerminator()))
      for (unsigned Site : liveBeyond(Open, 0))
        if (!(Site & EndOfCallersSite))
          Found.push_back({Conflict::OpenAtReturn, Site, BB.getTerminator()});
  }
  return Found;
}

ModuleFlow::ModuleFlow(Module &M) : Effects(M) {
  for (Function &F : M)
    if (!F.isDeclaration())
      Of[&F] = std::make_unique<RegionFlow>(F, Effects);
}

} // namespace argus
