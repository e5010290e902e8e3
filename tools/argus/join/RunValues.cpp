//===- RunValues.cpp - the values that a query asks for, by run -----------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "join/RunValues.h"

#include "join/Statistics.h"
#include "query/Regions.h"

#include <algorithm>
#include <fmt/format.h>

namespace argus {

void RunValues::addRun(RunKind Kind, const std::vector<const RuntimeLog *> &Logs,
                       const std::optional<GpuSummary> &Gpu) {
  Run &New = Runs.emplace_back();
  New.State.Kind = Kind;
  if (Gpu && Gpu->SmMhz)
    New.State.SmMhz = Gpu->SmMhz->Median;
  if (Gpu && Gpu->TemperatureC)
    New.State.HottestC = Gpu->TemperatureC->Max;
  std::map<KernelKey, RunTimes> Times;
  addKernelTimes(Times, 0, Logs, Q.Scope);
  for (const auto &[Kernel, Us] : Times)
    New.Us[Kernel] = median(Us.front());
  SeveralProcesses |= Logs.size() > 1;
}

void RunValues::addReference(const std::vector<const RuntimeLog *> &Logs,
                             const std::optional<GpuSummary> &Gpu) {
  addRun(RunKind::Reference, Logs, Gpu);
}

void RunValues::addTrace(const std::vector<const RuntimeLog *> &Logs,
                         const JoinedRun &Run, const std::optional<GpuSummary> &Gpu) {
  addRun(RunKind::Trace, Logs, Gpu);
  for (const KernelSamples &K : Run.Kernels)
    if (addRegions(K))
      Kernels[{K.Process, K.Mangled}] = K.Name;
}

/// Whether the query asks for any of the kernel's.
bool RunValues::addRegions(const KernelSamples &K) {
  bool Any = false;
  for (unsigned P = 0; P < K.Regions.size(); ++P) {
    const std::string Name = K.Paths.Regions.name(P);
    const Key Of = {K.Name + (Name.empty() ? "" : "/" + Name), K.Process};
    if (K.Regions[P].Us.empty() || !anyRegionMatches(Q.Regions, Of.Path))
      continue;
    Any = true;
    RegionValues &Region = Regions[Of];
    Region.Us.push_back(median(K.Regions[P].Us));
    Region.TickUs = std::max(Region.TickUs, K.NsPerCycle / 1000);
  }
  return Any;
}

std::string RunValues::name(const std::string &Path, unsigned Process) const {
  return SeveralProcesses ? fmt::format("{} [process {}]", Path, Process) : Path;
}

std::vector<Measured> RunValues::measured() const {
  std::vector<Measured> All;
  for (const auto &[Of, Region] : Regions)
    All.push_back(
        {name(Of.Path, Of.Process) + " duration.p50", Region.Us, Region.TickUs});
  for (const auto &[Kernel, Name] : Kernels)
    for (const RunKind Kind : {RunKind::Reference, RunKind::Trace}) {
      Measured M = {
          fmt::format("{} time.{}", name(Name, Kernel.Process), toString(Kind)), {}, 0};
      for (const Run &R : Runs)
        if (const auto At = R.Us.find(Kernel); R.State.Kind == Kind && At != R.Us.end())
          M.Values.push_back(At->second);
      if (!M.Values.empty()) // a kernel in a graph has no times
        All.push_back(std::move(M));
    }
  std::sort(All.begin(), All.end(),
            [](const Measured &A, const Measured &B) { return A.Name < B.Name; });
  return All;
}

std::vector<RunState> RunValues::states() const {
  std::vector<RunState> States;
  for (const Run &R : Runs) {
    RunState &State = States.emplace_back(R.State);
    for (const auto &[Kernel, Name] : Kernels)
      if (const auto At = R.Us.find(Kernel); At != R.Us.end())
        State.KernelUs[name(Name, Kernel.Process)] = At->second;
  }
  return States;
}

} // namespace argus
