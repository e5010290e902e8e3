//===- Scope.cpp - which launches, CTAs and warps a query is about --------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "query/Scope.h"

#include "query/Regions.h"
#include "support/Failure.h"
#include "support/Text.h"

#include <algorithm>
#include <fmt/format.h>

namespace argus {

Range parseRange(std::string_view Text, std::string_view Coordinate) {
  const auto Bad = [&](std::string_view Why) {
    return badUsage(fmt::format("scope: {}={}: {}", Coordinate, Text, Why),
                    "write N or A:B (A included, B not); either end may be left out");
  };
  Range R;
  const size_t Colon = Text.find(':');
  const auto End = [&](std::string_view Part) {
    const auto Value = parseNumber(Part);
    if (!Value)
      throw Bad(fmt::format("'{}' is not a number", Part));
    return *Value;
  };
  if (Colon == std::string_view::npos) {
    R.Begin = End(Text);
    R.End = R.Begin + 1;
  } else {
    if (Colon > 0)
      R.Begin = End(Text.substr(0, Colon));
    if (Colon + 1 < Text.size())
      R.End = End(Text.substr(Colon + 1));
  }
  if (R.End <= R.Begin)
    throw Bad("the range is empty");
  return R;
}

std::string toString(const Range &R) {
  if (R.End == std::numeric_limits<uint64_t>::max())
    return fmt::format("{}:", R.Begin);
  return fmt::format("{}:{}", R.Begin, R.End);
}

bool Scope::holdsKernel(const std::string &Name, const std::string &Mangled) const {
  if (!Kernel || *Kernel == Name || *Kernel == Mangled)
    return true;
  const std::string Plain = withoutArguments(Name);
  return *Kernel == Plain || globMatches(*Kernel, Name) ||
         globMatches(*Kernel, Plain) || globMatches(*Kernel, Mangled);
}

bool Scope::holdsRole(const std::string &Path) const {
  for (size_t End = Path.find('/'); Role; End = Path.find('/', End + 1)) {
    if (regionMatches(*Role, Path.substr(0, End)))
      return true;
    if (End == std::string::npos)
      return false;
  }
  return true;
}

bool Scope::holdsAnyRole(const std::vector<std::string> &Paths) const {
  return !Role || std::any_of(Paths.begin(), Paths.end(),
                              [&](const std::string &P) { return holdsRole(P); });
}

static const std::vector<std::string> Coordinates = {"rank", "kernel", "launch", "cta",
                                                     "warp", "role",   "iter"};

void setCoordinate(Scope &S, std::string_view Key, std::string_view Value) {
  const auto Set = [&](auto &Field, auto NewValue) {
    if (Field)
      throw badUsage(fmt::format("scope: {} is given twice", Key));
    Field = std::move(NewValue);
  };
  if (Key == "kernel") {
    if (Value.empty())
      throw badUsage("scope: kernel= needs a name");
    return Set(S.Kernel, std::string(Value));
  }
  if (Key == "rank")
    return Set(S.Rank, parseRange(Value, Key));
  if (Key == "launch")
    return Set(S.Launch, parseRange(Value, Key));
  if (Key == "cta")
    return Set(S.Cta, parseRange(Value, Key));
  if (Key == "warp")
    return Set(S.Warp, parseRange(Value, Key));
  if (Key == "role") {
    if (Value.empty())
      throw badUsage("scope: role= needs a name");
    return Set(S.Role, std::string(Value));
  }
  if (Key == "iter")
    return Set(S.Iter, parseRange(Value, Key));
  throw badUsage(fmt::format("scope: unknown coordinate '{}'{}", Key,
                             suggestion(Key, Coordinates)),
                 "supported coordinates: " + join(Coordinates, ", "));
}

/// At commas, but not those between template arguments: "kernel=gemm<float, 3>".
static std::vector<std::string> splitCoordinates(std::string_view Text) {
  std::vector<std::string> Parts;
  int Depth = 0;
  for (const std::string &Part : split(Text, ',')) {
    if (Depth > 0)
      Parts.back() += "," + Part;
    else
      Parts.push_back(Part);
    for (const char C : Part)
      Depth += (C == '<' || C == '(') - (C == '>' || C == ')');
  }
  return Parts;
}

Scope parseScope(std::string_view Text) {
  Scope S;
  for (const std::string &Part : splitCoordinates(Text)) {
    const size_t Equals = Part.find('=');
    if (Equals == std::string::npos)
      throw badUsage(fmt::format("scope: '{}' is not COORDINATE=VALUE", Part),
                     "for example --scope kernel=gemm,launch=1:3,cta=0:8,role=mma");
    setCoordinate(S, std::string_view(Part).substr(0, Equals),
                  std::string_view(Part).substr(Equals + 1));
  }
  return S;
}

std::string toString(const Scope &S) {
  std::vector<std::string> Parts;
  if (S.Rank)
    Parts.push_back("rank=" + toString(*S.Rank));
  if (S.Kernel)
    Parts.push_back("kernel=" + *S.Kernel);
  if (S.Launch)
    Parts.push_back("launch=" + toString(*S.Launch));
  if (S.Cta)
    Parts.push_back("cta=" + toString(*S.Cta));
  if (S.Warp)
    Parts.push_back("warp=" + toString(*S.Warp));
  if (S.Role)
    Parts.push_back("role=" + *S.Role);
  if (S.Iter)
    Parts.push_back("iter=" + toString(*S.Iter));
  return join(Parts, ",");
}

} // namespace argus
