//===- Markers.h - region markers in the IR and what they enclose -*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The capsule's bitcode marks regions, roles and counted loops by calls of operand-less
// inline assembly, "argus.begin N" and "argus.end N", N being the site, and each trip
// of a counted loop by "argus.trip N" at the begin of the loop's body. They leave no
// other trace in the module, so that deleting them gives what a compile without them
// gives.
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_PASSES_MARKERS_H
#define ARGUS_PASSES_MARKERS_H

#include "argus/passes/RegionTable.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Instructions.h"
#include <map>
#include <optional>
#include <vector>

namespace argus {

enum class MarkerKind { Begin, End, Trip };

struct Marker {
  MarkerKind Kind;
  unsigned Site;
};

/// "begin", "end" or "trip".
llvm::StringRef toString(MarkerKind Kind);

/// The text of the assembly that marks a place of a site: "argus.begin 3".
std::string markerText(MarkerKind Kind, unsigned Site);

/// The marker that an instruction is, if any.
std::optional<Marker> asMarker(const llvm::Instruction &I);

/// Which regions are open at each instruction of a function, by forward dataflow over
/// the markers. Where paths meet, what is open on all of them stays open.
class RegionFlow {
public:
  using Stack = std::vector<unsigned>; ///< open sites, outermost first
  /// By the way that a cleanup's end will take, where that is known.
  using States = std::map<std::optional<int64_t>, Stack>;

  explicit RegionFlow(llvm::Function &F);

  /// Regions open on entry of a block. Unreachable blocks have none.
  Stack entry(const llvm::BasicBlock &BB) const;
  /// Regions open at the end of a block.
  Stack exit(const llvm::BasicBlock &BB) const;

  /// What is open on an edge, and how many of that stay open behind it.
  struct Crossing {
    Stack Open;
    size_t Kept;
    bool operator==(const Crossing &Other) const {
      return Open == Other.Open && Kept == Other.Kept;
    }
  };
  /// One for each way that comes over the edge; commonly one.
  std::vector<Crossing> crossings(const llvm::BasicBlock &From,
                                  const llvm::BasicBlock &To) const;

  /// Calls back for each instruction that is no marker, with the regions open there.
  void
  forEach(llvm::function_ref<void(llvm::Instruction &, const Stack &)> Visit) const;

  /// A marker or branch that leaves a region in doubt.
  struct Conflict {
    enum Kind {
      OpenOnSomePaths, ///< open when this branch is taken, not on the other ways there
      OpenAtReturn,
      EndWithoutBegin,
      BeginTwice,
    } What;
    unsigned Site;
    const llvm::Instruction *At;
  };
  std::vector<Conflict> conflicts() const;

private:
  States transfer(const llvm::BasicBlock &BB, States S) const;
  bool takes(std::optional<int64_t> Way, const llvm::BasicBlock &From,
             const llvm::BasicBlock &To) const;
  /// Behind the last switch that may read them, ways are told apart no more.
  std::optional<int64_t> keyAt(const llvm::BasicBlock &BB,
                               std::optional<int64_t> Way) const {
    return Readers.contains(&BB) ? Way : std::nullopt;
  }

  llvm::Function &F;
  const llvm::AllocaInst *Variable; ///< null: ways are not told apart
  llvm::SmallPtrSet<const llvm::BasicBlock *, 16> Readers;
  llvm::DenseMap<const llvm::BasicBlock *, States> In, Out;
};

/// Applies a marker to a stack. A region may end while one opened later is still open;
/// a trip changes nothing.
void applyMarker(const Marker &M, RegionFlow::Stack &S);

} // namespace argus

#endif // ARGUS_PASSES_MARKERS_H
