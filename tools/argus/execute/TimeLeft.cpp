//===- TimeLeft.cpp - how long the steps that are left will take ----------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "execute/TimeLeft.h"

#include <algorithm>
#include <fmt/format.h>

namespace argus {

TimeLeft::Lane TimeLeft::laneOf(const Step &S) {
  const bool OnCore = S.Kind == StepKind::Collect && S.Resource.empty();
  return {OnCore ? StepKind::Compute : S.Kind, S.Resource};
}

void TimeLeft::added(const Step &S) {
  Left &L = Lanes[laneOf(S)];
  L.Estimated += S.Estimate;
  L.Unknown += S.Estimate <= 0;
}

void TimeLeft::ended(const Step &S, const Outcome &O) {
  Left &L = Lanes[laneOf(S)];
  L.Estimated -= S.Estimate;
  L.Unknown -= S.Estimate <= 0;
  if (O.Is != Outcome::Done || O.Reused)
    return; // tells nothing of how long the others take
  Measured &M = Kinds[laneOf(S).first];
  ++M.Count;
  M.Seconds += O.Seconds;
  if (S.Estimate > 0) {
    M.Estimated += S.Estimate;
    M.OfEstimated += O.Seconds;
  }
}

std::optional<double> TimeLeft::expected(StepKind Kind, const Left &L) const {
  const auto At = Kinds.find(Kind);
  const Measured M = At == Kinds.end() ? Measured() : At->second;
  if (L.Unknown > 0 && M.Count == 0)
    return std::nullopt;
  const double Factor = M.Estimated > 0 ? M.OfEstimated / M.Estimated : 1;
  const double Mean = M.Count ? M.Seconds / static_cast<double>(M.Count) : 0;
  return L.Estimated * Factor + static_cast<double>(L.Unknown) * Mean;
}

std::optional<double>
TimeLeft::seconds(const std::vector<std::pair<const Step *, double>> &Running) const {
  std::map<Lane, double> Passed;
  for (const auto &[S, Seconds] : Running)
    if (const auto All =
            expected(laneOf(*S).first, {S->Estimate, S->Estimate <= 0 ? size_t{1} : 0}))
      Passed[laneOf(*S)] += std::min(*All, Seconds);
  double OnCores = 0, Inline = 0, Longest = 0;
  for (const auto &[Key, L] : Lanes) {
    const auto All = expected(Key.first, L);
    if (!All)
      return std::nullopt;
    const auto At = Passed.find(Key);
    const double Rest = std::max(0.0, *All - (At == Passed.end() ? 0 : At->second));
    if (Key.first == StepKind::Compute)
      OnCores = Rest / std::max(1u, Cores);
    else if (Key.first == StepKind::Inline)
      Inline = Rest;
    else
      Longest = std::max(Longest, Rest);
  }
  // What a program's run needs is mostly built before it.
  return OnCores + Longest + Inline;
}

std::string durationText(double Seconds) {
  if (Seconds < 90)
    return fmt::format("{:.0f} s", Seconds);
  if (Seconds < 90 * 60)
    return fmt::format("{:.0f} min", Seconds / 60);
  return fmt::format("{:.1f} h", Seconds / 3600);
}

} // namespace argus
