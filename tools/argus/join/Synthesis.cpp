//===- Synthesis.cpp - traced runs to results by region -------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "join/Synthesis.h"

#include <algorithm>
#include <numeric>
#include <optional>
#include <set>

namespace argus {

double PerRun::mean() const {
  return Values.empty() ? 0
                        : std::accumulate(Values.begin(), Values.end(), 0.0) /
                              static_cast<double>(Values.size());
}

double PerRun::min() const {
  return Values.empty() ? 0 : *std::min_element(Values.begin(), Values.end());
}

double PerRun::max() const {
  return Values.empty() ? 0 : *std::max_element(Values.begin(), Values.end());
}

namespace {

using Stack = std::vector<unsigned>;

/// The samples of one kernel in each run; null where the run has none.
struct KernelRuns {
  const KernelSamples *Any = nullptr;
  std::vector<const KernelSamples *> Runs;
};

std::vector<KernelRuns> groupKernels(const std::vector<JoinedRun> &Runs) {
  std::vector<KernelRuns> Groups;
  for (size_t Run = 0; Run < Runs.size(); ++Run)
    for (const KernelSamples &K : Runs[Run].Kernels) {
      auto At = std::find_if(Groups.begin(), Groups.end(), [&](const KernelRuns &G) {
        return G.Any->Process == K.Process && G.Any->Capsule == K.Capsule &&
               G.Any->Mangled == K.Mangled;
      });
      if (At == Groups.end()) {
        Groups.push_back({&K, {}});
        Groups.back().Runs.resize(Runs.size());
        At = std::prev(Groups.end());
      }
      At->Runs[Run] = &K;
    }
  return Groups;
}

unsigned kernelNumber(const KernelSamples &K) {
  unsigned Number = 0;
  while (K.Capsule->Kernels[Number].Mangled != K.Mangled)
    ++Number;
  return Number;
}

/// A region path: its name below the kernel, and the sites of its first stack.
struct KnownPath {
  std::string Name;
  Stack Sites;
};

/// The kernel, the regions known without running, and those that only ran.
std::vector<KnownPath> allPaths(const KernelRuns &Group, unsigned Kernel) {
  std::vector<KnownPath> Paths = {{}};
  std::set<std::string> Known = {""};
  const auto Add = [&](const std::string &Name, const Stack &Sites) {
    if (Known.insert(Name).second)
      Paths.push_back({Name, Sites});
  };
  for (const RegionInfo &Region : Group.Any->Capsule->Regions)
    if (Region.Kernel == Kernel)
      Add(Region.Path.substr(Group.Any->Name.size() + 1), Region.Stack);
  for (const KernelSamples *Run : Group.Runs)
    for (unsigned P = 0; Run && P < Run->Regions.size(); ++P)
      Add(Run->Paths.Regions.name(P), Run->Paths.Regions.stack(P));
  return Paths;
}

/// The kernel's roles as its capsule lists them, then those that only ran.
std::vector<std::string> allRoles(const KernelRuns &Group, unsigned Kernel) {
  std::vector<std::string> Roles = Group.Any->Capsule->Kernels[Kernel].Roles;
  for (const KernelSamples *Run : Group.Runs)
    for (unsigned R = 1; Run && R < Run->Paths.Roles.size(); ++R)
      if (std::find(Roles.begin(), Roles.end(), Run->Paths.Roles.name(R)) ==
          Roles.end())
        Roles.push_back(Run->Paths.Roles.name(R));
  return Roles;
}

/// The number of a name; none where the run has not seen it.
std::optional<unsigned> find(const PathTable &Table, const std::string &Name) {
  for (unsigned I = 0; I < Table.size(); ++I)
    if (Table.name(I) == Name)
      return I;
  return std::nullopt;
}

/// The samples of one run by path, over all roles or in one.
const std::vector<RegionSamples> &samplesOf(const KernelSamples &K,
                                            const std::string &Role) {
  static const std::vector<RegionSamples> None;
  if (Role.empty())
    return K.Regions;
  const auto Number = find(K.Paths.Roles, Role);
  const auto At = Number ? K.Roles.find(*Number) : K.Roles.end();
  return At == K.Roles.end() ? None : At->second;
}

RegionResult synthesiseRegion(const KernelRuns &Group, unsigned Kernel,
                              const KnownPath &Path, const std::string &Role) {
  RegionResult R;
  R.Process = Group.Any->Process;
  R.Capsule = Group.Any->Capsule;
  R.Kernel = Kernel;
  R.Stack = Path.Sites;
  R.Path = Group.Any->Name + (Path.Name.empty() ? "" : "/" + Path.Name);
  R.Role = Role;
  std::vector<double> Us;
  for (const KernelSamples *Run : Group.Runs) {
    if (!Run)
      continue;
    static const RegionSamples None;
    const std::vector<RegionSamples> &All = samplesOf(*Run, Role);
    const auto Number = find(Run->Paths.Regions, Path.Name);
    if (const auto Open =
            Number ? Run->Paths.Unended.find(*Number) : Run->Paths.Unended.end();
        Open != Run->Paths.Unended.end())
      R.Unended += Open->second;
    const RegionSamples &Samples = Number && *Number < All.size() ? All[*Number] : None;
    R.Elsewhere |= Number && *Number < Run->Elsewhere.size() && Run->Elsewhere[*Number];
    Us.insert(Us.end(), Samples.Us.begin(), Samples.Us.end());
    if (!Samples.Us.empty())
      R.MedianUs.Values.push_back(median(Samples.Us));
    R.Count.Values.push_back(static_cast<double>(Samples.Us.size()));
    R.TotalUs.Values.push_back(Samples.TotalUs);
    R.Warps.Values.push_back(static_cast<double>(Samples.Warps));
    R.Trips.Values.push_back(static_cast<double>(Samples.Trips));
    const double Whole = All.empty() ? 0 : All[0].TotalUs;
    R.Share.Values.push_back(Whole > 0 ? Samples.TotalUs / Whole : 0);
  }
  R.Us = distribution(std::move(Us));
  return R;
}

KernelResult synthesiseKernel(const KernelRuns &Group, unsigned Kernel) {
  KernelResult R;
  R.Process = Group.Any->Process;
  R.Capsule = Group.Any->Capsule;
  R.Kernel = Kernel;
  for (const KernelSamples *Run : Group.Runs) {
    if (!Run)
      continue;
    R.Launches.Values.push_back(static_cast<double>(Run->Launches));
    R.Events.Values.push_back(static_cast<double>(Run->Events));
    R.Dropped.Values.push_back(static_cast<double>(Run->Dropped));
    R.OpenWarps += Run->OpenWarps;
    R.ClockErrors += Run->ClockErrors;
    R.Matches += Run->Matches;
  }
  return R;
}

} // namespace

Synthesis synthesise(const std::vector<JoinedRun> &Runs) {
  Synthesis Result;
  for (const KernelRuns &Group : groupKernels(Runs)) {
    const unsigned Kernel = kernelNumber(*Group.Any);
    Result.Kernels.push_back(synthesiseKernel(Group, Kernel));
    const std::vector<std::string> Roles = allRoles(Group, Kernel);
    for (const KnownPath &Path : allPaths(Group, Kernel)) {
      Result.Regions.push_back(synthesiseRegion(Group, Kernel, Path, ""));
      for (const std::string &Role : Roles)
        if (RegionResult R = synthesiseRegion(Group, Kernel, Path, Role); R.executed())
          Result.Regions.push_back(std::move(R));
    }
  }
  return Result;
}

} // namespace argus
