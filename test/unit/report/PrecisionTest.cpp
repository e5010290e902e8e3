//===- PrecisionTest.cpp - how sure the report's values are ------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "report/Precision.h"

#include "report/Terminal.h"

#include <gtest/gtest.h>
#include <limits>

using namespace argus;

static Precision value(const char *Name, double HalfWidth, bool Reached) {
  return {Name, 4, 100, HalfWidth, Reached};
}

static std::string line(Verdict Stopped, const std::vector<Precision> &Values) {
  return precisionLine(summarisePrecision(2, 3, Stopped, Values));
}

TEST(Precision, TheWorstValueIsNamed) {
  EXPECT_EQ(
      line(Verdict::Reached, {value("a", 0.1, true), value("gemm/loop", 1.3, true),
                              value("c", 0.2, true)}),
      "precision: 2 % asked, worst 1.3 % (gemm/loop), 3 groups\n");
  // One that the clock cannot tell better is no reason to measure again.
  const auto S = summarisePrecision(2, 1, Verdict::OutOfTime,
                                    {value("tick", 9, true), value("b", 4, false)});
  EXPECT_EQ(S.Worst, "b");
  EXPECT_EQ(S.Reached, false);
  EXPECT_EQ(precisionLine(S), "precision: 2 % asked, worst 4 % (b), 1 group; "
                              "--max-seconds allows no more\n");
}

TEST(Precision, OneRunIsNoPrecision) {
  const double Infinite = std::numeric_limits<double>::infinity();
  EXPECT_EQ(line(Verdict::OutOfRepeats, {value("a", Infinite, false)}),
            "precision: 2 % asked, not known of a, which less than two runs have, 3 "
            "groups; --max-repeat allows no more\n");
  EXPECT_EQ(line(Verdict::Fixed, {}), "precision: 2 % asked, 3 groups\n");
  EXPECT_EQ(summarisePrecision(2, 3, Verdict::Fixed, {}).Reached, std::nullopt);
}

TEST(Precision, IsALineOfTheTerminalsReport) {
  Report R;
  R.Precision = {2, true, 3, "reached", "k", 1};
  EXPECT_EQ(reportAsText(R, {}), "precision: 2 % asked, worst 1 % (k), 3 groups\n");
}
