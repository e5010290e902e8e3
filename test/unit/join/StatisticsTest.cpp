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
