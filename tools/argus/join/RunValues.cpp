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

void RunValues::addReference(const std::vector<const RuntimeLog *> &Logs) {
  addKernelTimes(Times[0], Runs[0]++, Logs, Q.Scope);
  SeveralProcesses |= Logs.size() > 1;
}

void RunValues::addTrace(const std::vector<const RuntimeLog *> &Logs,
                         const JoinedRun &Run) {
  addKernelTimes(Times[1], Runs[1]++, Logs, Q.Scope);
  SeveralProcesses |= Logs.size() > 1;
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

std::string RunValues::name(const Key &Of, const char *Field) const {
  if (!SeveralProcesses)
    return fmt::format("{} {}", Of.Path, Field);
  return fmt::format("{} [process {}] {}", Of.Path, Of.Process, Field);
}

std::vector<Measured> RunValues::measured() const {
  std::vector<Measured> All;
  for (const auto &[Of, Region] : Regions)
    All.push_back({name(Of, "duration.p50"), Region.Us, Region.TickUs});
  const char *const Fields[] = {"time.reference", "time.trace"};
  for (const auto &[Kernel, Name] : Kernels)
    for (const unsigned Kind : {0, 1}) {
      const auto At = Times[Kind].find(Kernel);
      Measured M = {name({Name, Kernel.Process}, Fields[Kind]), {}, 0};
      if (At != Times[Kind].end())
        for (const std::vector<double> &Run : At->second)
          if (!Run.empty())
            M.Values.push_back(median(Run));
      if (!M.Values.empty()) // a kernel in a graph has no times
        All.push_back(std::move(M));
    }
  std::sort(All.begin(), All.end(),
            [](const Measured &A, const Measured &B) { return A.Name < B.Name; });
  return All;
}

} // namespace argus
