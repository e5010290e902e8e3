//===- ContextInference.cpp - origins for PTX without locations -------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ContextInference.h"
#include "ContextNumbers.h"
#include "llvm/ADT/SmallVector.h"
#include <algorithm>

using namespace llvm;

namespace argus {

//===- ContextTree ------------------------------------------------------------===//

ContextTree::ContextTree(std::vector<Context> &Contexts) : Contexts(Contexts) {
  Nodes.push_back({0, 0, 0});
  NodeOf.reserve(Contexts.size());
  // Neighbours mostly share a stack.
  const std::vector<unsigned> *Last = nullptr;
  for (const Context &C : Contexts) {
    NodeOf.push_back(Last && *Last == C.Stack ? NodeOf.back() : insert(C.Stack));
    Last = &C.Stack;
  }
}

unsigned ContextTree::insert(const std::vector<unsigned> &Stack) {
  unsigned At = 0;
  for (unsigned Site : Stack) {
    const auto [Slot, New] = Children.try_emplace({At, Site}, Nodes.size());
    if (New)
      Nodes.push_back({At, Nodes[At].Depth + 1, Site});
    At = Slot->second;
  }
  return At;
}

std::vector<unsigned> ContextTree::stack(unsigned At) const {
  std::vector<unsigned> Stack(Nodes[At].Depth);
  for (; At; At = Nodes[At].Parent)
    Stack[Nodes[At].Depth - 1] = Nodes[At].Site;
  return Stack;
}

bool ContextTree::known(unsigned Number) const {
  return Number > EntryContext && Number < Contexts.size();
}

unsigned ContextTree::nearestCommon(unsigned A, unsigned B) const {
  while (A != B)
    if (Nodes[A].Depth >= Nodes[B].Depth)
      A = Nodes[A].Parent;
    else
      B = Nodes[B].Parent;
  return A;
}

unsigned ContextTree::inferred(unsigned Of, ArrayRef<unsigned> Users, unsigned Place) {
  const unsigned Function =
      Functions.try_emplace(Contexts[Of].Function, Functions.size()).first->second;
  unsigned &Number = Users.size() == 1
                         ? MadeOfOne[std::make_tuple(Place, Function, Users.front())]
                         : Made[std::make_tuple(Place, Function, Users.vec())];
  if (!Number)
    Number = make(Of, Users, Place);
  return Number;
}

unsigned ContextTree::make(unsigned Of, ArrayRef<unsigned> Users, unsigned Place) {
  unsigned Common = Users.front();
  for (unsigned Node : Users)
    Common = nearestCommon(Common, Node);
  Context C;
  if (Place) {
    C.File = Contexts[Place].File;
    C.Line = Contexts[Place].Line;
    C.Column = Contexts[Place].Column;
  }
  C.Stack = stack(Common);
  C.From = Origin::Inferred;
  C.Function = Contexts[Of].Function;
  if (Users.size() > 1)
    for (unsigned Node : Users)
      C.Contributors.push_back(stack(Node));
  Contexts.push_back(std::move(C));
  NodeOf.push_back(Common);
  return Contexts.size() - 1;
}

//===- Inference --------------------------------------------------------------===//

namespace {

/// Lists of units by register.
class UnitLists {
public:
  template <typename Select>
  UnitLists(const PtxBody &Body, Select Registers) : Begin(Body.RegisterCount + 1) {
    for (const PtxUnit &U : Body.Units)
      for (unsigned R : Registers(U))
        ++Begin[R];
    unsigned Sum = 0;
    for (unsigned &B : Begin)
      B = Sum += B;
    Units.resize(Sum);
    for (unsigned I = Body.Units.size(); I-- > 0;)
      for (unsigned R : Registers(Body.Units[I]))
        Units[--Begin[R]] = I;
  }
  ArrayRef<unsigned> operator[](unsigned R) const {
    return ArrayRef(Units).slice(Begin[R], Begin[R + 1] - Begin[R]);
  }

private:
  std::vector<unsigned> Begin, Units;
};

class Inference {
public:
  Inference(PtxBody &Body, ContextTree &Tree)
      : Body(Body), Tree(Tree),
        Users(Body, [&](const PtxUnit &U) { return Body.uses(U); }),
        Definers(Body, [&](const PtxUnit &U) { return Body.defs(U); }),
        Unknown(Body.Units.size(), Known) {
    for (unsigned I = 0; I < Body.Units.size(); ++I)
      if (!Tree.known(Body.Units[I].Context)) {
        Unknown[I] = Found.size();
        Found.emplace_back();
        Open.push_back(I);
      }
  }

  void run() {
    takeFromUsers();
    takeFromOperands();
    // A store has no result: what is computed for it alone waits for its operands.
    takeFromUsers();
    for (unsigned I : Open)
      if (Body.Units[I].Jump)
        resolveJump(I);
    assign();
  }

private:
  /// Past this many regions, only their nearest common one is kept.
  static constexpr unsigned MostRegions = 16;

  struct Result {
    SmallVector<unsigned, 2> Nodes; ///< regions, sorted
    unsigned Place = 0;             ///< the one context of all users
    bool Several = false;           ///< places
    bool Many = false;              ///< regions: only the nearest common one is there
  };

