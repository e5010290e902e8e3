//===- Names.cpp - the scopes of a function body --------------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Names.h"

namespace argus::ptx {

Names::Names() : Scopes(1) {}

void Names::open() {
  Scopes.push_back({Current, {}});
  Current = Scopes.size() - 1;
  ++Depth;
}

bool Names::close() {
  if (Depth == 0)
    return false;
  Current = Scopes[Current].Parent;
  --Depth;
  return true;
}

bool Names::declare(const std::string &Name, Entity E) {
  return Scopes[Current].Entities.emplace(Name, E).second;
}

std::optional<Entity> Names::find(const std::string &Name, unsigned Scope) const {
  for (;;) {
    const auto &Entities = Scopes[Scope].Entities;
    if (auto Found = Entities.find(Name); Found != Entities.end())
      return Found->second;
    if (Scope == 0)
      return std::nullopt;
    Scope = Scopes[Scope].Parent;
  }
}

} // namespace argus::ptx
