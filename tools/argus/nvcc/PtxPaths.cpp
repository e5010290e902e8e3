//===- PtxPaths.cpp - regions that a kernel of marked PTX reaches -------- ===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "nvcc/PtxPaths.h"
#include "argus/ptx/Cfg.h"
#include "argus/ptx/Link.h"
#include "argus/ptx/Module.h"
#include "argus/ptx/Parser.h"
#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <tuple>

namespace argus {

namespace {

using Stack = std::vector<unsigned>;

/// A call or the begin of a mark, with the marks of the function that are open there.
struct Event {
  Stack Open;
  std::string Callee; ///< empty: Open's last has begun
  bool Indirect = false;
};

std::optional<unsigned> numberBehind(const ptx::Directive &D, std::string_view Word) {
  const size_t At = D.Text.find(Word);
  if (D.Name != ".pragma" || At == std::string::npos)
    return std::nullopt;
  return std::stoul(D.Text.substr(At + Word.size()));
}

bool isIn(const std::set<std::string> &Names, const std::string &Name) {
  return Names.count(Name) != 0;
}

/// Everything that a function does with marks, in the order of its text.
class FunctionReader {
public:
  FunctionReader(const ptx::Function &F, const std::set<std::string> &Functions,
                 std::set<std::string> &Taken)
      : F(F), Functions(Functions), Taken(Taken) {}

  std::vector<Event> read() {
    const ptx::Cfg Graph = ptx::buildCfg(F, F.Name);
    std::vector<std::optional<Stack>> Entry(Graph.Blocks.size());
    std::set<unsigned> Work; // the first in the text comes first
    if (!Graph.Blocks.empty()) {
      Entry[0].emplace();
      Work.insert(0);
    }
    while (!Work.empty()) {
      const unsigned At = *Work.begin();
      Work.erase(Work.begin());
      Stack Open = *Entry[At];
      const ptx::Block &B = Graph.Blocks[At];
      for (unsigned I = B.First; I < B.Last; ++I)
        step(F.Body[I], Open);
      for (const unsigned Next : B.Successors)
        if (!Entry[Next]) {
          Entry[Next] = Open;
          Work.insert(Next);
        }
    }
    return std::move(Events);
  }

private:
  void step(const ptx::Statement &S, Stack &Open) {
    if (const auto *D = std::get_if<ptx::Directive>(&S)) {
      if (const auto Begun = numberBehind(*D, "argus.begin ")) {
        Open.push_back(*Begun);
        Events.push_back({Open, "", false});
      } else if (const auto Ended = numberBehind(*D, "argus.end ")) {
        const auto Last = std::find(Open.rbegin(), Open.rend(), *Ended);
        if (Last != Open.rend())
          Open.erase(std::next(Last).base());
      }
    } else if (const auto *I = std::get_if<ptx::Instruction>(&S)) {
      instruction(*I, Open);
    }
  }

  void instruction(const ptx::Instruction &I, const Stack &Open) {
    if (I.Opcode != "call") {
      for (const ptx::Operand &O : I.Operands)
        if (O.What == ptx::Operand::Kind::Symbol && isIn(Functions, O.Name))
          Taken.insert(O.Name);
      return;
    }
    for (const ptx::Operand &O : I.Operands) {
      if (O.What == ptx::Operand::Kind::Symbol && isIn(Functions, O.Name))
        return Events.push_back({Open, O.Name, false});
      if (O.What == ptx::Operand::Kind::Register)
        return Events.push_back({Open, "", true});
    }
  }

  const ptx::Function &F;
  const std::set<std::string> &Functions;
  std::set<std::string> &Taken;
  std::vector<Event> Events;
};

/// Walks calls from one kernel. Recursion ends at a function already on the way.
class Walk {
public:
  Walk(const std::map<std::string, std::vector<Event>> &EventsOf,
       const std::set<std::string> &Taken, const RegionTable &Table, unsigned Kernel,
       RegionPaths &Out)
      : EventsOf(EventsOf), Taken(Taken), Table(Table), Kernel(Kernel), Out(Out) {}