  /// Takes from the units that `Sources` lists for a unit's `Inputs` until nothing
  /// changes; what changes is told to those that take from it. Sets only grow, so this
  /// ends.
  template <typename Inputs, typename Outputs>
  void flow(Inputs In, const UnitLists &Sources, Outputs Out,
            const UnitLists &Dependents) {
    std::vector<char> Waiting(Body.Units.size()), Taking(Body.Units.size());
    std::vector<unsigned> Work(Open.rbegin(), Open.rend());
    for (unsigned I : Open)
      Waiting[I] = Taking[I] = true;
    while (!Work.empty()) {
      const unsigned I = Work.back();
      Work.pop_back();
      Waiting[I] = false;
      bool Changed = false;
      for (unsigned R : In(Body.Units[I]))
        for (unsigned Other : Sources[R])
          Changed |= Other != I && take(Found[Unknown[I]], Other);
      if (!Changed)
        continue;
      for (unsigned R : Out(Body.Units[I]))
        for (unsigned Other : Dependents[R])
          if (Taking[Other] && !Waiting[Other]) {
            Waiting[Other] = true;
            Work.push_back(Other);
          }
    }
  }

  bool take(Result &To, unsigned From) {
    bool Changed = false;
    if (Unknown[From] == Known) {
      const unsigned Number = Body.Units[From].Context;
      Changed = addPlace(To, Number, false);
      return addNode(To, Tree.node(Number)) || Changed;
    }
    const Result &Other = Found[Unknown[From]];
    if (Other.Nodes.empty())
      return false;
    Changed = addPlace(To, Other.Place, Other.Several);
    for (unsigned Node : SmallVector<unsigned, 2>(Other.Nodes))
      Changed |= addNode(To, Node);
    return Changed;
  }

  static bool addPlace(Result &To, unsigned Place, bool Several) {
    if (To.Several || (!Several && (!Place || To.Place == Place)))
      return false;
    if (!Several && !To.Place) {
      To.Place = Place;
      return true;
    }
    To.Several = true;
    return true;
  }

  bool addNode(Result &To, unsigned Node) {
    if (To.Many) {
      const unsigned Common = Tree.nearestCommon(To.Nodes[0], Node);
      const bool Changed = Common != To.Nodes[0];
      To.Nodes[0] = Common;
      return Changed;
    }
    const auto At = std::lower_bound(To.Nodes.begin(), To.Nodes.end(), Node);
    if (At != To.Nodes.end() && *At == Node)
      return false;
    To.Nodes.insert(At, Node);
    if (To.Nodes.size() > MostRegions) {
      unsigned Common = Node;
      for (unsigned N : To.Nodes)
        Common = Tree.nearestCommon(Common, N);
      To.Nodes.assign(1, Common);
      To.Many = true;
    }
    return true;
  }

  void takeFromUsers() {
    const auto Defs = [&](const PtxUnit &U) { return Body.defs(U); };
    const auto Uses = [&](const PtxUnit &U) { return Body.uses(U); };
    flow(Defs, Users, Uses, Definers);
    keepUnresolved();
  }

  void takeFromOperands() {
    const auto Defs = [&](const PtxUnit &U) { return Body.defs(U); };
    const auto Uses = [&](const PtxUnit &U) { return Body.uses(U); };
    flow(Uses, Definers, Defs, Users);
    keepUnresolved();
  }

  void keepUnresolved() {
    llvm::erase_if(Open, [&](unsigned I) { return !Found[Unknown[I]].Nodes.empty(); });
  }

  void resolveJump(unsigned I) {
    Result &To = Found[Unknown[I]];
    if (I > 0)
      take(To, I - 1);
    const auto Target = Body.Labels.find(Body.Target[I]);
    if (Target != Body.Labels.end() && Target->second < Body.Units.size() &&
        Target->second != I)
      take(To, Target->second);
  }

  void assign() {
    const auto First = llvm::find_if(
        Body.Units, [&](const PtxUnit &U) { return Tree.known(U.Context); });
    const unsigned Of = First == Body.Units.end() ? 0 : First->Context;
    for (unsigned I = 0; I < Body.Units.size(); ++I) {
      if (Unknown[I] == Known)
        continue;
      const Result &R = Found[Unknown[I]];
      Body.Units[I].Context = R.Nodes.empty()
                                  ? UnattributedContext
                                  : Tree.inferred(Of, R.Nodes, R.Several ? 0 : R.Place);
    }
  }

  PtxBody &Body;
  ContextTree &Tree;
  UnitLists Users, Definers;
  static constexpr unsigned Known = ~0u;
  std::vector<unsigned> Unknown; ///< by unit: in Found
  std::vector<Result> Found;
  std::vector<unsigned> Open; ///< unknown units not resolved yet
};

} // namespace

void inferContexts(PtxBody &Body, ContextTree &Tree) {
  if (llvm::any_of(Body.Units,
                   [&](const PtxUnit &U) { return !Tree.known(U.Context); }))
    Inference(Body, Tree).run();
}

} // namespace argus
