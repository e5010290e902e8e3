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

enum : uint16_t { Outer, Inner, SpanA, SpanB, Producer, Tma, Loop, InnerLoop, Twin };

struct Matching : testing::Test {
  Matching() {
    for (const char *Name : {"outer", "inner"})
      Sites.push_back({Name, SiteForm::Statement, "k.cu", 1, 1});
    for (const char *Name : {"a", "b"})
      Sites.push_back({Name, SiteForm::Span, "k.cu", 1, 1});
    for (const char *Name : {"producer", "tma"})
      Sites.push_back({Name, SiteForm::Role, "k.cu", 1, 1});
    for (int I = 0; I < 2; ++I)
      Sites.push_back({"", SiteForm::Iteration, "k.cu", 1, 1});
    Sites.push_back({"inner", SiteForm::Statement, "k.cu", 2, 1});
  }

  void begin(uint64_t Clock, uint16_t Site, uint8_t Lane = 0) {
    Events.push_back({Clock, Site, ARGUS_EVENT_BEGIN, Lane});
  }
  void end(uint64_t Clock, uint16_t Site, uint8_t Lane = 0) {
    Events.push_back({Clock, Site, ARGUS_EVENT_END, Lane});
  }
  void trip(uint64_t Clock, uint16_t Site, uint8_t Lane = 0) {
    Events.push_back({Clock, Site, ARGUS_EVENT_ITERATION, Lane});
  }
  void match() {
    Match = matchEvents(Events, Sites, Paths, Counts);
    Found = Match.Occurrences;
  }

  /// "outer/inner 20-30".
  std::string text(size_t Index) const {
    return Paths.Regions.name(Found[Index].At.Path) + " " +
           std::to_string(Found[Index].Begin) + "-" + std::to_string(Found[Index].End);
  }

  void expectUnmatched(uint64_t Begins, uint64_t Ends) {
    EXPECT_EQ(Counts.UnmatchedBegins, Begins);
    EXPECT_EQ(Counts.UnmatchedEnds, Ends);
    EXPECT_EQ(Counts.UnknownEvents, 0u);
  }

  std::vector<SiteInfo> Sites;
  std::vector<TimedEvent> Events;
  KernelPaths Paths;
  MatchCounts Counts;
  WarpMatch Match;
  std::vector<Occurrence> Found;
};

using Trips = std::vector<uint32_t>;

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

TEST_F(Matching, ALaneThatLagsBehindIsWhereTheCodeLeadsThere) {
  Paths.Reachable = {"outer", "outer/inner", "outer/inner/a", "b"};
  begin(10, Outer, 0);
  begin(20, Inner, 0);
  end(30, Inner, 0);
  begin(40, SpanA, 1); // the first lane has left `inner`
  end(50, SpanA, 1);
  end(60, Outer, 0);
  begin(70, SpanB, 0);
  begin(80, SpanA, 3); // and all but `b`
  end(90, SpanA, 3);
  end(95, SpanB, 0);
  match();
  ASSERT_EQ(Found.size(), 5u);
  EXPECT_EQ(text(2), "outer/inner/a 40-50");
  EXPECT_EQ(text(3), "b 70-95");
  EXPECT_EQ(text(4), "outer/inner/a 80-90");
  expectUnmatched(0, 0);
}

