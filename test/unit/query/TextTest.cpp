//===- TextTest.cpp - names and words ----------------------------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "support/Text.h"

#include <gtest/gtest.h>

using namespace argus;

TEST(Text, EditDistance) {
  EXPECT_EQ(editDistance("", ""), 0u);
  EXPECT_EQ(editDistance("", "abc"), 3u);
  EXPECT_EQ(editDistance("mainloop", "mainloop"), 0u);
  EXPECT_EQ(editDistance("mainlop", "mainloop"), 1u);
  EXPECT_EQ(editDistance("kitten", "sitting"), 3u);
}

TEST(Text, NearestTakesTheClosest) {
  EXPECT_EQ(nearest("duraton", {"timeline", "duration"}), "duration");
  EXPECT_EQ(nearest("wiat", {"load", "wait", "mma"}), "wait");
}

TEST(Text, NearestKeepsSilentWhereNothingIsNear) {
  EXPECT_EQ(nearest("bandwidth", {"duration", "timeline"}), std::nullopt);
  EXPECT_EQ(nearest("xy", {"ab"}), std::nullopt);
  EXPECT_EQ(nearest("x", {}), std::nullopt);
  EXPECT_EQ(suggestion("bandwidth", {"duration"}), "");
}

TEST(Text, Numbers) {
  EXPECT_EQ(parseNumber("0"), 0u);
  EXPECT_EQ(parseNumber("18446744073709551615"), UINT64_MAX);
  EXPECT_EQ(parseNumber("18446744073709551616"), std::nullopt);
  EXPECT_EQ(parseNumber(""), std::nullopt);
  EXPECT_EQ(parseNumber("-1"), std::nullopt);
  EXPECT_EQ(parseNumber("1x"), std::nullopt);
  EXPECT_EQ(parseReal("2.5"), 2.5);
  EXPECT_EQ(parseReal("nan"), std::nullopt);
  EXPECT_EQ(parseReal("1e999"), std::nullopt);
  EXPECT_EQ(parseReal("1s"), std::nullopt);
}

TEST(Text, ShellQuote) {
  EXPECT_EQ(shellQuote({"./gemm", "4096", "--x=1"}), "./gemm 4096 --x=1");
  EXPECT_EQ(shellQuote({"a b", "it's", ""}), "'a b' 'it'\\''s' ''");
}

TEST(Text, DisplayWidthCountsCharacters) {
  EXPECT_EQ(displayWidth("abc"), 3u);
  EXPECT_EQ(displayWidth("µs"), 2u);
}
