//===- StatisticsTest.cpp - percentiles --------------------------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "join/Statistics.h"

#include <gtest/gtest.h>

using namespace argus;

TEST(Statistics, Percentiles) {
  const std::vector<double> Sorted = {1, 2, 3, 4, 5};
  EXPECT_EQ(percentile(Sorted, 0), 1);
  EXPECT_EQ(percentile(Sorted, 0.5), 3);
  EXPECT_EQ(percentile(Sorted, 1), 5);
  EXPECT_DOUBLE_EQ(percentile(Sorted, 0.1), 1.4);
  EXPECT_EQ(percentile({7}, 0.9), 7);
}

TEST(Statistics, DistributionNeedsNoOrder) {
  const Distribution D = distribution({5, 1, 4, 2, 3});
  EXPECT_EQ(D.Count, 5u);
  EXPECT_EQ(D.Min, 1);
  EXPECT_EQ(D.Max, 5);
  EXPECT_EQ(D.Mean, 3);
  EXPECT_EQ(D.P50, 3);
  EXPECT_DOUBLE_EQ(D.P90, 4.6);
}

TEST(Statistics, NoSamples) {
  const Distribution D = distribution({});
  EXPECT_EQ(D.Count, 0u);
  EXPECT_EQ(D.P50, 0);
}

TEST(Statistics, MedianIsTheFiftiethPercentile) {
  EXPECT_EQ(median({5}), 5);
  EXPECT_EQ(median({5, 1, 4}), 4);
  EXPECT_EQ(median({7, 1, 4, 2}), 3);
  EXPECT_EQ(median({3, 3, 3, 1}), distribution({3, 3, 3, 1}).P50);
}

// The two-sided 5 % column of any table of Student's t.
TEST(Statistics, CriticalValuesOfStudentsT) {
  EXPECT_NEAR(studentT95(1), 12.706, 5e-4);
  EXPECT_NEAR(studentT95(2), 4.303, 5e-4);
  EXPECT_NEAR(studentT95(3), 3.182, 5e-4);
  EXPECT_NEAR(studentT95(7), 2.365, 5e-4);
  EXPECT_NEAR(studentT95(19), 2.093, 5e-4);
  EXPECT_NEAR(studentT95(120), 1.980, 5e-4);
}

TEST(Statistics, ConfidenceIntervalOfTheMean) {
  EXPECT_FALSE(confidence95({}));
  EXPECT_FALSE(confidence95({3}));
  const auto Two = confidence95({99, 101});
  ASSERT_TRUE(Two);
  EXPECT_NEAR(Two->Low, 100 - 12.7062, 1e-4);
  EXPECT_NEAR(Two->High, 100 + 12.7062, 1e-4);
  const auto Equal = confidence95({4, 4, 4});
  ASSERT_TRUE(Equal);
  EXPECT_EQ(Equal->Low, 4);
  EXPECT_EQ(Equal->halfWidth(), 0);
  // Student's (1908) own sleep data, drug 2: mean 2.33, s 2.002, n 10.
  const auto Sleep = confidence95({1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4});
  ASSERT_TRUE(Sleep);
  EXPECT_NEAR(Sleep->Low, 0.8976775, 1e-6);
  EXPECT_NEAR(Sleep->High, 3.7623225, 1e-6);
}
