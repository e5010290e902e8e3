//===- Clock.h - SM cycles to nanoseconds -------------------------*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_TOOL_JOIN_CLOCK_H
#define ARGUS_TOOL_JOIN_CLOCK_H

#include <cstdint>
#include <map>
#include <vector>

namespace argus {

/// One simultaneous reading of an SM's cycle counter and the GPU's timer.
struct Anchor {
  uint32_t Sm = 0;
  uint64_t Clock = 0; ///< cycles
  uint64_t Ns = 0;
};

enum class ClockSource {
  Launch,  ///< fitted to the launch's own anchors
  Run,     ///< the launch is too short: fitted to all launches of the run
  Nominal, ///< too few anchors: the clock rate that the driver states
};

/// SMs count from different starts at one rate: one slope and, for each SM, one origin.
class ClockFit {
public:
  double nsPerCycle() const { return Slope; }
  ClockSource source() const { return Source; }
  double residualRmsNs() const { return ResidualRms; }
  double residualMaxNs() const { return ResidualMax; }

  double durationNs(uint64_t Begin, uint64_t End) const {
    return static_cast<double>(End - Begin) * Slope;
  }
  /// The time on the GPU's timer, as nanoseconds after `Epoch`. 0 for an SM without
  /// anchors.
  double timeNs(uint32_t Sm, uint64_t Clock, uint64_t Epoch) const;

private:
  friend class ClockFitter;
  struct Origin {
    uint64_t Clock = 0; ///< a reading, and the mean distances from it
    uint64_t Ns = 0;
    double MeanClock = 0;
    double MeanNs = 0;
  };
  double Slope = 0;
  ClockSource Source = ClockSource::Nominal;
  double ResidualRms = 0;
  double ResidualMax = 0;
  std::map<uint32_t, Origin> Origins;
};

/// Fits the launches of one device in one run.
class ClockFitter {
public:
  explicit ClockFitter(double NominalClockKhz) : NominalClockKhz(NominalClockKhz) {}

  /// To be called for every launch before the first fit().
  void addLaunch(uint64_t Launch, std::vector<Anchor> Anchors);
  ClockFit fit(uint64_t Launch) const;

  /// The smallest difference between two readings of the GPU's timer; 0 where all
  /// agree.
  uint64_t timerStepNs() const;

private:
  struct Sums {
    double Xx = 0; ///< cycles squared, about the mean of each SM
    double Xy = 0;
  };
  static Sums addSums(const std::vector<Anchor> &Anchors, ClockFit &Fit);
  bool precise(const Sums &S) const;
  void measureResidual(const std::vector<Anchor> &Anchors, ClockFit &Fit) const;

  double NominalClockKhz;
  std::map<uint64_t, std::vector<Anchor>> Launches;
  Sums Run;
  mutable uint64_t StepNs = 0; ///< cache of timerStepNs; 0: not computed
};

} // namespace argus

#endif // ARGUS_TOOL_JOIN_CLOCK_H
