//===- Synthesis.cpp - traced runs to results by region -------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "join/Synthesis.h"

#include <algorithm>
#include <numeric>
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

/// The kernel, the regions known without running, and those that only ran.
std::vector<Stack> allStacks(const KernelRuns &Group, unsigned Kernel) {
  std::vector<Stack> Stacks = {{}};
  std::set<Stack> Known = {{}};
  const auto Add = [&](const Stack &S) {
    if (Known.insert(S).second)
      Stacks.push_back(S);
  };
  for (const RegionInfo &Region : Group.Any->Capsule->Regions)
    if (Region.Kernel == Kernel)
      Add(Region.Stack);
  for (const KernelSamples *Run : Group.Runs)
    for (unsigned P = 0; Run && P < Run->Regions.size(); ++P)
      Add(Run->Paths.stack(P));
  return Stacks;
}

const RegionSamples *samplesOf(const KernelSamples &K, const Stack &S) {
  for (unsigned P = 0; P < K.Regions.size(); ++P)
    if (K.Paths.stack(P) == S)
      return &K.Regions[P];
  return nullptr;
}

RegionResult synthesiseRegion(const KernelRuns &Group, unsigned Kernel,
                              const Stack &S) {
  RegionResult R;
  R.Process = Group.Any->Process;
  R.Capsule = Group.Any->Capsule;
  R.Kernel = Kernel;
  R.Stack = S;
  R.Path = Group.Any->Name;
  for (const unsigned Site : S)
    R.Path += "/" + R.Capsule->Sites[Site].Name;
  std::vector<double> Us;
  for (const KernelSamples *Run : Group.Runs) {
    if (!Run)
      continue;
    static const RegionSamples None;
    const RegionSamples *Found = samplesOf(*Run, S);
    const RegionSamples &Samples = Found ? *Found : None;
    Us.insert(Us.end(), Samples.Us.begin(), Samples.Us.end());
    R.Count.Values.push_back(static_cast<double>(Samples.Us.size()));
    R.TotalUs.Values.push_back(Samples.TotalUs);
    R.Warps.Values.push_back(static_cast<double>(Samples.Warps));
    const double Whole = Run->Regions[0].TotalUs;
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
    for (const Stack &S : allStacks(Group, Kernel))
      Result.Regions.push_back(synthesiseRegion(Group, Kernel, S));
  }
  return Result;
}

} // namespace argus
