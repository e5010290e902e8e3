//===- WarpsTest.cpp - lanes to warps, recorded clocks to 64 bits ------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "join/Warps.h"

#include "TraceBuilder.h"

#include <gtest/gtest.h>

using namespace argus;

namespace {

struct Warps : testing::Test {
  std::vector<WarpChunks> group(const TraceBuilder &B) {
    Data = readTrace(B.Bytes, {B.drain()});
    return groupWarps(Data.Chunks);
  }
  TraceData Data;
};

} // namespace

TEST_F(Warps, GroupedByCoordinates) {
  TraceBuilder B(1);
  B.add(0, 10, {}).warp = 1;
  B.add(0, 10, {}).cta = 1;
  B.add(0, 10, {});
  B.add(0, 10, {}).launch = 2;
  const auto Groups = group(B);
  ASSERT_EQ(Groups.size(), 4u);
  EXPECT_EQ(Groups[0].first().warp, 0);
  EXPECT_EQ(Groups[1].first().warp, 1);
  EXPECT_EQ(Groups[2].first().cta, 1u);
  EXPECT_EQ(Groups[3].first().launch, 2u);
}

TEST_F(Warps, LanesOfADivergedWarpAreOneWarp) {
  TraceBuilder B(2);
  B.add(1000, 2000, {begin(1100, 0), end(1900, 0)});
  B.add(1200, 2100, {begin(1300, 1), end(1400, 1)}).lane = 16;
  const auto Groups = group(B);
  ASSERT_EQ(Groups.size(), 1u);
  const WarpTrace Trace = mergeLanes(Groups[0]);
  EXPECT_EQ(Trace.Begin, 1000u);
  EXPECT_EQ(Trace.End, 2100u);
  ASSERT_EQ(Trace.Events.size(), 4u);
  EXPECT_EQ(Trace.Events[1].Clock, 1300u);
  EXPECT_EQ(Trace.Events[1].Lane, 16);
  EXPECT_EQ(Trace.Events[3].Clock, 1900u);
}

TEST_F(Warps, ReplaysOfOneLaunchAreSeparateExecutions) {
  TraceBuilder B(1);
  B.add(1000, 2000, {});
  B.add(5000, 6000, {});
  B.add(5100, 5900, {}).lane = 3;
  const auto Groups = group(B);
  ASSERT_EQ(Groups.size(), 2u);
  EXPECT_EQ(Groups[0].Lanes.size(), 1u);
  EXPECT_EQ(Groups[1].Lanes.size(), 2u);
}

TEST_F(Warps, ALaneThatLagsBehindIsOfTheSameExecution) {
  TraceBuilder B(1);
  B.add(1000, 2000, {});
  B.add(2500, 2900, {}).lane = 1;
  B.add(5000, 6000, {});
  B.add(6500, 6900, {}).lane = 1;
  const auto Groups = group(B);
  ASSERT_EQ(Groups.size(), 2u);
  EXPECT_EQ(Groups[0].Lanes.size(), 2u);
  EXPECT_EQ(Groups[1].Lanes.size(), 2u);
  EXPECT_EQ(Groups[1].first().lane, 0);
}

TEST_F(Warps, ClockWrapsOf32And40BitsAreRestored) {
  const uint64_t Start = (uint64_t{5} << 40) - 100;
  TraceBuilder B(3);
  B.add(Start, Start + (uint64_t{1} << 33),
        {begin(Start + 50, 0), end(Start + 150, 0),
         begin(Start + (uint64_t{1} << 32) + 7, 0)});
  const WarpTrace Trace = mergeLanes(group(B)[0]);
  ASSERT_EQ(Trace.Events.size(), 3u);
  EXPECT_EQ(Trace.Events[0].Clock, Start + 50);
  EXPECT_EQ(Trace.Events[1].Clock, Start + 150);
  EXPECT_EQ(Trace.Events[2].Clock, Start + (uint64_t{1} << 32) + 7);
  EXPECT_EQ(Trace.ClockErrors, 0u);
}

TEST_F(Warps, ASmallStepBackIsNoWrap) {
  TraceBuilder B(2);
  B.add(1000, 2000, {begin(998, 0), end(1500, 0)});
  const WarpTrace Trace = mergeLanes(group(B)[0]);
  ASSERT_EQ(Trace.Events.size(), 2u);
  EXPECT_EQ(Trace.Events[0].Clock, 1000u);
  EXPECT_EQ(Trace.Events[1].Clock, 1500u);
}

TEST_F(Warps, ClocksBeyondTheEndAnchorAreErrors) {
  TraceBuilder B(3);
  B.add(1000, 2000, {begin(1100, 0), end(uint64_t{1} << 30, 0), begin(1200, 0)});
  const WarpTrace Trace = mergeLanes(group(B)[0]);
  EXPECT_EQ(Trace.Events.size(), 1u);
  EXPECT_EQ(Trace.ClockErrors, 2u);
}

TEST_F(Warps, OpenWarpEndsAtItsLastEvent) {
  TraceBuilder B(2);
  B.add(1000, 0, {begin(1100, 0), end(1200, 0)}).state = ARGUS_CHUNK_OPEN;
  const WarpTrace Trace = mergeLanes(group(B)[0]);
  EXPECT_TRUE(Trace.Open);
  EXPECT_EQ(Trace.End, 1200u);
}

TEST_F(Warps, EventFields) {
  TraceBuilder B(1);
  B.add(0, 9, {makeEvent(5, 65535, ARGUS_EVENT_END)}).lane = 31;
  const WarpTrace Trace = mergeLanes(group(B)[0]);
  ASSERT_EQ(Trace.Events.size(), 1u);
  EXPECT_EQ(Trace.Events[0].Site, 65535);
  EXPECT_EQ(Trace.Events[0].Kind, ARGUS_EVENT_END);
  EXPECT_EQ(Trace.Events[0].Lane, 31);
}
