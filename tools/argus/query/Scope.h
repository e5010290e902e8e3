//===- Scope.h - which launches, CTAs and warps a query is about --*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_TOOL_QUERY_SCOPE_H
#define ARGUS_TOOL_QUERY_SCOPE_H

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace argus {

/// Half open: A:B holds A and not B. "A:" has no end, ":B" starts at 0, "A" is A:A+1.
struct Range {
  uint64_t Begin = 0;
  uint64_t End = std::numeric_limits<uint64_t>::max();

  bool contains(uint64_t Value) const { return Value >= Begin && Value < End; }
  bool operator==(const Range &Other) const {
    return Begin == Other.Begin && End == Other.End;
  }
};

/// Throws Failure(BadUsage); `Coordinate` names it in the message.
Range parseRange(std::string_view Text, std::string_view Coordinate);
std::string toString(const Range &R);

struct Scope {
  std::optional<Range> Rank;         ///< of the process, where a program has several
  std::optional<std::string> Kernel; ///< name, mangled name or glob
  std::optional<Range> Launch;       ///< launches count from 1 in each process
  std::optional<Range> Cta;          ///< linear: x + gridDim.x * (y + gridDim.y * z)
  std::optional<Range> Warp;         ///< in its CTA
  /// Name, path or glob of a role, as for regions: "tma" and "producer" both select
  /// the role "tma" inside "producer".
  std::optional<std::string> Role;
  std::optional<Range> Iter; ///< trips of the innermost counted loop, from 0

  bool empty() const {
    return !Rank && !Kernel && !Launch && !Cta && !Warp && !Role && !Iter;
  }
  /// Whether it holds a part of what a warp does only.
  bool dividesWarps() const { return Role || Iter; }
  bool holdsKernel(const std::string &Name, const std::string &Mangled) const;
  bool holdsRank(std::optional<unsigned> Of) const {
    return !Rank || (Of && Rank->contains(*Of));
  }
  bool holdsLaunch(uint64_t N) const { return !Launch || Launch->contains(N); }
  bool holdsWarp(uint64_t CtaIndex, uint64_t WarpIndex) const {
    return (!Cta || Cta->contains(CtaIndex)) && (!Warp || Warp->contains(WarpIndex));
  }
  /// Roles: paths, "producer/tma". A role lies in those around it.
  bool holdsRole(const std::string &Path) const;
  bool holdsAnyRole(const std::vector<std::string> &Paths) const;
};

/// "rank=0,kernel=gemm,launch=1:3,cta=0:8,warp=0,role=mma,iter=0:16". Throws
/// Failure(BadUsage).
Scope parseScope(std::string_view Text);
/// Adds one coordinate; an error where it is set already, unknown or malformed.
void setCoordinate(Scope &S, std::string_view Key, std::string_view Value);
std::string toString(const Scope &S);

} // namespace argus

#endif // ARGUS_TOOL_QUERY_SCOPE_H
