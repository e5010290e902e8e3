//===- PtxPaths.cpp - regions that a kernel of marked PTX reaches -------- ===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "nvcc/PtxPaths.h"
#include "argus/passes/SiteStack.h"
#include "argus/ptx/Link.h"
#include "argus/ptx/Parser.h"
#include "argus/ptxpasses/RegionCalls.h"
#include <algorithm>
#include <map>
#include <set>
#include <tuple>

namespace argus {

namespace {

using ptxpasses::RegionCalls;
using ptxpasses::RegionStep;

/// Walks calls from one kernel. Recursion ends at a function already on the way.
class Walk {
public:
  Walk(const RegionCalls &Calls, const RegionTable &Table, unsigned Kernel,
       RegionPaths &Out)
      : Calls(Calls), Table(Table), Kernel(Kernel), Out(Out) {}

  void visit(const std::string &Name, const SiteStack &Around, bool Indirect) {
    const auto Found = Calls.Of.find(Name);
    if (Found == Calls.Of.end() || !Seen.insert({Name, Around, Indirect}).second ||
        !OnTheWay.insert(Name).second)
      return;
    for (const RegionStep &Step : Found->second) {
      const SiteStack Open = joined(Around, Step.Open);
      if (Step.Indirect)
        for (const std::string &Target : Step.Targets)
          visit(Target, Open, true);
      else if (!Step.Callee.empty())
        visit(Step.Callee, Open, Indirect);
      else
        add(pathOf(Open), Indirect);
    }
    OnTheWay.erase(Name);
  }

private:
  static void addOnce(std::vector<std::string> &To, const std::string &Name) {
    if (std::find(To.begin(), To.end(), Name) == To.end())
      To.push_back(Name);
  }

  void add(const SiteStack &Open, bool Indirect) {
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

  RegionPath &path(const SiteStack &Regions) {
    const auto [Slot, New] = Known.try_emplace(Regions, Out.Paths.size());
    if (!New)
      return Out.Paths[Slot->second];
    RegionPath &P = Out.Paths.emplace_back();
    P.Kernel = Kernel;
    P.Stack = Regions;
    P.Path = Table.pathOf(Kernel, Regions);
    P.Id = regionId(Table.Kernels[Kernel].identity(), P.Path);
    P.Indirect = true; // until a way without is found
    return P;
  }

  const RegionCalls &Calls;
  const RegionTable &Table;
  unsigned Kernel;
  RegionPaths &Out;
  std::map<SiteStack, size_t> Known; ///< regions only; in Out.Paths
  std::set<std::tuple<std::string, SiteStack, bool>> Seen;
  std::set<std::string> OnTheWay;
};

RegionPaths pathsOf(const ptx::Module &M, const RegionTable &Table) {
  const RegionCalls Calls(M, "marked PTX");
  RegionPaths Result;
  Result.Scopes.resize(Table.Kernels.size());
  for (unsigned K = 0; K < Table.Kernels.size(); ++K)
    Walk(Calls, Table, K, Result).visit(Table.Kernels[K].Mangled, {}, false);
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
