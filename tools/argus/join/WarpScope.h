//===- WarpScope.h - which occurrences of a warp a query is about -*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_TOOL_JOIN_WARPSCOPE_H
#define ARGUS_TOOL_JOIN_WARPSCOPE_H

#include "join/Matcher.h"
#include "query/Scope.h"

#include <set>
#include <string>
#include <vector>

namespace argus {

/// The roles of what one warp did in one launch, and which of it lies in a scope. An
/// occurrence lies in the roles that are open around it; where none is, in those that
/// its warp takes anywhere in the launch. A role lies in those around it.
class WarpScope {
public:
  WarpScope(const Scope &S, const PathTable &Names, const std::vector<unsigned> &Taken);

  /// In the scope's role and trips. The kernel itself has no trip and is held.
  bool holds(const Coordinates &At) const;
  /// 0: what has no role open around it.
  bool holdsRole(unsigned Role) const;
  bool isIn(const Coordinates &At, unsigned Role) const;
  /// The roles that the warp takes and those around them.
  const std::set<unsigned> &allRoles() const { return Roles; }
  /// The innermost, for a reader: "producer/tma, consumer". Empty: none.
  std::string rolesOf(const Coordinates &At) const;

private:
  const Scope &S;
  const PathTable &Names;
  std::vector<unsigned> Taken;
  std::set<unsigned> Roles;
  std::vector<bool> Held; ///< by role; 0: by what the warp takes
};

} // namespace argus

#endif // ARGUS_TOOL_JOIN_WARPSCOPE_H
