//===- SessionTest.cpp - launches, recording, draining ---------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestSession.h"

#include <set>

using namespace argus::rt;
using namespace argus::test;

namespace {

/// Chunks of 4 events are 96 bytes; a limit of 1 MiB holds 10922 of them.
constexpr unsigned ChunksPerMiB = 10922;

TEST_F(SessionTest, RecordsModulesLaunchesAndTimes) {
  start();
  TestUnit &U = plain("aa");
  EXPECT_EQ(S->moduleLoad(U.Descriptor), &U.Wrapper);
  EXPECT_EQ(launch(U, 3), 1u);
  EXPECT_EQ(launch(U, 5), 2u);
  finish();

  ASSERT_EQ(records("process").size(), 1u);
  EXPECT_EQ(records("process")[0].at("pid"), 4242);
  EXPECT_EQ(records("process")[0].at("abi"), ARGUS_ABI_VERSION);
  ASSERT_EQ(records("module").size(), 1u);
  EXPECT_EQ(records("module")[0].at("swapped"), false);
  EXPECT_EQ(records("module")[0].at("image"), nullptr);
  ASSERT_EQ(records("device").size(), 1u);
  EXPECT_EQ(records("device")[0],
            Json::parse(R"({"type":"device","device":3,"name":"Fake \"GPU\"",
      "arch":"sm_90","uuid":"GPU-00112233-4455-6677-8899-aabbccddeeff","sms":132,
      "clock_khz":1980000,"driver":13000})"));
  const std::vector<Json> Launches = records("launch");
  ASSERT_EQ(Launches.size(), 2u);
  EXPECT_EQ(Launches[1],
            Json::parse(R"({"type":"launch","launch":2,"module":0,"device":3,
      "kernel":"kernel","grid":[5,1,1],"block":[32,1,1],"shared_bytes":16,"stream":0,
      "captured":false,"concurrent":false,"error":0})"));
  const std::vector<Json> Times = records("time");
  ASSERT_EQ(Times.size(), 2u);
  EXPECT_EQ(Times[0].at("launch"), 1);
  EXPECT_EQ(Times[0].at("gpu_ns"), 5e5);
  EXPECT_EQ(records("end")[0].at("launches"), 2);
  EXPECT_EQ(gpu().Calls["cuMemsetD32Async"], 0u) << "nothing is written without trace";
  EXPECT_EQ(messages(), "");
}

TEST_F(SessionTest, EachTimedLaunchIsPacedAndTheDelayIsNotInItsTime) {
  start();
  TestUnit &U = plain("aa");
  S->moduleLoad(U.Descriptor);
  launch(U, 3);
  launch(U, 3);
  Stream A = gpu().addStream();
  gpu().beginCapture(A);
  launch(U, 2, A);
  EXPECT_EQ(gpu().endCapture(A).size(), 1u) << "only the kernel is captured";
  finish();
  EXPECT_EQ(gpu().Calls["cuModuleLoadData"], 1u);
  EXPECT_EQ(gpu().Calls["cuLaunchKernel"], 2u);
  const std::vector<Json> Times = records("time");
  ASSERT_EQ(Times.size(), 2u);
  EXPECT_EQ(Times[1].at("gpu_ns"), 5e5);
  EXPECT_EQ(messages(), "");
}

TEST_F(SessionTest, WithoutPaceLaunchesAreTimedAndAMessageSaysSo) {
  gpu().fail("cuModuleLoadData", 218); // the PTX cannot be compiled
  start();
  TestUnit &U = plain("aa");
  S->moduleLoad(U.Descriptor);
  launch(U, 3);
  launch(U, 3);
  finish();
  EXPECT_EQ(records("time").size(), 2u);
  EXPECT_EQ(records("message").size(), 1u);
  EXPECT_NE(messages().find("launch latency"), std::string::npos) << messages();
}

TEST_F(SessionTest, ASwappedModuleThatRecordsNothingIsTimedOnly) {
  O.ImagesRecord = false;
  start();
  TestUnit &U = traced("aa");
  ASSERT_NE(S->moduleLoad(U.Descriptor), &U.Wrapper);
  launch(U, 3);
  finish();
  EXPECT_EQ(records("time").size(), 1u);
  EXPECT_EQ(records("drain").size(), 0u);
  EXPECT_EQ(messages(), "");
}

TEST_F(SessionTest, TracesASwappedModule) {
  start();
  TestUnit &U = traced("aa");
  const auto *W = static_cast<const FatbinWrapper *>(S->moduleLoad(U.Descriptor));
  ASSERT_NE(W, &U.Wrapper);
  EXPECT_EQ(*static_cast<const uint32_t *>(W->Data), 0xba55ed50u);
  launch(U, 3);
  launch(U, 2);
  finish();

  ASSERT_EQ(records("drain").size(), 1u);
  const Json D = records("drain")[0];
  EXPECT_EQ(D.at("chunk_bytes"), 96);
  EXPECT_EQ(D.at("chunks"), 5);
  EXPECT_EQ(D.at("bytes"), 5 * 96);
  EXPECT_EQ(D.at("requested"), 5);
  EXPECT_EQ(D.at("lost_events"), 0);
  const std::vector<ArgusChunkHeader> C = chunks();
  ASSERT_EQ(C.size(), 5u);
  for (unsigned I = 0; I < 5; ++I) {
    EXPECT_EQ(C[I].launch, I < 3 ? 1u : 2u);
    EXPECT_EQ(C[I].state, ARGUS_CHUNK_CLOSED);
    EXPECT_EQ(C[I].events, 2u);
  }
  EXPECT_EQ(messages(), "");
}

TEST_F(SessionTest, KeepsTheTracesOfTheLaunchesThatAreAskedFor) {
  O.FirstLaunch = 2;
  O.EndLaunch = 3;
  start();
  TestUnit &U = traced("aa");
  S->moduleLoad(U.Descriptor);
  for (const unsigned Blocks : {3, 2, 4})
    launch(U, Blocks);
  finish();
  ASSERT_EQ(records("drain").size(), 1u);
  const Json D = records("drain")[0];
  EXPECT_EQ(D.at("chunks"), 2);
  EXPECT_EQ(D.at("bytes"), 2 * 96);
  EXPECT_EQ(D.at("left_out"), 7);
  EXPECT_EQ(D.at("requested"), 9);
  const std::vector<ArgusChunkHeader> C = chunks();
  ASSERT_EQ(C.size(), 2u);
  EXPECT_EQ(C[0].launch, 2u);
  EXPECT_EQ(C[1].launch, 2u);
  EXPECT_EQ(messages(), "");
}

TEST_F(SessionTest, TracesBothWaysTimeAlike) {
  start();
  TestUnit &U = traced("aa");
  S->moduleLoad(U.Descriptor);
  launch(U, 1);
  finish();
  ASSERT_EQ(records("time").size(), 1u);
  EXPECT_EQ(records("time")[0].at("gpu_ns"), 5e5);
}

TEST_F(SessionTest, DrainsAndGoesOnWhenTheArenaMayBeFull) {
  O.ArenaBytes = 1 << 20;
  start();
  TestUnit &U = traced("aa");
  S->moduleLoad(U.Descriptor);
  const unsigned Warps = 3000; // three launches fit
  for (unsigned L = 1; L <= 10; ++L)
    EXPECT_EQ(launch(U, Warps), L);
  finish();
  EXPECT_EQ(records("drain").size(), 4u);
  const std::vector<ArgusChunkHeader> C = chunks();
  ASSERT_EQ(C.size(), 10 * Warps);
  std::set<std::pair<unsigned, unsigned>> Seen;
  for (const ArgusChunkHeader &H : C)
    EXPECT_TRUE(Seen.emplace(H.launch, H.warp).second);
  for (const Json &D : records("drain"))
    EXPECT_EQ(D.at("lost_chunks"), 0);
  EXPECT_EQ(messages(), "");
}

TEST_F(SessionTest, WhatDoesNotFitIsCounted) {
  O.ArenaBytes = 1 << 20;
  start();
  TestUnit &U = traced("aa");
  S->moduleLoad(U.Descriptor);
  launch(U, ChunksPerMiB + 100);
  finish();
  const Json D = records("drain").at(0);
  EXPECT_EQ(D.at("chunks"), ChunksPerMiB);
  EXPECT_EQ(D.at("requested"), ChunksPerMiB + 100);
  EXPECT_EQ(D.at("lost_chunks"), 100);
  EXPECT_EQ(D.at("lost_events"), 200);
  EXPECT_NE(messages().find("ARGUS_RT_ARENA_MIB"), std::string::npos);
}

TEST_F(SessionTest, LearnsHowManyChunksDivergentWarpsTake) {
  O.ArenaBytes = 1 << 20;
  start();
  TestUnit &U = traced("aa");
  S->moduleLoad(U.Descriptor);
  for (unsigned I = 0; I < 12; ++I)
    launch(U, 3000, nullptr, 3);
  finish();
  const std::vector<Json> Drains = records("drain");
  // Before the first drain nothing was known; then each launch gets what it needs.
  EXPECT_GT(Drains.at(0).at("lost_chunks"), 0);
  for (size_t I = 1; I < Drains.size(); ++I)
    EXPECT_EQ(Drains[I].at("lost_chunks"), 0) << I;
}

TEST_F(SessionTest, GrowsForALargerLaunch) {
  O.ArenaBytes = uint64_t(128) << 20;
  O.EventsPerChunk = 1024;
  start();
  TestUnit &U = traced("aa");
  S->moduleLoad(U.Descriptor);
  launch(U, 10); // the least arena, 64 MiB: 8126 chunks
  launch(U, 12000);
  finish();
  uint64_t Requested = 0;
  for (const Json &D : records("drain")) {
    EXPECT_EQ(D.at("lost_chunks"), 0);
    Requested += D.at("requested").get<uint64_t>();
  }
  EXPECT_EQ(Requested, 12010u);
  EXPECT_EQ(chunks().size(), 12010u);
  EXPECT_EQ(messages(), "");
}

TEST_F(SessionTest, AKernelThatDoesNotEndDoesNotHangTheProgram) {
  O.ArenaBytes = 1 << 20;
  start();
  TestUnit &U = traced("aa");
  S->moduleLoad(U.Descriptor);
  launch(U, 10);
  Stream Stuck = gpu().addStream();
  gpu().hold(Stuck);
  launch(U, 6000, Stuck);
  launch(U, 6000); // would need a drain
  launch(U, 6000); // and this one must not wait again
  const std::string Text = messages();
  EXPECT_NE(Text.find("did not end in time"), Text.npos);
  EXPECT_EQ(Text.find("did not end in time"), Text.rfind("did not end in time"));
  gpu().release(Stuck);
  finish();
  const Json D = records("drain").at(0);
  EXPECT_EQ(records("drain").size(), 1u);
  EXPECT_EQ(D.at("requested"), 18010);
  EXPECT_EQ(D.at("lost_chunks"), 18010 - ChunksPerMiB);
  EXPECT_EQ(records("time").size(), 4u);
}

TEST_F(SessionTest, AtTheEndRunningKernelsAreLeftAlone) {
  start();
  TestUnit &U = traced("aa");
  S->moduleLoad(U.Descriptor);
  launch(U, 4);
  Stream Stuck = gpu().addStream();
  gpu().hold(Stuck);
  launch(U, 2, Stuck);
  finish();
  EXPECT_EQ(records("drain").at(0).at("chunks"), 4);
  EXPECT_NE(messages().find("still running"), std::string::npos);
  EXPECT_EQ(records("end").size(), 1u);
}

TEST_F(SessionTest, ALaunchNumberReachesItsOwnKernelInEachStream) {
  start();
  TestUnit &U = traced("aa");
  S->moduleLoad(U.Descriptor);
  Stream A = gpu().addStream(StreamNonBlocking);
  gpu().hold(A);
  launch(U, 1, A);
  launch(U, 2, A);
  gpu().release(A);
  finish();
  const std::vector<ArgusChunkHeader> C = chunks();
  ASSERT_EQ(C.size(), 3u);
  EXPECT_EQ(C[0].launch, 1u);
  EXPECT_EQ(C[1].launch, 2u);
}

TEST_F(SessionTest, MarksLaunchesThatMayRunTogether) {
  start();
  TestUnit &U = traced("aa");
  S->moduleLoad(U.Descriptor);
  Stream A = gpu().addStream(StreamNonBlocking), B = gpu().addStream();
  gpu().hold(A);
  launch(U, 1, A);
  launch(U, 1, A);       // 2: same stream, in order
  launch(U, 1, B);       // 3: beside 1 and 2
  launch(U, 1, nullptr); // 4: the default stream does not wait for A
  gpu().release(A);
  launch(U, 1, B); // 5: nothing is in flight
  gpu().hold(B);
  launch(U, 1, B);
  launch(U, 1, legacyStream()); // 7: waits for B, a blocking stream
  gpu().release(B);
  finish();
  const std::vector<Json> L = records("launch");
  const std::vector<bool> Expected = {false, false, true, true, false, false, false};
  const std::vector<int> Streams = {1, 1, 2, 0, 2, 2, 0};
  ASSERT_EQ(L.size(), Expected.size());
  for (size_t I = 0; I < L.size(); ++I) {
    EXPECT_EQ(L[I].at("concurrent"), Expected[I]) << I + 1;
    EXPECT_EQ(L[I].at("stream"), Streams[I]) << I + 1;
  }
}

TEST_F(SessionTest, ReservesChunksWhileLaunchesCannotOverlap) {
  start();
  TestUnit &U = traced("aa");
  S->moduleLoad(U.Descriptor);
  Stream A = gpu().addStream(StreamNonBlocking), B = gpu().addStream();
  launch(U, 3, A);
  launch(U, 2, A, /*ChunksPerWarp=*/2); // the lanes beyond take the next free ones
  EXPECT_EQ(gpu().Reservations, 2u);
  // Between launches nothing is reserved: an unseen one takes what is free.
  gpu().launch({U.Loaded, 4}, A);
  gpu().hold(A);
  launch(U, 1, A);
  EXPECT_EQ(gpu().Reservations, 3u);
  launch(U, 5, B); // beside it
  gpu().release(A);
  launch(U, 6, B); // never again
  EXPECT_EQ(gpu().Reservations, 3u);
  finish();
  EXPECT_EQ(chunks().size(), 3u + 4 + 4 + 1 + 5 + 6);
  EXPECT_EQ(messages(), "");
}

TEST_F(SessionTest, AReservationStillQueuedIsNotTakenByAnotherLaunch) {
  start();
  TestUnit &U = traced("aa");
  S->moduleLoad(U.Descriptor);
  Stream A = gpu().addStream(StreamNonBlocking), B = A;
  for (int I = 0; I < 16; ++I) // one that does not take turns with A
    B = gpu().addStream();
  launch(U, 1, A);
  gpu().hold(A);
  Launch *First = S->launchBegin(request(U, 3, A, 0));
  Launch *Second = S->launchBegin(request(U, 4, B, 0));
  gpu().launch({U.Loaded, 3}, A);
  S->launchEnd(First, 0);
  gpu().runFirst(A); // the reservation, between the second's number and its kernel
  gpu().launch({U.Loaded, 4}, B);
  S->launchEnd(Second, 0);
  gpu().release(A);
  finish();
  for (const ArgusChunkHeader &H : chunks())
    EXPECT_EQ(H.state, ARGUS_CHUNK_CLOSED);
  EXPECT_EQ(chunks().size(), 8u);
  EXPECT_EQ(records("launch").back().at("concurrent"), true);
}

//===- Sizes ---------------------------------------------------------------===//

TEST(PlanArena, FitsSeveralLaunchesWithinTheLimits) {
  Options O;
  const uint64_t Plenty = uint64_t(1) << 37;
  ArenaPlan P = planArena(O, 8192, false, Plenty);
  EXPECT_EQ(P.ChunkBytes, 64u + 8 * 1024);
  EXPECT_EQ(P.Chunks, 8u * 8192);
  EXPECT_EQ(planArena(O, 1, false, Plenty).Chunks, (64u << 20) / P.ChunkBytes);
  EXPECT_LE(planArena(O, 1 << 20, false, Plenty).bytes(), O.ArenaBytes);
  EXPECT_EQ(planArena(O, 1, true, Plenty).Chunks,
            planArena(O, 1 << 20, false, Plenty).Chunks);
  EXPECT_LE(planArena(O, 1 << 20, false, 1 << 28).bytes(), 1u << 27);
  O.ArenaBytes = uint64_t(4096) << 20;
  EXPECT_LT(planArena(O, ~uint64_t(0), false, Plenty).bytes(), uint64_t(1) << 32);
  EXPECT_EQ(planArena(O, 5, false, 4096).Chunks, 0u);
}

TEST(PlanArena, ChunksAreMultiplesOf16Bytes) {
  Options O;
  for (unsigned Events = 1; Events < 9; ++Events) {
    O.EventsPerChunk = Events;
    const unsigned Bytes = planArena(O, 1, false, uint64_t(1) << 37).ChunkBytes;
    EXPECT_EQ(Bytes % 16, 0u) << Events;
    EXPECT_GE(Bytes, 64 + 8 * Events);
    EXPECT_LT(Bytes, 64 + 8 * Events + 16);
  }
}

TEST(Warps, RoundUpPerBlock) {
  LaunchRequest R = {};
  R.Grid = {3, 2, 1};
  R.Block = {33, 1, 1};
  EXPECT_EQ(R.warps(), 12u);
  R.Grid = {1u << 31, 65535, 1};
  R.Block = {32, 32, 1};
  EXPECT_EQ(R.warps(), (uint64_t(1) << 31) * 65535 * 32);
}

} // namespace
