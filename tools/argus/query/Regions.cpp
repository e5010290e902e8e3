//===- Regions.cpp - selects regions by name, path or glob ----------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "query/Regions.h"

#include "support/Failure.h"
#include "support/Text.h"

#include <algorithm>
#include <fmt/format.h>
#include <set>

namespace argus {

/// The path and each of its tails: "a/b/c", "b/c", "c".
static std::vector<std::string> tails(const std::string &Path) {
  std::vector<std::string> Result = {Path};
  for (size_t At = Path.find('/'); At != std::string::npos; At = Path.find('/', At + 1))
    Result.push_back(Path.substr(At + 1));
  return Result;
}

/// Removes a last "<...>" or "(...)".
static bool dropGroup(std::string &Name, char Open, char Close) {
  if (Name.empty() || Name.back() != Close)
    return false;
  int Depth = 0;
  for (size_t I = Name.size(); I-- > 0;) {
    Depth += (Name[I] == Close) - (Name[I] == Open);
    if (Depth == 0) {
      Name.resize(I);
      return true;
    }
  }
  return false;
}

std::string withoutArguments(const std::string &Kernel) {
  std::string Name = Kernel;
  dropGroup(Name, '(', ')');
  dropGroup(Name, '<', '>');
  return Name.empty() ? Kernel : Name;
}

std::string plainPath(const std::string &Path) {
  int Depth = 0;
  for (size_t I = 0; I < Path.size(); ++I) {
    const char C = Path[I];
    Depth += (C == '<' || C == '(') - (C == '>' || C == ')');
    if (C == '/' && Depth <= 0)
      return withoutArguments(Path.substr(0, I)) + Path.substr(I);
  }
  return withoutArguments(Path);
}

static bool matchesAsGiven(const std::string &Pattern, const std::string &Path) {
  const std::vector<std::string> Tails = tails(Path);
  // Names may hold glob characters, so equality comes first.
  if (std::find(Tails.begin(), Tails.end(), Pattern) != Tails.end())
    return true;
  if (!isGlob(Pattern))
    return false;
  // A glob without a '/' is about names; its '*' must not reach into a path.
  if (Pattern.find('/') == std::string::npos)
    return globMatches(Pattern, Tails.back());
  return std::any_of(Tails.begin(), Tails.end(), [&](const std::string &Tail) {
    return globMatches(Pattern, Tail);
  });
}

bool regionMatches(const std::string &Pattern, const std::string &Path) {
  return matchesAsGiven(Pattern, Path) || matchesAsGiven(Pattern, plainPath(Path));
}

bool anyRegionMatches(const std::vector<std::string> &Patterns,
                      const std::string &Path) {
  return Patterns.empty() ||
         std::any_of(Patterns.begin(), Patterns.end(),
                     [&](const std::string &P) { return regionMatches(P, Path); });
}

void requireKnownRegions(const std::vector<std::string> &Patterns,
                         const std::vector<std::string> &Paths) {
  for (const std::string &Pattern : Patterns) {
    if (std::any_of(Paths.begin(), Paths.end(),
                    [&](const std::string &P) { return regionMatches(Pattern, P); }))
      continue;
    std::set<std::string> Names;
    for (const std::string &Path : Paths)
      for (const std::string &Tail : tails(Path))
        Names.insert(Tail);
    const std::vector<std::string> Candidates(Names.begin(), Names.end());
    throw badUsage(fmt::format("no region matches '{}'{}", Pattern,
                               suggestion(Pattern, Candidates)),
                   Paths.empty() ? "the program has no marked region"
                                 : "known regions: " + join(Paths, ", "));
  }
}

void requireKnownKernel(const Scope &S, const std::vector<KernelInfo> &Kernels) {
  const auto InScope = [&](const KernelInfo &K) {
    return S.holdsKernel(K.Name, K.Mangled);
  };
  if (!S.Kernel || std::any_of(Kernels.begin(), Kernels.end(), InScope))
    return;
  std::set<std::string> Names;
  for (const KernelInfo &K : Kernels)
    Names.insert(K.Name);
  const std::vector<std::string> Known(Names.begin(), Names.end());
  throw badUsage(fmt::format("scope: no kernel with a marked region matches '{}'{}",
                             *S.Kernel, suggestion(*S.Kernel, Known)),
                 "such kernels: " + join(Known, ", "));
}

void requireKnownScope(const Scope &S, const std::vector<std::string> &Roles,
                       bool CountsTrips) {
  if (S.Role && !S.holdsAnyRole(Roles)) {
    std::set<std::string> Names;
    for (const std::string &Role : Roles)
      for (const std::string &Tail : tails(Role))
        Names.insert(Tail);
    throw badUsage(fmt::format("scope: no role matches '{}'{}", *S.Role,
                               suggestion(*S.Role, {Names.begin(), Names.end()})),
                   Roles.empty() ? "the program names no role: put '#pragma argus "
                                   "role(\"name\")' before what its warps execute"
                                 : "known roles: " + join(Roles, ", "));
  }
  if (S.Iter && !CountsTrips)
    throw badUsage(fmt::format("scope: iter={}: the program has no region in a loop "
                               "whose trips are counted",
                               toString(*S.Iter)),
                   "put '#pragma argus iteration' before the loop");
}

} // namespace argus
