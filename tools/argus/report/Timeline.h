//===- Timeline.h - intervals for ui.perfetto.dev -----------------*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_TOOL_REPORT_TIMELINE_H
#define ARGUS_TOOL_REPORT_TIMELINE_H

#include "join/Join.h"

#include <cstdint>
#include <string>
#include <vector>

namespace argus {

/// Collects the intervals of one run and writes them in Chrome's trace event format:
/// a process for each launch on each SM, a thread for each warp.
class Timeline {
public:
  /// What the viewer can still handle well.
  static constexpr size_t DefaultLimit = 200000;

  /// Virtual: the tracks say that they are the virtual device's.
  Timeline(std::vector<std::string> RegionPatterns, bool Virtual,
           size_t Limit = DefaultLimit)
      : Patterns(std::move(RegionPatterns)), Virtual(Virtual), Limit(Limit) {}

  /// Takes the first `Limit` intervals; joinRun gives them warp by warp, so that whole
  /// warps are there and not a part of each.
  void add(const Interval &I);
  uint64_t intervals() const { return Entries.size(); }
  uint64_t omitted() const { return Omitted; }
  std::string text() const;

  /// What of an interval is needed to draw it.
  struct Entry {
    unsigned Process;
    int Device;
    uint64_t Launch;
    uint32_t Sm;
    uint64_t Cta;
    uint16_t Warp;
    std::vector<uint32_t> Trips;
    std::string Roles;
    bool MayOverlap; ///< a span: need not nest in its neighbours
    std::string Path;
    uint64_t EpochNs;
    double BeginNs;
    double DurationNs;
  };

private:
  std::vector<std::string> Patterns;
  bool Virtual;
  size_t Limit;
  std::vector<Entry> Entries;
  uint64_t Omitted = 0;
};

} // namespace argus

#endif // ARGUS_TOOL_REPORT_TIMELINE_H
