//===- Statistics.cpp - percentiles and means -----------------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "join/Statistics.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace argus {

double percentile(const std::vector<double> &Sorted, double Fraction) {
  const double Rank = Fraction * static_cast<double>(Sorted.size() - 1);
  const size_t Low = static_cast<size_t>(Rank);
  const size_t High = std::min(Low + 1, Sorted.size() - 1);
  return Sorted[Low] + (Rank - static_cast<double>(Low)) * (Sorted[High] - Sorted[Low]);
}

Distribution distribution(std::vector<double> Samples) {
  Distribution D;
  D.Count = Samples.size();
  if (Samples.empty())
    return D;
  std::sort(Samples.begin(), Samples.end());
  D.Min = Samples.front();
  D.Max = Samples.back();
  D.Mean = std::accumulate(Samples.begin(), Samples.end(), 0.0) /
           static_cast<double>(Samples.size());
  D.P10 = percentile(Samples, 0.1);
  D.P50 = percentile(Samples, 0.5);
  D.P90 = percentile(Samples, 0.9);
  return D;
}

} // namespace argus
