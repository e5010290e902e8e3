//===- Repeats.cpp - how often the runs of a query are repeated -----------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plan/Repeats.h"

#include "join/Statistics.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace argus {

RepeatRules repeatRules(const Query &Q) {
  RepeatRules Rules;
  Rules.Groups = Q.Repeat;
  if (Q.Virtual && !Rules.Groups)
    Rules.Groups = 1;
  Rules.PrecisionPercent = Q.PrecisionPercent;
  Rules.MostGroups = Q.MostGroups;
  Rules.Seconds = Q.RepeatSeconds;
  return Rules;
}

unsigned warmupRuns(const Query &Q) { return Q.Warmup.value_or(Q.Virtual ? 0 : 1); }

const char *toString(Verdict V) {
  switch (V) {
  case Verdict::More:
    return "more";
  case Verdict::Reached:
    return "reached";
  case Verdict::Fixed:
    return "fixed";
  case Verdict::OutOfRepeats:
    return "repeats";
  case Verdict::OutOfTime:
    return "time";
  }
  return "";
}

double Precision::percent() const {
  return HalfWidth == 0 ? 0 : HalfWidth / std::abs(Value) * 100;
}

Precision precisionOf(const Measured &M, double AskedPercent) {
  Precision P;
  P.Name = M.Name;
  P.Runs = M.Values.size();
  const auto Interval = confidence95(M.Values);
  if (!Interval) {
    P.Value = M.Values.empty() ? 0 : M.Values.front();
    P.HalfWidth = std::numeric_limits<double>::infinity();
    return P;
  }
  P.Value = Interval->middle();
  P.HalfWidth = Interval->halfWidth();
  // More runs would not tell apart what the clock does not.
  const auto [Low, High] = std::minmax_element(M.Values.begin(), M.Values.end());
  P.Reached = P.percent() <= AskedPercent || *High - *Low <= M.Tick;
  return P;
}

/// Whether the time is likely over before another group would be.
static bool outOfTime(const RepeatRules &Rules, const std::vector<double> &Seconds) {
  const double All = std::accumulate(Seconds.begin(), Seconds.end(), 0.0);
  const double Next = All / static_cast<double>(Seconds.size());
  return All - Seconds.front() + Next > Rules.Seconds;
}

Verdict decide(const RepeatRules &Rules, const std::vector<double> &GroupSeconds,
               const std::vector<Measured> &Values, std::vector<Precision> &Out) {
  Out.clear();
  for (const Measured &M : Values)
    Out.push_back(precisionOf(M, Rules.PrecisionPercent));
  const size_t Done = GroupSeconds.size();
  if (Rules.Groups)
    return Done < *Rules.Groups ? Verdict::More : Verdict::Fixed;
  if (Done == 0)
    return Verdict::More;
  if (std::all_of(Out.begin(), Out.end(), [](const Precision &P) { return P.Reached; }))
    return Verdict::Reached;
  if (Done >= Rules.MostGroups)
    return Verdict::OutOfRepeats;
  return outOfTime(Rules, GroupSeconds) ? Verdict::OutOfTime : Verdict::More;
}

} // namespace argus
