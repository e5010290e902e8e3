//===- TraceReaderTest.cpp - trace bytes to chunks ---------------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "join/TraceReader.h"

#include "TraceBuilder.h"

#include <gtest/gtest.h>

using namespace argus;

TEST(TraceReader, ClosedChunk) {
  TraceBuilder B(4);
  B.add(100, 200, {begin(110, 3), end(120, 3)}).cta = 7;
  DrainRecord Drain = B.drain();
  Drain.Module = 2;
  Drain.Device = 1;
  const TraceData Data = readTrace(B.Bytes, {Drain});
  ASSERT_EQ(Data.Chunks.size(), 1u);
  const Chunk &C = Data.Chunks[0];
  EXPECT_EQ(C.Header.cta, 7u);
  EXPECT_EQ(C.Module, 2);
  EXPECT_EQ(C.Device, 1);
  EXPECT_FALSE(C.Open);
  ASSERT_EQ(C.eventCount(), 2u);
  EXPECT_EQ(C.event(1).clock, 120u);
  EXPECT_EQ(C.Dropped, 0u);
  EXPECT_EQ(Data.MaxEvents, 2u);
  EXPECT_TRUE(Data.Problems.empty());
}

TEST(TraceReader, OverflowIsCountedExactly) {
  TraceBuilder B(2);
  B.add(0, 9, {begin(1, 0), end(2, 0), begin(3, 0), end(4, 0), begin(5, 0)});
  const TraceData Data = readTrace(B.Bytes, {B.drain()});
  ASSERT_EQ(Data.Chunks.size(), 1u);
  EXPECT_EQ(Data.Chunks[0].eventCount(), 2u);
  EXPECT_EQ(Data.Chunks[0].Dropped, 3u);
  EXPECT_EQ(Data.MaxEvents, 5u);
}

TEST(TraceReader, LostLanesAreSummed) {
  TraceBuilder B(2);
  DrainRecord First = B.drain(), Second = B.drain();
  First.LostEvents = 5;
  First.LostChunks = 1;
  First.Requested = 3;
  Second.LostEvents = 7;
  Second.LostChunks = 2;
  Second.Requested = 9;
  const TraceData Data = readTrace(B.Bytes, {First, Second});
  EXPECT_EQ(Data.LostEvents, 12u);
  EXPECT_EQ(Data.LostChunks, 3u);
  EXPECT_EQ(Data.MaxRequested, 9u);
}

TEST(TraceReader, OpenChunkHasTheEventsBeforeTheFirstEmptySlot) {
  TraceBuilder B(4);
  ArgusChunkHeader &H = B.add(0, 0, {begin(1, 0), end(2, 0)});
  H.state = ARGUS_CHUNK_OPEN;
  H.events = 0;
  const TraceData Data = readTrace(B.Bytes, {B.drain()});
  ASSERT_EQ(Data.Chunks.size(), 1u);
  EXPECT_TRUE(Data.Chunks[0].Open);
  EXPECT_EQ(Data.Chunks[0].eventCount(), 2u);
}

TEST(TraceReader, ChunksReservedInVainAreNoProblem) {
  TraceBuilder B(1);
  B.add(0, 0, {}).state = ARGUS_CHUNK_FREE;
  B.add(0, 0, {});
  const TraceData Data = readTrace(B.Bytes, {B.drain()});
  EXPECT_EQ(Data.Chunks.size(), 1u);
  EXPECT_TRUE(Data.Problems.empty());
}

TEST(TraceReader, TruncatedFile) {
  TraceBuilder B(1);
  B.add(0, 0, {});
  B.add(0, 0, {});
  const DrainRecord Drain = B.drain();
  B.Bytes.resize(B.Bytes.size() - 1);
  const TraceData Data = readTrace(B.Bytes, {Drain});
  EXPECT_EQ(Data.Chunks.size(), 1u);
  ASSERT_EQ(Data.Problems.size(), 1u);
  EXPECT_EQ(Data.Problems[0], "drain 1: the trace ends after 1 of 2 chunks");
}

TEST(TraceReader, NonsensicalDrains) {
  TraceBuilder B(1);
  B.add(0, 0, {});
  DrainRecord Small = B.drain(), Far = B.drain();
  Small.ChunkBytes = 8;
  Far.Offset = UINT64_MAX - 8;
  const TraceData Data = readTrace(B.Bytes, {Small, Far});
  EXPECT_TRUE(Data.Chunks.empty());
  ASSERT_EQ(Data.Problems.size(), 2u);
  EXPECT_EQ(Data.Problems[0], "drain 1: chunks of 8 bytes");
  EXPECT_EQ(Data.Problems[1], "drain 2: the trace ends after 0 of 1 chunks");
}
