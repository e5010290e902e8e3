//===- Statistics.cpp - percentiles and means -----------------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "join/Statistics.h"

#include <algorithm>
#include <boost/math/distributions/students_t.hpp>
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

double median(std::vector<double> Samples) {
  const auto Middle = Samples.begin() + static_cast<ptrdiff_t>(Samples.size() / 2);
  std::nth_element(Samples.begin(), Middle, Samples.end());
  if (Samples.size() % 2)
    return *Middle;
  return (*std::max_element(Samples.begin(), Middle) + *Middle) / 2;
}

double studentT95(size_t DegreesOfFreedom) {
  const boost::math::students_t T(static_cast<double>(DegreesOfFreedom));
  return boost::math::quantile(T, 0.975);
}

std::optional<ConfidenceInterval> confidence95(const std::vector<double> &Values) {
  if (Values.size() < 2)
    return std::nullopt;
  const double N = static_cast<double>(Values.size());
  const double Mean = std::accumulate(Values.begin(), Values.end(), 0.0) / N;
  double Squares = 0;
  for (const double Value : Values)
    Squares += (Value - Mean) * (Value - Mean);
  const double HalfWidth =
      studentT95(Values.size() - 1) * std::sqrt(Squares / (N - 1) / N);
  return ConfidenceInterval{Mean - HalfWidth, Mean + HalfWidth};
}

} // namespace argus
