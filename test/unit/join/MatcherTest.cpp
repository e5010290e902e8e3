//===- MatcherTest.cpp - begins and ends to occurrences ----------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "join/Matcher.h"

#include <gtest/gtest.h>

using namespace argus;

namespace {

enum : uint16_t { Outer, Inner, SpanA, SpanB };

struct Matching : testing::Test {
  Matching() {
    for (const char *Name : {"outer", "inner"})
      Sites.push_back({Name, SiteForm::Statement, "k.cu", 1, 1});
    for (const char *Name : {"a", "b"})
      Sites.push_back({Name, SiteForm::Span, "k.cu", 1, 1});
  }

  void begin(uint64_t Clock, uint16_t Site, uint8_t Lane = 0) {
    Events.push_back({Clock, Site, ARGUS_EVENT_BEGIN, 0, Lane});
  }
  void end(uint64_t Clock, uint16_t Site, uint8_t Lane = 0) {
    Events.push_back({Clock, Site, ARGUS_EVENT_END, 0, Lane});
  }
  void match() { Found = matchEvents(Events, Sites, Paths, Counts); }

  /// "outer/inner 20-30".
  std::string text(size_t Index) const {
    std::string Text;
    for (const unsigned Site : Paths.stack(Found[Index].Path))
      Text += (Text.empty() ? "" : "/") + Sites[Site].Name;
    return Text + " " + std::to_string(Found[Index].Begin) + "-" +
           std::to_string(Found[Index].End);
  }

  void expectUnmatched(uint64_t Begins, uint64_t Ends) {
    EXPECT_EQ(Counts.UnmatchedBegins, Begins);
    EXPECT_EQ(Counts.UnmatchedEnds, Ends);
    EXPECT_EQ(Counts.UnknownEvents, 0u);
  }

  std::vector<SiteInfo> Sites;
  std::vector<TimedEvent> Events;
  PathTable Paths;
  MatchCounts Counts;
  std::vector<Occurrence> Found;
};

} // namespace

TEST_F(Matching, NestedRegions) {
  begin(10, Outer);
  begin(20, Inner);
  end(30, Inner);
  begin(40, Inner);
  end(50, Inner);
  end(60, Outer);
  begin(70, Inner);
  end(80, Inner);
  match();
  ASSERT_EQ(Found.size(), 4u);
  EXPECT_EQ(text(0), "outer 10-60");
  EXPECT_EQ(text(1), "outer/inner 20-30");
  EXPECT_EQ(text(2), "outer/inner 40-50");
  EXPECT_EQ(text(3), "inner 70-80");
  expectUnmatched(0, 0);
}

TEST_F(Matching, RecursionNests) {
  begin(10, Outer);
  begin(20, Outer);
  end(30, Outer);
  end(40, Outer);
  match();
  ASSERT_EQ(Found.size(), 2u);
  EXPECT_EQ(text(0), "outer 10-40");
  EXPECT_EQ(text(1), "outer/outer 20-30");
}

TEST_F(Matching, SpansMayOverlap) {
  begin(10, SpanA);
  begin(20, SpanB);
  end(30, SpanA);
  end(40, SpanB);
  match();
  ASSERT_EQ(Found.size(), 2u);
  EXPECT_EQ(text(0), "a 10-30");
  EXPECT_EQ(text(1), "a/b 20-40");
  expectUnmatched(0, 0);
}

TEST_F(Matching, SecondBeginOfASpanRestartsIt) {
  begin(10, SpanA);
  begin(20, SpanA);
  end(30, SpanA);
  match();
  ASSERT_EQ(Found.size(), 1u);
  EXPECT_EQ(text(0), "a 20-30");
  expectUnmatched(1, 0);
}

TEST_F(Matching, PartsOfADivergedWarpStandBesideEachOther) {
  begin(10, Outer, 0);
  begin(20, Inner, 0);
  begin(25, Inner, 16);
  end(30, Inner, 0);
  end(35, Inner, 16);
  end(40, Outer, 0);
  match();
  ASSERT_EQ(Found.size(), 3u);
  EXPECT_EQ(text(0), "outer 10-40");
  EXPECT_EQ(text(1), "outer/inner 20-30");
  EXPECT_EQ(text(2), "outer/inner 25-35");
  expectUnmatched(0, 0);
}

TEST_F(Matching, SecondEndOfADivergedWarpExtendsNothing) {
  begin(10, Outer, 0);
  end(20, Outer, 0);
  end(30, Outer, 16);
  match();
  ASSERT_EQ(Found.size(), 1u);
  EXPECT_EQ(text(0), "outer 10-20");
  expectUnmatched(0, 1);
}

TEST_F(Matching, EndByAnotherLaneClosesTheRegion) {
  begin(10, Outer, 0);
  end(20, Outer, 5);
  match();
  ASSERT_EQ(Found.size(), 1u);
  EXPECT_EQ(text(0), "outer 10-20");
  EXPECT_EQ(Found[0].Lane, 0);
}

TEST_F(Matching, OuterMayEndWhileInnerIsOpen) {
  begin(10, Outer);
  begin(20, Inner);
  end(30, Outer);
  end(40, Inner);
  match();
  ASSERT_EQ(Found.size(), 2u);
  EXPECT_EQ(text(0), "outer 10-30");
  EXPECT_EQ(text(1), "outer/inner 20-40");
}

TEST_F(Matching, LostEndsAreCounted) {
  begin(10, Outer);
  begin(20, Inner);
  match();
  EXPECT_TRUE(Found.empty());
  expectUnmatched(2, 0);
}

TEST_F(Matching, UnknownSitesAndKinds) {
  begin(10, 9);
  Events.push_back({20, Outer, 3, 0, 0});
  Events.push_back({30, Outer, ARGUS_EVENT_NONE, 0, 0});
  match();
  EXPECT_TRUE(Found.empty());
  EXPECT_EQ(Counts.UnknownEvents, 3u);
}

TEST_F(Matching, EqualClocksKeepTheOuterFirst) {
  begin(10, Outer);
  begin(10, Inner);
  end(10, Inner);
  end(20, Outer);
  match();
  ASSERT_EQ(Found.size(), 2u);
  EXPECT_EQ(text(0), "outer 10-20");
  EXPECT_EQ(text(1), "outer/inner 10-10");
}