TEST_F(Matching, WhatALaneThatLagsBehindHasOpenHoldsNothingOfTheOthers) {
  Paths.Reachable = {"outer", "outer/a", "b", "b/inner"};
  begin(10, Outer, 0);
  end(20, Outer, 0);
  begin(30, SpanB, 0);
  begin(40, SpanA, 1);
  begin(50, Inner, 0);
  end(60, Inner, 0);
  end(70, SpanA, 1);
  end(80, SpanB, 0);
  match();
  ASSERT_EQ(Found.size(), 4u);
  EXPECT_EQ(text(2), "outer/a 40-70");
  EXPECT_EQ(text(3), "b/inner 50-60");
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

TEST_F(Matching, RegionsThatNeverEndedAreNamed) {
  begin(10, Outer);
  begin(20, Inner);
  match();
  EXPECT_TRUE(Found.empty());
  expectUnmatched(2, 0);
  EXPECT_EQ(Paths.Unended, (std::map<unsigned, uint64_t>{{1, 1}, {2, 1}}));
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
  Events.push_back({30, Outer, ARGUS_EVENT_NONE, 0});
  match();
  EXPECT_TRUE(Found.empty());
  EXPECT_EQ(Counts.UnknownEvents, 2u);
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

TEST_F(Matching, RolesAreNoPartOfThePath) {
  begin(10, Outer);
  begin(20, Producer);
  begin(30, Tma);
  begin(40, Inner);
  end(50, Inner);
  end(60, Tma);
  begin(65, Inner);
  end(70, Inner);
  end(80, Producer);
  end(90, Outer);
  match();
  ASSERT_EQ(Found.size(), 3u);
  EXPECT_EQ(text(1), "outer/inner 40-50");
  EXPECT_EQ(Found[0].At.Role, 0u);
  EXPECT_EQ(Paths.Roles.name(Found[1].At.Role), "producer/tma");
  EXPECT_EQ(Paths.Roles.name(Found[2].At.Role), "producer");
  EXPECT_EQ(Match.Roles.size(), 2u);
  expectUnmatched(0, 0);
}

TEST_F(Matching, SitesOfOneNameInOneRegionAreOnePath) {
  begin(10, Inner);
  end(20, Inner);
  begin(30, Producer);
  begin(40, Twin);
  end(50, Twin);
  end(60, Producer);
  match();
  ASSERT_EQ(Found.size(), 2u);
  EXPECT_EQ(Found[0].At.Path, Found[1].At.Path);
  EXPECT_EQ(Paths.Regions.stack(Found[1].At.Path), std::vector<unsigned>{Inner});
}

TEST_F(Matching, TripsCountFromZeroEachTimeTheLoopIsEntered) {
  for (uint64_t Entry : {0, 100}) {
    begin(Entry + 10, Loop);
    for (uint64_t I = 0; I < 3; ++I) {
      trip(Entry + 20 + 10 * I, Loop);
      begin(Entry + 21 + 10 * I, Inner);
      end(Entry + 22 + 10 * I, Inner);
    }
    end(Entry + 60, Loop);
  }
  match();
  ASSERT_EQ(Found.size(), 6u);
  for (uint32_t I = 0; I < 6; ++I)
    EXPECT_EQ(Found[I].At.Trips, Trips{I % 3}) << I;
  EXPECT_EQ(Match.Trips.size(), 6u);
  expectUnmatched(0, 0);
}

TEST_F(Matching, NestedLoopsGiveACoordinateEach) {
  begin(10, Loop);
  trip(11, Loop);
  trip(12, Loop);
  begin(13, InnerLoop);
  trip(14, InnerLoop);
  begin(15, Inner);
  end(16, Inner);
  end(17, InnerLoop);
  begin(18, Inner);
  end(19, Inner);
  end(20, Loop);
  match();
  ASSERT_EQ(Found.size(), 2u);
  EXPECT_EQ(Found[0].At.Trips, (Trips{1, 0}));
  EXPECT_EQ(Found[1].At.Trips, Trips{1});
  ASSERT_EQ(Match.Trips.size(), 3u);
  EXPECT_EQ(Match.Trips[2].Trips, (Trips{1, 0}));
}

TEST_F(Matching, WhatBeginsBeforeTheFirstTripIsInTripZero) {
  begin(10, Loop);
  begin(11, Inner); // in the loop's condition
  end(12, Inner);
  trip(13, Loop);
  begin(14, Inner);
  end(15, Inner);
  end(16, Loop);
  match();
  ASSERT_EQ(Found.size(), 2u);
  EXPECT_EQ(Found[0].At.Trips, Trips{0});
  EXPECT_EQ(Found[1].At.Trips, Trips{0});
}

TEST_F(Matching, AnotherLaneGoesOnCountingTheLoop) {
  begin(10, Loop, 0);
  trip(11, Loop, 0);
  trip(12, Loop, 3); // lane 0 has left the loop
  begin(13, Inner, 3);
  end(14, Inner, 3);
  end(15, Loop, 0);
  match();
  ASSERT_EQ(Found.size(), 1u);
  EXPECT_EQ(Found[0].At.Trips, Trips{1});
}

TEST_F(Matching, TripsOutsideOfTheirLoopAreCountedAsUnmatched) {
  trip(10, Loop);
  begin(20, Outer);
  trip(30, Outer); // no loop
  end(40, Outer);
  match();
  EXPECT_TRUE(Match.Trips.empty());
  expectUnmatched(0, 2);
}
