//===- WarpScope.cpp - which occurrences of a warp a query is about ---===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "join/WarpScope.h"

#include "support/Text.h"

#include <algorithm>

namespace argus {

WarpScope::WarpScope(const Scope &S, const PathTable &Names,
                     const std::vector<unsigned> &Taken)
    : S(S), Names(Names), Taken(Taken), Held(Names.size()) {
  for (unsigned Role : Taken)
    for (; Role; Role = Names.parent(Role))
      Roles.insert(Role);
  Held[0] = !S.Role;
  for (const unsigned Role : Roles) {
    Held[Role] = S.holdsRole(Names.name(Role));
    Held[0] = Held[0] || Held[Role];
  }
}

bool WarpScope::holdsRole(unsigned Role) const { return Held[Role]; }

bool WarpScope::holds(const Coordinates &At) const {
  if (!holdsRole(At.Role))
    return false;
  if (!S.Iter)
    return true;
  return At.Trips.empty() ? At.Path == 0 : S.Iter->contains(At.Trips.back());
}

bool WarpScope::isIn(const Coordinates &At, unsigned Role) const {
  if (At.Role == 0)
    return Roles.count(Role);
  unsigned Around = At.Role;
  while (Around && Around != Role)
    Around = Names.parent(Around);
  return Around == Role;
}

std::string WarpScope::rolesOf(const Coordinates &At) const {
  if (At.Role)
    return Names.name(At.Role);
  std::vector<std::string> All;
  for (const unsigned Role : Taken)
    All.push_back(Names.name(Role));
  return join(All, ", ");
}

} // namespace argus
