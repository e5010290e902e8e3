//===- ContextInference.h - origins for PTX without locations -----*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM drops the location of what it hoists, and of what its code generation adds:
// addresses, constants, parameter loads, copies for phis. Such an instruction exists
// for the sake of those that use its result, so its region is the nearest common one of
// theirs. Where no user is known, the operands' origin counts; for a jump, where it
// comes from and where it goes. What is found this way is marked as inferred.
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_PASSES_CONTEXTINFERENCE_H
#define ARGUS_PASSES_CONTEXTINFERENCE_H

#include "PtxUnits.h"
#include "argus/passes/Variant.h"
#include <map>
#include <tuple>

namespace argus {

/// The contexts as a tree of regions, and new ones for what is inferred.
class ContextTree {
public:
  explicit ContextTree(std::vector<Context> &Contexts);

  /// The node of a context's regions.
  unsigned node(unsigned Number) const { return NodeOf[Number]; }
  bool known(unsigned Number) const;
  unsigned nearestCommon(unsigned A, unsigned B) const;
  /// The number of the context inferred for code of a function that is used in the
  /// regions of `Nodes` (sorted, at least one), at the place of context `Place` (0: at
  /// several). The function is that of context `Of`, 0 where it is not known.
  unsigned inferred(unsigned Of, llvm::ArrayRef<unsigned> Nodes, unsigned Place);

private:
  unsigned insert(const std::vector<unsigned> &Stack);
  std::vector<unsigned> stack(unsigned Node) const;
  unsigned make(unsigned Of, llvm::ArrayRef<unsigned> Nodes, unsigned Place);

  struct Node {
    unsigned Parent, Depth, Site;
  };
  std::vector<Context> &Contexts;
  std::vector<Node> Nodes;
  llvm::DenseMap<std::pair<unsigned, unsigned>, unsigned> Children;
  std::vector<unsigned> NodeOf;        ///< by context
  llvm::StringMap<unsigned> Functions; ///< numbers of functions with inferred contexts
  /// By place, function and the one region of the users, or all of them.
  llvm::DenseMap<std::tuple<unsigned, unsigned, unsigned>, unsigned> MadeOfOne;
  std::map<std::tuple<unsigned, unsigned, std::vector<unsigned>>, unsigned> Made;
};

/// Gives each unit of a function that has no context an inferred one, where it can.
void inferContexts(PtxBody &Body, ContextTree &Tree);

} // namespace argus

#endif // ARGUS_PASSES_CONTEXTINFERENCE_H
