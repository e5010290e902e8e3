//===- Repeats.h - how often the runs of a query are repeated -----*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Pure: takes values and times, starts nothing and reads no clock.
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_TOOL_PLAN_REPEATS_H
#define ARGUS_TOOL_PLAN_REPEATS_H

#include "query/Query.h"

#include <optional>
#include <string>
#include <vector>

namespace argus {

/// A group is one A B B A of reference and trace runs.
struct RepeatRules {
  std::optional<unsigned> Groups; ///< exactly so many; none: until precise, or a limit
  double PrecisionPercent = DefaultPrecision;
  unsigned MostGroups = DefaultMostGroups;
  double Seconds = DefaultRepeatSeconds; ///< for the groups behind the first
};

/// What the query asks for. The virtual device has no spread: one group tells all.
RepeatRules repeatRules(const Query &Q);

/// Reference runs at the start whose times are not used: they meet cold file caches and
/// a GPU that has not yet raised its clocks. The virtual device knows neither.
unsigned warmupRuns(const Query &Q);

/// One asked value in each run that has it.
struct Measured {
  std::string Name; ///< "gemm/mainloop duration.p50"
  std::vector<double> Values;
  double Tick = 0; ///< step of the clock that it is measured by
};

/// How well the runs so far tell a value: the 95 % confidence interval of their mean.
struct Precision {
  std::string Name;
  size_t Runs = 0;
  double Value = 0;
  double HalfWidth = 0; ///< infinite where less than two runs have it
  bool Reached = false; ///< precise as asked, or as the clock can tell

  /// Half-width over value.
  double percent() const;
};

enum class Verdict { More, Reached, Fixed, OutOfRepeats, OutOfTime };

/// "reached", "fixed", "repeats", "time"
const char *toString(Verdict V);

Precision precisionOf(const Measured &M, double AskedPercent);

/// Whether another group is to follow; `GroupSeconds` has one entry a group that was
/// done. `Out` tells how precise each value is now.
Verdict decide(const RepeatRules &Rules, const std::vector<double> &GroupSeconds,
               const std::vector<Measured> &Values, std::vector<Precision> &Out);

} // namespace argus

#endif // ARGUS_TOOL_PLAN_REPEATS_H