  void visit(const std::string &Name, const Stack &Around, bool Indirect) {
    const auto Found = EventsOf.find(Name);
    if (Found == EventsOf.end() || !Seen.insert({Name, Around, Indirect}).second ||
        !OnTheWay.insert(Name).second)
      return;
    for (const Event &E : Found->second) {
      Stack Open = Around;
      Open.insert(Open.end(), E.Open.begin(), E.Open.end());
      if (E.Indirect)
        for (const std::string &Target : Taken)
          visit(Target, Open, true);
      else if (!E.Callee.empty())
        visit(E.Callee, Open, Indirect);
      else
        add(Open, Indirect);
    }
    OnTheWay.erase(Name);
  }

private:
  static void addOnce(std::vector<std::string> &To, const std::string &Name) {
    if (std::find(To.begin(), To.end(), Name) == To.end())
      To.push_back(Name);
  }

  void add(const Stack &Open, bool Indirect) {
    std::string Role;
    for (const unsigned Site : Table.rolesOf(Open))
      Role += (Role.empty() ? "" : "/") + Table.Sites[Site].Name;
    if (!Role.empty())
      addOnce(Out.Scopes[Kernel].Roles, Role);
    if (!Table.Sites[Open.back()].isRegion())
      return;
    RegionPath &P = path(Table.regionsOf(Open));
    P.Indirect &= Indirect;
    if (!Role.empty())
      addOnce(P.Roles, Role);
    P.Counted |= std::any_of(Open.begin(), Open.end(), [&](unsigned Site) {
      return Table.Sites[Site].Form == RegionForm::Iteration;
    });
  }

  RegionPath &path(const Stack &Regions) {
    const auto [Slot, New] = Known.try_emplace(Regions, Out.Paths.size());
    if (!New)
      return Out.Paths[Slot->second];
    RegionPath &P = Out.Paths.emplace_back();
    P.Kernel = Kernel;
    P.Stack = Regions;
    P.Path = Table.pathOf(Kernel, Regions);
    P.Id = regionId(Table.Kernels[Kernel].Mangled, P.Path);
    P.Indirect = true; // until a way without is found
    return P;
  }

  const std::map<std::string, std::vector<Event>> &EventsOf;
  const std::set<std::string> &Taken;
  const RegionTable &Table;
  unsigned Kernel;
  RegionPaths &Out;
  std::map<Stack, size_t> Known; ///< regions only; in Out.Paths
  std::set<std::tuple<std::string, Stack, bool>> Seen;
  std::set<std::string> OnTheWay;
};

RegionPaths pathsOf(const ptx::Module &M, const RegionTable &Table) {
  std::set<std::string> Functions, Taken;
  for (const ptx::Item &I : M.Items)
    if (const auto *F = std::get_if<ptx::Function>(&I); F && F->HasBody)
      Functions.insert(F->Name);
  std::map<std::string, std::vector<Event>> EventsOf;
  for (const ptx::Item &I : M.Items) {
    if (const auto *F = std::get_if<ptx::Function>(&I); F && F->HasBody)
      EventsOf[F->Name] = FunctionReader(*F, Functions, Taken).read();
    if (const auto *V = std::get_if<ptx::Variable>(&I))
      for (const ptx::InitialValue &Value : V->Init)
        if (isIn(Functions, Value.Symbol))
          Taken.insert(Value.Symbol);
  }
  RegionPaths Result;
  Result.Scopes.resize(Table.Kernels.size());
  for (unsigned K = 0; K < Table.Kernels.size(); ++K)
    Walk(EventsOf, Taken, Table, K, Result).visit(Table.Kernels[K].Mangled, {}, false);
  return Result;
}

} // namespace

RegionPaths pathsOfMarkedPtx(const std::string &Ptx, const RegionTable &Table) {
  return pathsOf(ptx::parse(Ptx, "marked PTX"), Table);
}

RegionPaths pathsOfMarkedUnits(const std::vector<std::string> &Units,
                               const RegionTable &Table) {
  std::vector<ptx::Module> Modules;
  for (const std::string &Ptx : Units)
    Modules.push_back(ptx::parse(Ptx, "marked PTX"));
  return pathsOf(ptx::link(std::move(Modules)), Table);
}

} // namespace argus
