//===- RegionFlow.cpp - which marks are open where -----------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RegionFlow.h"

#include "argus/Abi.h"

#include <algorithm>

namespace argus::ptxpasses {

size_t commonPrefix(const SiteStack &A, const SiteStack &B) {
  const auto Differs = std::mismatch(A.begin(), A.end(), B.begin(), B.end());
  return size_t(Differs.first - A.begin());
}

RegionFlow::RegionFlow(const ptx::Function &F, const std::string &File)
    : G(ptx::buildCfg(F, File)), In(G.Blocks.size()) {
  for (const Marker &M : findMarkers(F, File))
    Markers[M.Statement] = M;
  if (!G.Blocks.empty())
    solve();
}

const Marker *RegionFlow::step(unsigned Statement, SiteStack &Open) const {
  const auto At = Markers.find(Statement);
  if (At == Markers.end())
    return nullptr;
  const Marker &M = At->second;
  if (M.Kind == ARGUS_EVENT_BEGIN)
    Open.push_back(M.Site);
  else if (M.Kind == ARGUS_EVENT_END)
    endSite(Open, M.Site);
  return &M;
}

SiteStack RegionFlow::exit(unsigned Block) const {
  SiteStack Open = entry(Block);
  const ptx::Block &B = G.Blocks[Block];
  for (auto I = Markers.lower_bound(B.First); I != Markers.end() && I->first < B.Last;
       ++I)
    step(I->first, Open);
  return Open;
}

/// Whether threads leave the function behind the block, and not by a trap.
static bool isLeft(const ptx::Function &F, const ptx::Block &B) {
  if (!B.Successors.empty() || B.First == B.Last)
    return false;
  const auto *Last = std::get_if<ptx::Instruction>(&F.Body[B.Last - 1]);
  return !Last || Last->Opcode != "trap";
}

std::set<unsigned> RegionFlow::unclosed(const ptx::Function &F) const {
  std::set<unsigned> Ended, Result;
  for (const auto &[Statement, M] : Markers)
    if (M.Kind == ARGUS_EVENT_END)
      Ended.insert(M.Site);
  const auto Leave = [&](const SiteStack &Open, size_t Kept) {
    for (size_t I = Kept; I < Open.size(); ++I)
      if (Ended.count(Open[I])) // none where it has ended already
        Result.insert(Open[I]);
  };
  for (unsigned B = 0; B < G.Blocks.size(); ++B) {
    if (!reached(B))
      continue;
    const SiteStack Open = exit(B);
    for (const unsigned Next : G.Blocks[B].Successors)
      Leave(Open, entry(Next).size());
    if (isLeft(F, G.Blocks[B]))
      Leave(Open, 0);
  }
  return Result;
}

/// Stacks only get shorter, so this ends.
void RegionFlow::solve() {
  In[0].emplace();
  std::set<unsigned> Work{0}; // the first in the text comes first
  while (!Work.empty()) {
    const unsigned At = *Work.begin();
    Work.erase(Work.begin());
    const SiteStack Open = exit(At);
    for (const unsigned Next : G.Blocks[At].Successors) {
      const bool New = !In[Next];
      if (New)
        In[Next] = Open;
      const size_t Common = commonPrefix(*In[Next], Open);
      if (!New && Common == In[Next]->size())
        continue;
      In[Next]->resize(Common);
      Work.insert(Next);
    }
  }
}

} // namespace argus::ptxpasses
