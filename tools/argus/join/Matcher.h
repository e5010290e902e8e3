//===- Matcher.h - events of a warp to occurrences of regions -----*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_TOOL_JOIN_MATCHER_H
#define ARGUS_TOOL_JOIN_MATCHER_H

#include "join/Warps.h"
#include "model/Program.h"

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace argus {

/// The region stacks seen in one kernel, numbered. 0 is the kernel itself.
class PathTable {
public:
  PathTable() : Stacks(1) {}
  unsigned child(unsigned Parent, unsigned Site);
  const std::vector<unsigned> &stack(unsigned Path) const { return Stacks[Path]; }
  size_t size() const { return Stacks.size(); }

private:
  std::vector<std::vector<unsigned>> Stacks;
  std::map<std::pair<unsigned, unsigned>, unsigned> Children;
};

struct Occurrence {
  unsigned Path = 0;
  uint64_t Begin = 0;
  uint64_t End = 0;
  uint8_t Iteration = 0;
  uint8_t Lane = 0; ///< that recorded the begin
};

struct MatchCounts {
  uint64_t UnmatchedBegins = 0; ///< the end was dropped, or the warp never reached it
  uint64_t UnmatchedEnds = 0;   ///< of a region that was closed already, or never open
  uint64_t UnknownEvents = 0;   ///< no such site or kind

  MatchCounts &operator+=(const MatchCounts &Other);
};

/// Pairs begins and ends. A region's path is what was open when it began. Where a warp
/// diverged, its parts may each record a region, in any interleaving: an end belongs to
/// the latest open begin of its site, of its own lane where there is one, and a begin
/// of a site that another lane has open stands beside it, not in it.
std::vector<Occurrence> matchEvents(const std::vector<TimedEvent> &Events,
                                    const std::vector<SiteInfo> &Sites,
                                    PathTable &Paths, MatchCounts &Counts);

} // namespace argus

#endif // ARGUS_TOOL_JOIN_MATCHER_H
