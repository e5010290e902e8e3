//===- Compare.cpp - reference runs against trace runs --------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "join/Compare.h"

#include "join/Statistics.h"

#include <algorithm>
#include <fmt/format.h>

namespace argus {

static std::string describe(const LaunchRecord &L) {
  return fmt::format("{} grid ({},{},{}) block ({},{},{})", L.Kernel, L.Grid[0],
                     L.Grid[1], L.Grid[2], L.Block[0], L.Block[1], L.Block[2]);
}

/// Of the launch's module; builds of another program may have the same kernels.
static std::string moduleOf(const RuntimeLog &Log, const LaunchRecord &L) {
  const ModuleRecord *Module = Log.module(L.Module);
  return Module ? Module->ModuleId : "";
}

static std::string processDifference(const RuntimeLog &A, const RuntimeLog &B,
                                     size_t Process) {
  const size_t Common = std::min(A.Launches.size(), B.Launches.size());
  for (size_t I = 0; I < Common; ++I) {
    const std::string First = describe(A.Launches[I]), Second = describe(B.Launches[I]);
    if (First == Second && moduleOf(A, A.Launches[I]) != moduleOf(B, B.Launches[I]))
      return fmt::format("process {}, launch {}: {} is of another module", Process,
                         I + 1, A.Launches[I].Kernel);
    if (First != Second)
      return fmt::format(
          "process {}, launch {}: {} in the first such run, {} in this one", Process,
          I + 1, First, Second);
  }
  if (A.Launches.size() != B.Launches.size())
    return fmt::format("process {}: {} launches in the first such run, {} in this one",
                       Process, A.Launches.size(), B.Launches.size());
  return {};
}

std::string launchDifference(const std::vector<const RuntimeLog *> &Reference,
                             const std::vector<const RuntimeLog *> &Other) {
  if (Reference.size() != Other.size())
    return fmt::format("{} processes in the first such run, {} in this one",
                       Reference.size(), Other.size());
  for (size_t I = 0; I < Reference.size(); ++I)
    if (std::string Text = processDifference(*Reference[I], *Other[I], I);
        !Text.empty())
      return Text;
  return {};
}

void addKernelTimes(std::map<KernelKey, RunTimes> &Times, size_t Runs,
                    const std::vector<const RuntimeLog *> &Logs, const Scope &S) {
  for (unsigned Process = 0; Process < Logs.size(); ++Process)
    for (const auto &[Number, Ns] : Logs[Process]->GpuNs) {
      const LaunchRecord *Launch = Logs[Process]->launch(Number);
      if (!Launch || !S.holdsRank(Logs[Process]->Rank) || !S.holdsLaunch(Number))
        continue;
      RunTimes &T = Times[{Process, Launch->Kernel}];
      T.resize(std::max(T.size(), Runs + 1));
      T[Runs].push_back(Ns / 1000);
    }
}

/// The distribution of the medians of the runs that timed the kernel.
static Distribution medians(const RunTimes &Times, size_t &Samples) {
  std::vector<double> Medians;
  Samples = 0;
  for (const std::vector<double> &Run : Times)
    if (!Run.empty()) {
      Medians.push_back(distribution(Run).P50);
      Samples += Run.size();
    }
  return distribution(Medians);
}

std::optional<TimeRatio> timeRatio(const RunTimes &Reference, const RunTimes &Trace) {
  size_t ReferenceSamples = 0;
  TimeRatio Result;
  const Distribution A = medians(Reference, ReferenceSamples);
  const Distribution B = medians(Trace, Result.Samples);
  if (A.Count == 0 || B.Count == 0 || A.Min <= 0)
    return std::nullopt;
  Result.Ratio = B.P50 / A.P50;
  Result.Low = B.Min / A.Max;
  Result.High = B.Max / A.Min;
  return Result;
}

} // namespace argus
