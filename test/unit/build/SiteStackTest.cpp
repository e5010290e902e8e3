//===- SiteStackTest.cpp - the open sites of a place --------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "argus/passes/SiteStack.h"

#include <gtest/gtest.h>

using namespace argus;

static constexpr unsigned Ends = EndOfCallersSite, Ended = EndedSite;

TEST(SiteStack, EndingTheInnermostDropsIt) {
  SiteStack S = {1, 2};
  EXPECT_TRUE(endSite(S, 2));
  EXPECT_EQ(S, (SiteStack{1}));
  EXPECT_FALSE(isOpen(S, 2));
}

TEST(SiteStack, OneThatEndsBeforeWhatItHoldsKeepsItsPlace) {
  SiteStack S = {1, 2};
  EXPECT_TRUE(endSite(S, 1));
  EXPECT_EQ(S, (SiteStack{1 | Ended, 2}));
  EXPECT_EQ(pathOf(S), (SiteStack{1, 2}));
  EXPECT_FALSE(isOpen(S, 1));
  EXPECT_TRUE(endSite(S, 2));
  EXPECT_TRUE(S.empty());
}

TEST(SiteStack, WhatIsNotOpenCannotEnd) {
  SiteStack S = {1};
  EXPECT_FALSE(endSite(S, 2));
  EXPECT_EQ(S, (SiteStack{1}));
}

TEST(SiteStack, ACalleeEndsWhatItsCallerBegan) {
  EXPECT_EQ(joined({1, 2}, {2 | Ends}), (SiteStack{1}));
  EXPECT_EQ(joined({1, 2}, {2 | Ends, 3}), (SiteStack{1, 3}));
  EXPECT_EQ(joined({1, 2}, {3, 2 | Ends}), (SiteStack{1, 2 | Ended, 3}));
}

TEST(SiteStack, ACalleeEndsAndBeginsTheSameSite) {
  EXPECT_EQ(joined({1, 2}, {2 | Ends, 2}), (SiteStack{1, 2}));
}

TEST(SiteStack, WhatTheCallerDoesNotHoldIsLeftToItsOwnCallers) {
  EXPECT_EQ(joined({1}, {2 | Ends, 3}), (SiteStack{1, 2 | Ends, 3}));
  EXPECT_EQ(joined({2}, joined({1}, {2 | Ends, 3})), (SiteStack{2 | Ended, 1, 3}));
}

TEST(SiteStack, EndsOfCallersKeepNothingElseAlive) {
  SiteStack S = {1, 2 | Ends};
  EXPECT_TRUE(endSite(S, 1));
  EXPECT_EQ(S, (SiteStack{2 | Ends}));
}
