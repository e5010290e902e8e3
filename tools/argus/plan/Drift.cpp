//===- Drift.cpp - whether the machine changed while it was measured ------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plan/Drift.h"

#include "join/Statistics.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace argus {

namespace {

std::optional<double> medianClock(const std::vector<RunState> &Runs, RunKind Kind) {
  std::vector<double> Clocks;
  for (const RunState &Run : Runs)
    if (Run.Kind == Kind && Run.SmMhz)
      Clocks.push_back(*Run.SmMhz);
  return Clocks.empty() ? std::nullopt : std::optional(median(std::move(Clocks)));
}

/// " while the GPU went from 40 to 71 C"
std::string temperatures(const std::vector<RunState> &Runs) {
  std::vector<double> Hottest;
  for (const RunState &Run : Runs)
    if (Run.HottestC)
      Hottest.push_back(*Run.HottestC);
  if (Hottest.size() < 2 || Hottest.front() == Hottest.back())
    return {};
  return fmt::format(" while the GPU went from {:.0f} to {:.0f} C", Hottest.front(),
                     Hottest.back());
}

/// Where a run stands in the order, and its time over the mean of its kind.
struct RunPoint {
  double At = 0;
  double Time = 0;
};

/// The points of one kind, with both moved so that their means are 0.
std::vector<RunPoint> centred(const std::vector<RunState> &Runs, RunKind Kind,
                              const std::string &Kernel) {
  std::vector<RunPoint> Points;
  RunPoint Mean;
  for (size_t I = 0; I < Runs.size(); ++I) {
    const auto Us = Runs[I].KernelUs.find(Kernel);
    if (Runs[I].Kind != Kind || Us == Runs[I].KernelUs.end())
      continue;
    Points.push_back({static_cast<double>(I), Us->second});
    Mean.At += Points.back().At;
    Mean.Time += Us->second;
  }
  if (Mean.Time <= 0)
    return {};
  const double N = static_cast<double>(Points.size());
  for (RunPoint &P : Points)
    P = {P.At - Mean.At / N, P.Time / (Mean.Time / N) - 1};
  return Points;
}

/// The change from first to last run in per cent; 0 where it may be noise. The line
/// through the points has one slope for both kinds, and a level for each.
double trend(const std::vector<RunState> &Runs, const std::string &Kernel) {
  std::vector<RunPoint> Points;
  size_t Levels = 0;
  for (const RunKind Kind : {RunKind::Reference, RunKind::Trace}) {
    const std::vector<RunPoint> Of = centred(Runs, Kind, Kernel);
    Levels += !Of.empty();
    Points.insert(Points.end(), Of.begin(), Of.end());
  }
  if (Points.size() < Levels + 2)
    return 0;
  double Xx = 0, Xy = 0, Rest = 0;
  for (const RunPoint &P : Points) {
    Xx += P.At * P.At;
    Xy += P.At * P.Time;
  }
  if (Xx == 0)
    return 0;
  const double Slope = Xy / Xx;
  for (const RunPoint &P : Points)
    Rest += (P.Time - Slope * P.At) * (P.Time - Slope * P.At);
  const size_t Freedom = Points.size() - Levels - 1;
  const double Error = std::sqrt(Rest / static_cast<double>(Freedom) / Xx);
  if (std::abs(Slope) <= studentT95(Freedom) * Error)
    return 0;
  return Slope * static_cast<double>(Runs.size() - 1) * 100;
}

} // namespace

std::vector<std::string> findDrift(const std::vector<RunState> &Runs, double Percent) {
  std::vector<std::string> Found;
  const auto A = medianClock(Runs, RunKind::Reference);
  const auto B = medianClock(Runs, RunKind::Trace);
  if (A && B && std::abs(*B / *A - 1) * 100 > ClockTolerance)
    Found.push_back(fmt::format(
        "drift: the SM clock is {:.0f} MHz in the reference runs and {:.0f} MHz in the "
        "trace runs, so their times don't compare; lock it, for example with "
        "'nvidia-smi --lock-gpu-clocks'",
        *A, *B));
  std::map<std::string, double> Trends;
  for (const RunState &Run : Runs)
    for (const auto &[Kernel, Us] : Run.KernelUs)
      if (!Trends.count(Kernel))
        Trends[Kernel] = trend(Runs, Kernel);
  for (const auto &[Kernel, Change] : Trends)
    if (std::abs(Change) > Percent)
      Found.push_back(fmt::format(
          "drift: the times of {} changed by {:+.1f} % from the first run to the "
          "last{}; runs are interleaved, so ratios hold, but single values do not",
          Kernel, Change, temperatures(Runs)));
  return Found;
}

} // namespace argus
