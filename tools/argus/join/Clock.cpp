//===- Clock.cpp - SM cycles to nanoseconds -------------------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "join/Clock.h"

#include <algorithm>
#include <cmath>

namespace argus {

/// Signed difference of two readings; exact for the distances that one run has.
static double distance(uint64_t From, uint64_t To) {
  return static_cast<double>(static_cast<int64_t>(To - From));
}

double ClockFit::timeNs(uint32_t Sm, uint64_t Clock, uint64_t Epoch) const {
  const auto At = Origins.find(Sm);
  if (At == Origins.end())
    return 0;
  const Origin &O = At->second;
  return distance(Epoch, O.Ns) + O.MeanNs +
         Slope * (distance(O.Clock, Clock) - O.MeanClock);
}

/// Sets the origins of the fit and returns what its slope follows from.
ClockFitter::Sums ClockFitter::addSums(const std::vector<Anchor> &Anchors,
                                       ClockFit &Fit) {
  std::map<uint32_t, size_t> Counts;
  for (const Anchor &A : Anchors) {
    // Distances from the first reading of the SM keep the sums small and so precise.
    ClockFit::Origin &O =
        Fit.Origins.try_emplace(A.Sm, ClockFit::Origin{A.Clock, A.Ns, 0, 0})
            .first->second;
    O.MeanClock += distance(O.Clock, A.Clock);
    O.MeanNs += distance(O.Ns, A.Ns);
    ++Counts[A.Sm];
  }
  for (auto &[Sm, O] : Fit.Origins) {
    O.MeanClock /= static_cast<double>(Counts[Sm]);
    O.MeanNs /= static_cast<double>(Counts[Sm]);
  }
  Sums S;
  for (const Anchor &A : Anchors) {
    const ClockFit::Origin &O = Fit.Origins.at(A.Sm);
    const double X = distance(O.Clock, A.Clock) - O.MeanClock;
    const double Y = distance(O.Ns, A.Ns) - O.MeanNs;
    S.Xx += X * X;
    S.Xy += X * Y;
  }
  return S;
}

void ClockFitter::addLaunch(uint64_t Launch, std::vector<Anchor> Anchors) {
  ClockFit Ignored;
  const Sums S = addSums(Anchors, Ignored);
  Run.Xx += S.Xx;
  Run.Xy += S.Xy;
  auto &All = Launches[Launch];
  All.insert(All.end(), Anchors.begin(), Anchors.end());
  StepNs = 0;
}

uint64_t ClockFitter::timerStepNs() const {
  if (StepNs)
    return StepNs;
  std::vector<uint64_t> Readings;
  for (const auto &[Launch, Anchors] : Launches)
    for (const Anchor &A : Anchors)
      Readings.push_back(A.Ns);
  std::sort(Readings.begin(), Readings.end());
  for (size_t I = 1; I < Readings.size(); ++I)
    if (const uint64_t Step = Readings[I] - Readings[I - 1])
      StepNs = StepNs ? std::min(StepNs, Step) : Step;
  return StepNs;
}

/// Whether the timer's steps leave the slope an uncertainty below 0.2 %. A reading is
/// off by an amount spread evenly over one step.
bool ClockFitter::precise(const Sums &S) const {
  if (S.Xx <= 0 || S.Xy <= 0)
    return false;
  const double Sigma = static_cast<double>(timerStepNs()) / std::sqrt(12.0);
  return Sigma / std::sqrt(S.Xx) < 0.002 * (S.Xy / S.Xx);
}

void ClockFitter::measureResidual(const std::vector<Anchor> &Anchors,
                                  ClockFit &Fit) const {
  double Sum = 0;
  for (const Anchor &A : Anchors) {
    const double Error = Fit.timeNs(A.Sm, A.Clock, A.Ns);
    Sum += Error * Error;
    Fit.ResidualMax = std::max(Fit.ResidualMax, std::abs(Error));
  }
  if (!Anchors.empty())
    Fit.ResidualRms = std::sqrt(Sum / static_cast<double>(Anchors.size()));
}

ClockFit ClockFitter::fit(uint64_t Launch) const {
  ClockFit Fit;
  const auto At = Launches.find(Launch);
  static const std::vector<Anchor> None;
  const std::vector<Anchor> &Anchors = At == Launches.end() ? None : At->second;
  const Sums S = addSums(Anchors, Fit);
  if (precise(S)) {
    Fit.Slope = S.Xy / S.Xx;
    Fit.Source = ClockSource::Launch;
  } else if (precise(Run)) {
    Fit.Slope = Run.Xy / Run.Xx;
    Fit.Source = ClockSource::Run;
  } else if (NominalClockKhz > 0) {
    Fit.Slope = 1e6 / NominalClockKhz;
    Fit.Source = ClockSource::Nominal;
  }
  measureResidual(Anchors, Fit);
  return Fit;
}

} // namespace argus
