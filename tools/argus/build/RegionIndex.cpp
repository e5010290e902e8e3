//===- RegionIndex.cpp - a kernel's regions by their stacks ---------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "build/RegionIndex.h"

#include <algorithm>

namespace argus {

RegionIndex::RegionIndex(const CapsuleInfo &Capsule, unsigned Kernel) : Nodes(1) {
  std::vector<std::pair<size_t, SiteStack>> Mine;
  for (size_t I = 0; I < Capsule.Regions.size(); ++I)
    if (Capsule.Regions[I].Kernel == Kernel)
      Mine.emplace_back(I, Capsule.Regions[I].Stack);
  // Outer regions first, so that each finds the one around it.
  std::stable_sort(Mine.begin(), Mine.end(), [](const auto &A, const auto &B) {
    return A.second.size() < B.second.size();
  });
  for (const auto &[Region, Stack] : Mine) {
    const std::optional<size_t> Outer = find(Stack);
    size_t At = 0;
    for (const unsigned Site : Stack) {
      const auto [Slot, New] = Children.try_emplace(child(At, Site), Nodes.size());
      if (New)
        Nodes.push_back({std::nullopt, Outer});
      At = Slot->second;
    }
    Nodes[At].Region = Region;
    Parents[Region] = Outer;
  }
}

std::optional<size_t> RegionIndex::find(const SiteStack &Stack) const {
  size_t At = 0;
  for (const unsigned Site : Stack) {
    const auto Next = Children.find(child(At, Site));
    if (Next == Children.end())
      break;
    At = Next->second;
  }
  return Nodes[At].Region ? Nodes[At].Region : Nodes[At].Outer;
}

std::optional<size_t> RegionIndex::parent(size_t Region) const {
  const auto At = Parents.find(Region);
  return At == Parents.end() ? std::nullopt : At->second;
}

SiteStack commonStack(const SiteStack &A, const SiteStack &B) {
  return {A.begin(), std::mismatch(A.begin(), A.end(), B.begin(), B.end()).first};
}

} // namespace argus
