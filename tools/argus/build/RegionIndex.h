//===- RegionIndex.h - a kernel's regions by their stacks -------*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_TOOL_BUILD_REGIONINDEX_H
#define ARGUS_TOOL_BUILD_REGIONINDEX_H

#include "build/Contexts.h"
#include "model/Program.h"

#include <map>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

namespace argus {

/// The one place that maps a stack of sites to a region.
class RegionIndex {
public:
  RegionIndex(const CapsuleInfo &Capsule, unsigned Kernel);

  /// The innermost region (number in the capsule) that is listed for the stack; none
  /// outside of all. Regions reached by an indirect call alone are not listed; their
  /// code is in the region of the call.
  std::optional<size_t> find(const SiteStack &Stack) const;

  /// The region around a region.
  std::optional<size_t> parent(size_t Region) const;

private:
  /// A node has a number below the count of sites in all stacks; a site has 32 bits.
  static uint64_t child(size_t Node, unsigned Site) {
    return uint64_t{Node} << 32 | Site;
  }

  struct Node {
    std::optional<size_t> Region, Outer; ///< itself, and the next one around it
  };
  std::vector<Node> Nodes;
  std::unordered_map<uint64_t, size_t> Children;   ///< node and site -> node
  std::map<size_t, std::optional<size_t>> Parents; ///< by region
};

/// What both stacks begin with: the nearest common region.
SiteStack commonStack(const SiteStack &A, const SiteStack &B);

} // namespace argus

#endif // ARGUS_TOOL_BUILD_REGIONINDEX_H
