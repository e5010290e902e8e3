//===- Statistics.h - percentiles and means -----------------------*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_TOOL_JOIN_STATISTICS_H
#define ARGUS_TOOL_JOIN_STATISTICS_H

#include <cstddef>
#include <optional>
#include <vector>

namespace argus {

struct Distribution {
  size_t Count = 0;
  double Min = 0, Max = 0, Mean = 0;
  double P10 = 0, P50 = 0, P90 = 0;
};

/// Percentile by linear interpolation between the two nearest ranks; `Sorted` must be
/// in ascending order and not empty.
double percentile(const std::vector<double> &Sorted, double Fraction);

/// All zero for no samples.
Distribution distribution(std::vector<double> Samples);

/// The 50th percentile; `Samples` must not be empty.
double median(std::vector<double> Samples);

struct ConfidenceInterval {
  double Low = 0, High = 0;

  double middle() const { return (Low + High) / 2; }
  double halfWidth() const { return (High - Low) / 2; }
};

/// The 95 % confidence interval of the mean by Student's t, from independent values;
/// none for less than two.
std::optional<ConfidenceInterval> confidence95(const std::vector<double> &Values);

/// The half-width of a 95 % interval in standard errors.
double studentT95(size_t DegreesOfFreedom);

} // namespace argus

#endif // ARGUS_TOOL_JOIN_STATISTICS_H
