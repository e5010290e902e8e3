//===- RegionFlow.h - which regions are open where ----------------*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_PASSES_REGIONFLOW_H
#define ARGUS_PASSES_REGIONFLOW_H

#include "argus/passes/CallEffects.h"
#include "argus/passes/Markers.h"
#include "argus/passes/SiteStack.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace argus {

class CleanupSlot;

/// Which regions are open at each instruction of a function, by forward dataflow over
/// the markers and what calls begin and end. Where paths meet, what is open on all of
/// them stays open; paths that pass one cleanup on their way to different places do not
/// meet there.
class RegionFlow {
public:
  /// F is code before any optimisation; both arguments outlive this.
  RegionFlow(llvm::Function &F, const CallEffects &Effects);

  /// Regions open on entry of a block. Unreachable blocks have none.
  SiteStack entry(const llvm::BasicBlock &BB) const;
  /// Regions open at the end of a block.
  SiteStack exit(const llvm::BasicBlock &BB) const;

  /// Calls back for each instruction that is no marker, with what is open before it.
  void
  forEach(llvm::function_ref<void(llvm::Instruction &, const SiteStack &)> Visit) const;

  /// Regions that end without a marker because the paths that meet behind are not in
  /// them.
  struct Loss {
    llvm::Instruction *At;  ///< a terminator, or what chooses the way behind a cleanup
    llvm::BasicBlock *Into; ///< the terminator's successor; null: they end before At
    SiteStack
        Sites; ///< outermost first; ends of callers' sites that are lost among them
  };
  std::vector<Loss> losses() const;

  /// A marker, call or branch that leaves a region in doubt.
  struct Conflict {
    enum Kind {
      OpenOnSomePaths,  ///< open when this branch is taken, not on the other ways there
      EndedOnSomePaths, ///< the caller's, likewise
      OpenAtReturn,
      EndWithoutBegin,
      BeginTwice,
    } What;
    unsigned Site;
    const llvm::Instruction *At;
  };
  std::vector<Conflict> conflicts() const;

  const CallEffects &effects() const { return Effects; }

private:
  /// By the destination behind the next cleanup; Anywhere where there is none, which is
  /// nearly always. So it is a list, sorted: there are two states for each block.
  class State {
  public:
    using Entry = std::pair<int64_t, SiteStack>;
    State() = default;
    explicit State(Entry Only) { Entries.push_back(std::move(Only)); }

    auto begin() { return Entries.begin(); }
    auto end() { return Entries.end(); }
    auto begin() const { return Entries.begin(); }
    auto end() const { return Entries.end(); }
    bool empty() const { return Entries.empty(); }
    bool operator==(const State &Other) const { return Entries == Other.Entries; }

    /// Null where there is none.
    const SiteStack *find(int64_t Destination) const;
    /// Where it is now, and whether it is new.
    std::pair<SiteStack *, bool> insert(int64_t Destination, const SiteStack &Open);

  private:
    llvm::SmallVector<Entry, 1> Entries;
  };

  /// What a block does to what is open: a marker or call, or the choice of a
  /// destination.
  struct Event {
    llvm::Instruction *At;
    std::optional<int64_t> Chosen;
  };

  void collect(const CleanupSlot &Slot);
  llvm::ArrayRef<Event> eventsOf(const llvm::BasicBlock &BB) const;
  void solve(const CleanupSlot &Slot);
  /// Follows a block; tells what the choice of a destination ends. Returns whether the
  /// regions common to all jumps to one destination changed.
  bool follow(const llvm::BasicBlock &BB, State &S,
              llvm::function_ref<void(llvm::Instruction &, const SiteStack &)> Lost);
  State leaving(const llvm::BasicBlock &From, const llvm::BasicBlock &To,
                const CleanupSlot &Slot) const;
  State along(const llvm::BasicBlock &From, const llvm::BasicBlock &To,
              const CleanupSlot &Slot) const;
  void findLosses(const CleanupSlot &Slot);
  void findMeetings(const llvm::BasicBlock &From, const llvm::BasicBlock &To,
                    const CleanupSlot &Slot);
  llvm::Instruction *choiceOf(int64_t Destination) const;

  llvm::Function &F;
  const CallEffects &Effects;
  /// Of blocks that have any, so that instructions are looked at once.
  llvm::DenseMap<const llvm::BasicBlock *, llvm::SmallVector<Event, 2>> Events;
  llvm::DenseMap<const llvm::BasicBlock *, State> In, Out;
  std::map<int64_t, SiteStack> Common; ///< by destination: open on all jumps to it
  std::vector<Loss> Losses;
  /// Behind a cleanup, ways that lead to one block with other regions open. No marker
  /// can stand on one of them alone.
  std::vector<Loss> Meetings;
};

/// The flow of each function of a module that has a body. M is as for CallEffects.
class ModuleFlow {
public:
  explicit ModuleFlow(llvm::Module &M);
  ModuleFlow(const ModuleFlow &) = delete;

  const CallEffects Effects;
  /// In the order of the module.
  llvm::MapVector<llvm::Function *, std::unique_ptr<RegionFlow>> Of;
};

} // namespace argus

#endif // ARGUS_PASSES_REGIONFLOW_H
