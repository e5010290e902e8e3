//===- RegionFlow.cpp - which regions are open where ------------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "argus/passes/RegionFlow.h"
#include "CleanupSlot.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/CFG.h"
#include <limits>
#include <optional>

using namespace llvm;

namespace argus {

using Stack = RegionFlow::Stack;

static constexpr int64_t Anywhere = std::numeric_limits<int64_t>::min();

void applyMarker(const Marker &M, Stack &S) {
  if (M.Kind == MarkerKind::Trip)
    return;
  if (M.Kind == MarkerKind::Begin) {
    S.push_back(M.Site);
    return;
  }
  auto Last = std::find(S.rbegin(), S.rend(), M.Site);
  if (Last == S.rend())
    return;
  *Last |= RegionFlow::Ended;
  while (!S.empty() && S.back() & RegionFlow::Ended)
    S.pop_back();
}

Stack RegionFlow::path(Stack S) {
  for (unsigned &Site : S)
    Site &= ~Ended;
  return S;
}

/// What is open of a stack beyond its first Kept sites.
static Stack openBeyond(const Stack &S, size_t Kept) {
  Stack Open;
  for (size_t I = Kept; I < S.size(); ++I)
    if (!(S[I] & RegionFlow::Ended))
      Open.push_back(S[I]);
  return Open;
}

static void keepCommonPrefix(Stack &S, const Stack &Other) {
  auto Differs = std::mismatch(S.begin(), S.end(), Other.begin(), Other.end());
  S.erase(Differs.first, S.end());
}

/// What is open whatever the destination.
template <typename States> static Stack common(const States &S) {
  std::optional<Stack> Result;
  for (const auto &[Destination, Open] : S)
    if (!Result)
      Result = Open;
    else
      keepCommonPrefix(*Result, Open);
  return Result.value_or(Stack());
}

RegionFlow::RegionFlow(Function &F) : F(F) {
  const CleanupSlot Slot(F);
  collect(Slot);
  if (Events.empty())
    return; // nothing is ever open
  solve(Slot);
  findLosses(Slot);
}

void RegionFlow::collect(const CleanupSlot &Slot) {
  bool Marks = false;
  for (BasicBlock &BB : F)
    for (Instruction &I : BB) {
      if (std::optional<Marker> M = asMarker(I)) {
        Events[&BB].push_back({&I, M, 0});
        Marks = true;
      } else if (const std::optional<int64_t> Chosen = Slot.chosenBy(I)) {
        Events[&BB].push_back({&I, std::nullopt, *Chosen});
      }
    }
  if (!Marks)
    Events.clear();
}

bool RegionFlow::follow(const BasicBlock &BB, State &S,
                        function_ref<void(Instruction &, const Stack &)> Lost) {
  bool Changed = false;
  const auto Here = Events.find(&BB);
  if (Here == Events.end())
    return false;
  for (const Event &E : Here->second) {
    if (const std::optional<Marker> &Mark = E.Mark) {
      const Marker M = *Mark;
      for (auto &[Destination, Open] : S)
        applyMarker(M, Open);
      continue;
    }
    Stack Open = common(S);
    if (E.Chosen != CleanupSlot::FallThrough) {
      const auto [Kept, New] = Common.try_emplace(E.Chosen, Open);
      const size_t Before = Kept->second.size();
      keepCommonPrefix(Kept->second, Open);
      Changed |= New || Kept->second.size() != Before;
      if (Kept->second.size() < Open.size())
        Lost(*E.At, openBeyond(Open, Kept->second.size()));
      Open = Kept->second;
    }
    S = {{E.Chosen, std::move(Open)}};
  }
  return Changed;
}

/// What leaves From for To, as To sees it.
RegionFlow::State RegionFlow::along(const BasicBlock &From, const BasicBlock &To,
                                    const CleanupSlot &Slot) const {
  State Leaving;
  const auto Known = Out.find(&From);
  if (Known == Out.end())
    return Leaving;
  for (const auto &[Destination, Open] : Known->second)
    if (Destination == Anywhere || Slot.leads(Destination, From, To))
      Leaving.emplace(Destination, Open);
  if (Leaving.empty() || Slot.matters(To))
    return Leaving;
  return {{Anywhere, common(Leaving)}};
}

void RegionFlow::solve(const CleanupSlot &Slot) {
  ReversePostOrderTraversal<Function *> Order(&F);
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (BasicBlock *BB : Order) {
      State Entry;
      if (BB->isEntryBlock())
        Entry.emplace(Anywhere, Stack());
      // Predecessors not yet seen are taken as agreeing with the others.
      for (BasicBlock *Pred : predecessors(BB))
        for (auto &[Destination, Open] : along(*Pred, *BB, Slot)) {
          const auto [At, New] = Entry.try_emplace(Destination, Open);
          if (!New)
            keepCommonPrefix(At->second, Open);
        }
      State Exit = Entry;
      Changed |= follow(*BB, Exit, [](Instruction &, const Stack &) {});
      In[BB] = std::move(Entry);
      auto [At, New] = Out.try_emplace(BB, Exit);
      if (New || At->second != Exit) {
        At->second = std::move(Exit);
        Changed = true;
      }
    }
  }
}

