//===- RepeatsTest.cpp - how often the runs of a query are repeated ----------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plan/Repeats.h"

#include <cmath>
#include <gtest/gtest.h>

using namespace argus;

static Verdict verdict(const RepeatRules &Rules, const std::vector<double> &Seconds,
                       const std::vector<Measured> &Values) {
  std::vector<Precision> Out;
  return decide(Rules, Seconds, Values, Out);
}

/// Means 100, half-width 12.7062 * 1 / sqrt(2) * sqrt(2) = 12.7062 %.
static const Measured Coarse = {"k time.reference", {99, 101}, 0};
static const Measured Fine = {"k time.trace", {99.99, 100.01}, 0};

TEST(Repeats, HalfWidthInPerCentOfTheValue) {
  const Precision P = precisionOf({"k", {10, 12, 14, 12}, 0}, 2);
  EXPECT_EQ(P.Runs, 4u);
  EXPECT_EQ(P.Value, 12);
  // s = sqrt(8 / 3), t(3) = 3.182446
  EXPECT_NEAR(P.HalfWidth, 3.182446 * std::sqrt(8.0 / 3) / 2, 1e-5);
  EXPECT_NEAR(P.percent(), 21.6537, 1e-3);
  EXPECT_FALSE(P.Reached);
  EXPECT_TRUE(precisionOf({"k", {10, 12, 14, 12}, 0}, 21.7).Reached);
}

TEST(Repeats, OneRunTellsNothing) {
  for (const Measured &M : {Measured{"k", {10}, 0}, Measured{"k", {}, 100}}) {
    const Precision P = precisionOf(M, 2);
    EXPECT_FALSE(P.Reached);
    EXPECT_TRUE(std::isinf(P.percent()));
  }
}

TEST(Repeats, WithinOneStepOfTheClockIsReached) {
  EXPECT_TRUE(precisionOf({"k", {10, 11, 10, 11}, 1}, 2).Reached);
  EXPECT_FALSE(precisionOf({"k", {10, 11, 10, 12}, 1}, 2).Reached);
  const Precision Zero = precisionOf({"k", {0, 0}, 0}, 2);
  EXPECT_TRUE(Zero.Reached);
  EXPECT_EQ(Zero.percent(), 0);
}

TEST(Repeats, UntilEveryValueIsPrecise) {
  const RepeatRules Rules;
  EXPECT_EQ(verdict(Rules, {}, {}), Verdict::More);
  EXPECT_EQ(verdict(Rules, {1}, {Fine, Coarse}), Verdict::More);
  EXPECT_EQ(verdict(Rules, {1}, {Fine, Fine}), Verdict::Reached);
  // Nothing to measure does not get better.
  EXPECT_EQ(verdict(Rules, {1}, {}), Verdict::Reached);
}

TEST(Repeats, LimitOfGroups) {
  RepeatRules Rules;
  Rules.MostGroups = 3;
  EXPECT_EQ(verdict(Rules, {1, 1}, {Coarse}), Verdict::More);
  EXPECT_EQ(verdict(Rules, {1, 1, 1}, {Coarse}), Verdict::OutOfRepeats);
  EXPECT_EQ(verdict(Rules, {1, 1, 1}, {Fine}), Verdict::Reached);
}

TEST(Repeats, LimitOfSecondsBehindTheFirstGroup) {
  RepeatRules Rules;
  Rules.Seconds = 10;
  // The first group is free; the next one takes as long as those before it.
  EXPECT_EQ(verdict(Rules, {9}, {Coarse}), Verdict::More);
  EXPECT_EQ(verdict(Rules, {11}, {Coarse}), Verdict::OutOfTime);
  EXPECT_EQ(verdict(Rules, {5, 5}, {Coarse}), Verdict::More);
  EXPECT_EQ(verdict(Rules, {5, 6}, {Coarse}), Verdict::OutOfTime);
}

TEST(Repeats, FixedNumber) {
  RepeatRules Rules;
  Rules.Groups = 2;
  Rules.Seconds = 0;
  EXPECT_EQ(verdict(Rules, {100}, {Fine}), Verdict::More);
  std::vector<Precision> Out;
  EXPECT_EQ(decide(Rules, {100, 100}, {Coarse}, Out), Verdict::Fixed);
  ASSERT_EQ(Out.size(), 1u);
  EXPECT_FALSE(Out[0].Reached);
}

static Query queryOf(QueryOptions Options) {
  Options.Command = {"./gemm"};
  return makeQuery(Options);
}

TEST(Repeats, RulesOfAQuery) {
  QueryOptions Options;
  EXPECT_EQ(repeatRules(queryOf(Options)).Groups, std::nullopt);
  EXPECT_EQ(warmupRuns(queryOf(Options)), 1u);
  Options.Precision = "0.5%";
  Options.MaxRepeat = "4";
  Options.MaxSeconds = "7.5";
  Options.Warmup = "2";
  const RepeatRules Rules = repeatRules(queryOf(Options));
  EXPECT_EQ(Rules.PrecisionPercent, 0.5);
  EXPECT_EQ(Rules.MostGroups, 4u);
  EXPECT_EQ(Rules.Seconds, 7.5);
  EXPECT_EQ(warmupRuns(queryOf(Options)), 2u);
  Options.Repeat = "3";
  EXPECT_EQ(repeatRules(queryOf(Options)).Groups, 3u);
}

TEST(Repeats, TheVirtualDeviceHasNoSpread) {
  QueryOptions Options;
  Options.Device = "virtual";
  EXPECT_EQ(repeatRules(queryOf(Options)).Groups, 1u);
  EXPECT_EQ(warmupRuns(queryOf(Options)), 0u);
  Options.Repeat = "2";
  Options.Warmup = "1";
  EXPECT_EQ(repeatRules(queryOf(Options)).Groups, 2u);
  EXPECT_EQ(warmupRuns(queryOf(Options)), 1u);
}
