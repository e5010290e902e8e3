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
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace argus {

/// Nested names seen in one kernel, numbered: the paths of its regions, or its roles. 0
/// is the empty path: the kernel itself, or no role. Sites of one name in one path are
/// one path, whose stack is that of the first.
class PathTable {
public:
  PathTable() : Entries(1) {}
  unsigned child(unsigned Parent, unsigned Site, const std::string &Name);
  /// Sites, outermost first.
  const std::vector<unsigned> &stack(unsigned Path) const {
    return Entries[Path].Stack;
  }
  /// "mainloop/wait"
  const std::string &name(unsigned Path) const { return Entries[Path].Name; }
  unsigned parent(unsigned Path) const { return Entries[Path].Parent; }
  size_t size() const { return Entries.size(); }

private:
  struct Entry {
    std::vector<unsigned> Stack;
    std::string Name;
    unsigned Parent = 0;
  };
  std::vector<Entry> Entries;
  std::map<std::pair<unsigned, std::string>, unsigned> Children;
};

/// What is open around an occurrence.
struct Coordinates {
  unsigned Path = 0;           ///< of the region; an occurrence's own included
  unsigned Role = 0;           ///< the innermost role; 0: none
  std::vector<uint32_t> Trips; ///< one a counted loop, outermost first
};

struct Occurrence {
  Coordinates At;
  uint64_t Begin = 0;
  uint64_t End = 0;
  uint8_t Lane = 0; ///< that recorded the begin
};

/// The tables that occurrences refer to, kept for all warps of a kernel.
struct KernelPaths {
  PathTable Regions, Roles;
  std::map<unsigned, uint64_t> Unended; ///< by region: begins that met no end
  std::set<std::string> Reachable; ///< the paths that the code has: "mainloop/wait"
};

struct WarpMatch {
  std::vector<Occurrence> Occurrences; ///< of regions, by begin
  std::vector<Coordinates> Trips;      ///< of counted loops, each with its own number
  std::vector<unsigned> Roles;         ///< that the warp took, without repetition
};

struct MatchCounts {
  uint64_t UnmatchedBegins = 0; ///< the end was dropped, or the warp never reached it
  uint64_t UnmatchedEnds = 0;   ///< of a region that was closed already, or never open;
                                ///< and trips of a loop that is not open
  uint64_t UnknownEvents = 0;   ///< no such site or kind

  MatchCounts &operator+=(const MatchCounts &Other);
};

/// Pairs begins and ends. A region's coordinates are what was open when it began. Where
/// a warp diverged, its parts may each record a region, in any interleaving: an end
/// belongs to the latest open begin of its site, of its own lane where there is one,
/// and a begin of a site that another lane has open stands beside it, not in it. After
/// a call through a pointer the parts need not meet again: one may begin a region when
/// another has left those around it. Where the code has no such path, the region began
/// in the latest path from which the code leads to it. A loop's trips are its trip
/// events since its begin; what begins before the first, such as a region in the loop's
/// condition, counts to trip 0.
WarpMatch matchEvents(const std::vector<TimedEvent> &Events,
                      const std::vector<SiteInfo> &Sites, KernelPaths &Paths,
                      MatchCounts &Counts);

} // namespace argus

#endif // ARGUS_TOOL_JOIN_MATCHER_H
