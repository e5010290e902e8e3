//===- Statistics.h - percentiles and means -----------------------*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_TOOL_JOIN_STATISTICS_H
#define ARGUS_TOOL_JOIN_STATISTICS_H

#include <cstddef>
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

} // namespace argus

#endif // ARGUS_TOOL_JOIN_STATISTICS_H
