//===- ClockTest.cpp - cycles to nanoseconds ---------------------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "join/Clock.h"

#include <gtest/gtest.h>

using namespace argus;

/// Readings of SMs that run at `NsPerCycle` and started counting at different times, on
/// a timer that steps by `StepNs`.
static std::vector<Anchor> readings(double NsPerCycle, uint64_t StartNs,
                                    uint64_t SpanNs, uint64_t StepNs, unsigned Sms = 4,
                                    unsigned PerSm = 16) {
  std::vector<Anchor> Anchors;
  for (unsigned Sm = 0; Sm < Sms; ++Sm)
    for (unsigned I = 0; I < PerSm; ++I) {
      const uint64_t Ns = StartNs + 13 * Sm + SpanNs * I / (PerSm - 1);
      const double Cycles = static_cast<double>(Ns) / NsPerCycle;
      Anchors.push_back(
          {Sm, static_cast<uint64_t>(Cycles) + 1000003 * Sm, Ns / StepNs * StepNs});
    }
  return Anchors;
}

TEST(Clock, LongLaunchIsFittedByItself) {
  ClockFitter Fitter(1e6);
  Fitter.addLaunch(1, readings(0.505, 1'000'000'000, 1'000'000, 32));
  const ClockFit Fit = Fitter.fit(1);
  EXPECT_EQ(Fit.source(), ClockSource::Launch);
  EXPECT_NEAR(Fit.nsPerCycle(), 0.505, 0.505 * 1e-3);
  EXPECT_EQ(Fitter.timerStepNs() % 32, 0u);
  // The timer's truncation is all that is left.
  EXPECT_GT(Fit.residualRmsNs(), 0);
  EXPECT_LT(Fit.residualMaxNs(), 33);
  EXPECT_NEAR(Fit.durationNs(1000, 3000), 1010, 2);
}

TEST(Clock, TracksOfDifferentSmsAlign) {
  ClockFitter Fitter(1e6);
  const uint64_t Start = 1'700'000'000'000'000'000; // as large as a real timer
  Fitter.addLaunch(1, readings(0.5, Start, 1'000'000, 1));
  const ClockFit Fit = Fitter.fit(1);
  for (unsigned Sm = 0; Sm < 4; ++Sm) {
    const uint64_t Clock = (Start + 500'000) * 2 + 1000003 * Sm;
    EXPECT_NEAR(Fit.timeNs(Sm, Clock, Start), 500'000, 300) << Sm;
  }
}

TEST(Clock, ShortLaunchesShareTheRunsFit) {
  ClockFitter Fitter(1e6);
  for (unsigned Launch = 1; Launch <= 400; ++Launch)
    Fitter.addLaunch(Launch, readings(0.5, 1'000'000 * Launch, 1500, 32));
  const ClockFit Fit = Fitter.fit(7);
  EXPECT_EQ(Fit.source(), ClockSource::Run);
  EXPECT_NEAR(Fit.nsPerCycle(), 0.5, 0.5 * 0.01);
}

TEST(Clock, TooFewReadingsTakeTheNominalRate) {
  ClockFitter Fitter(2e6);
  Fitter.addLaunch(1, {{0, 100, 320}, {0, 300, 320}});
  const ClockFit Fit = Fitter.fit(1);
  EXPECT_EQ(Fit.source(), ClockSource::Nominal);
  EXPECT_EQ(Fit.nsPerCycle(), 0.5);
}

TEST(Clock, UnknownLaunchAndUnknownRate) {
  const ClockFitter Fitter(0);
  const ClockFit Fit = Fitter.fit(1);
  EXPECT_EQ(Fit.nsPerCycle(), 0);
  EXPECT_EQ(Fit.residualRmsNs(), 0);
  EXPECT_EQ(Fitter.timerStepNs(), 0u);
}

TEST(Clock, ResidualShowsAClockThatChanged) {
  ClockFitter Fitter(1e6);
  std::vector<Anchor> Anchors;
  // Twice as fast in the second half.
  for (uint64_t Ns = 0; Ns <= 1'000'000; Ns += 10'000)
    Anchors.push_back({0, Ns < 500'000 ? Ns : 2 * Ns - 500'000, Ns});
  Fitter.addLaunch(1, Anchors);
  EXPECT_GT(Fitter.fit(1).residualMaxNs(), 10'000);
}
