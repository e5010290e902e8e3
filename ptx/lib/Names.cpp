//===- Names.cpp - the scopes of a function body --------------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Names.h"

#include <algorithm>

namespace argus::ptx {

Names::Names() : Scopes(1) {}

void Names::open() {
  Scopes.push_back({Current, {}, {}});
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

/// Bases are short, and their last letters differ ("%r", "%rd"): a call of memcmp would
/// take longer than to compare them.
static bool beginsWith(const std::string &Name, const std::string &Base) {
  for (size_t I = Base.size(); I-- > 0;)
    if (Name[I] != Base[I])
      return false;
  return true;
}

/// The number that the name adds to a range's base; Count or more: it is none of them.
static unsigned numberIn(const std::string &Name, const std::string &Base,
                         unsigned Count) {
  const size_t Digits = Name.size() - Base.size();
  if (Name.size() <= Base.size() || Digits > 9 || !beginsWith(Name, Base))
    return Count;
  const char *At = Name.data() + Base.size();
  if (*At == '0')
    return Digits == 1 ? 0 : Count;
  unsigned Number = 0;
  for (size_t I = 0; I < Digits; ++I) {
    if (At[I] < '0' || At[I] > '9')
      return Count;
    Number = Number * 10 + unsigned(At[I] - '0');
  }
  return Number;
}

std::optional<Entity> Names::findInRanges(const Scope &S, const std::string &Name) {
  for (const Range &R : S.Ranges)
    if (unsigned Number = numberIn(Name, R.Base, R.Count); Number < R.Count)
      return Entity{Entity::Kind::Register, R.First + Number};
  return std::nullopt;
}

bool Names::declare(const std::string &Name, Entity E) {
  Scope &S = Scopes[Current];
  return !findInRanges(S, Name) && S.Entities.emplace(Name, E).second;
}

/// Each look-up goes through all ranges of a scope; compilers write seven at most.
static constexpr size_t MostRanges = 16;

unsigned Names::declareRange(const std::string &Base, unsigned Count, uint32_t First) {
  Scope &S = Scopes[Current];
  if (S.Ranges.size() == MostRanges) {
    for (unsigned I = 0; I < Count; ++I)
      if (!declare(Base + std::to_string(I), {Entity::Kind::Register, First + I}))
        return I;
    return Count;
  }
  unsigned Taken = Count;
  for (const auto &[Name, Entity] : S.Entities)
    Taken = std::min(Taken, numberIn(Name, Base, Count));
  // `%r<20>` and `%r1<3>` share %r10 to %r12.
  for (const Range &R : S.Ranges)
    if (R.Base.compare(0, Base.size(), Base) == 0 ||
        Base.compare(0, R.Base.size(), R.Base) == 0)
      for (unsigned I = 0; I < Taken; ++I)
        if (numberIn(Base + std::to_string(I), R.Base, R.Count) < R.Count)
          Taken = I;
  S.Ranges.push_back({Base, Count, First});
  return Taken;
}

std::optional<Entity> Names::find(const std::string &Name, unsigned Scope) const {
  for (;;) {
    if (std::optional<Entity> Register = findInRanges(Scopes[Scope], Name))
      return Register;
    const auto &Entities = Scopes[Scope].Entities;
    if (auto Found = Entities.find(Name); Found != Entities.end())
      return Found->second;
    if (Scope == 0)
      return std::nullopt;
    Scope = Scopes[Scope].Parent;
  }
}

} // namespace argus::ptx