void RegionFlow::findLosses(const CleanupSlot &Slot) {
  for (BasicBlock &BB : F) {
    const auto Entry = In.find(&BB);
    if (Entry == In.end())
      continue;
    State S = Entry->second;
    follow(BB, S, [&](Instruction &I, const Stack &Sites) {
      Losses.push_back({&I, nullptr, Sites});
    });
    SmallPtrSet<BasicBlock *, 4> Seen;
    for (BasicBlock *To : successors(&BB)) {
      if (!Seen.insert(To).second)
        continue;
      Stack Lost;
      for (const auto &[Destination, Open] : along(BB, *To, Slot)) {
        const auto Arriving = In[To].find(Destination);
        const size_t Kept = Arriving == In[To].end() ? 0 : Arriving->second.size();
        if (Kept < Open.size())
          Lost = openBeyond(Open, Kept);
      }
      if (!Lost.empty())
        Losses.push_back({BB.getTerminator(), To, std::move(Lost)});
    }
  }
}

std::vector<RegionFlow::Loss> RegionFlow::losses() const { return Losses; }

Stack RegionFlow::entry(const BasicBlock &BB) const {
  const auto At = In.find(&BB);
  return At == In.end() ? Stack() : common(At->second);
}

Stack RegionFlow::exit(const BasicBlock &BB) const {
  const auto At = Out.find(&BB);
  return At == Out.end() ? Stack() : common(At->second);
}

void RegionFlow::forEach(function_ref<void(Instruction &, const Stack &)> Visit) const {
  for (BasicBlock &BB : F) {
    Stack Open = entry(BB), Visible = path(Open);
    for (Instruction &I : make_early_inc_range(BB)) {
      if (std::optional<Marker> M = asMarker(I)) {
        applyMarker(*M, Open);
        Visible = path(Open);
      } else {
        Visit(I, Visible);
      }
    }
  }
}

std::vector<RegionFlow::Conflict> RegionFlow::conflicts() const {
  std::vector<Conflict> Found;
  for (const BasicBlock &BB : F) {
    if (!In.count(&BB))
      continue;
    Stack Open = entry(BB);
    const auto Here = Events.find(&BB);
    for (const Event &E : Here == Events.end() ? ArrayRef<Event>() : Here->second) {
      if (!E.Mark || E.Mark->Kind == MarkerKind::Trip)
        continue;
      const bool Begin = E.Mark->Kind == MarkerKind::Begin;
      if (Begin == is_contained(Open, E.Mark->Site))
        Found.push_back({Begin ? Conflict::BeginTwice : Conflict::EndWithoutBegin,
                         E.Mark->Site, E.At});
      applyMarker(*E.Mark, Open);
    }
    if (isa<ReturnInst>(BB.getTerminator()))
      for (unsigned Site : openBeyond(Open, 0))
        Found.push_back({Conflict::OpenAtReturn, Site, BB.getTerminator()});
  }
  for (const Loss &L : Losses)
    for (unsigned Site : L.Sites)
      Found.push_back({Conflict::OpenOnSomePaths, Site, L.At});
  return Found;
}

} // namespace argus
