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

//===- Stream capture ------------------------------------------------------===//

TEST_F(SessionTest, ACapturedLaunchIsTracedAndNotTimed) {
  O.ArenaBytes = 1 << 20;
  start();
  TestUnit &U = traced("aa");
  S->moduleLoad(U.Descriptor);
  Stream A = gpu().addStream();
  gpu().beginCapture(A);
  launch(U, 2, A); // the first launch of all: sets everything up in the capture
  launch(U, 3, A);
  const auto Graph = gpu().endCapture(A);
  EXPECT_EQ(Graph.size(), 4u) << "two launch numbers and two kernels";
  for (int I = 0; I < 3; ++I)
    gpu().replay(Graph);
  finish();
  const std::vector<Json> L = records("launch");
  ASSERT_EQ(L.size(), 2u);
  EXPECT_EQ(L[0].at("captured"), true);
  EXPECT_EQ(records("time").size(), 0u);
  std::map<unsigned, unsigned> ByLaunch;
  for (const ArgusChunkHeader &H : chunks())
    ++ByLaunch[H.launch];
  EXPECT_EQ(ByLaunch, (std::map<unsigned, unsigned>{{1, 6}, {2, 9}}));
}

TEST_F(SessionTest, ALaunchBesideACaptureInAnotherStreamWorksAsEver) {
  start();
  TestUnit &U = traced("aa");
  S->moduleLoad(U.Descriptor);
  Stream A = gpu().addStream(), B = gpu().addStream();
  gpu().beginCapture(A);
  launch(U, 2, B);
  EXPECT_TRUE(gpu().endCapture(A).empty());
  finish();
  EXPECT_EQ(records("time").size(), 1u);
  EXPECT_EQ(chunks().size(), 2u);
}

TEST_F(SessionTest, AnArenaOfGraphsIsNotRecycled) {
  O.ArenaBytes = 1 << 20;
  start();
  TestUnit &U = traced("aa");
  S->moduleLoad(U.Descriptor);
  Stream A = gpu().addStream();
  gpu().beginCapture(A);
  launch(U, 1000, A);
  const auto Graph = gpu().endCapture(A);
  gpu().replay(Graph);
  for (int I = 0; I < 20; ++I)
    launch(U, 1000); // replays could be running all the time
  EXPECT_EQ(records("drain").size(), 0u);
  finish();
  const Json D = records("drain").at(0);
  EXPECT_EQ(D.at("requested"), 21000);
  EXPECT_EQ(D.at("lost_chunks"), 21000 - ChunksPerMiB);
}

TEST_F(SessionTest, AnArenaIsNotRecycledOnceAGraphMayWriteToIt) {
  O.ArenaBytes = 1 << 20;
  start();
  TestUnit &U = traced("aa");
  S->moduleLoad(U.Descriptor);
  launch(U, 1000);
  Stream A = gpu().addStream();
  gpu().beginCapture(A);
  launch(U, 1000, A);
  gpu().endCapture(A);
  for (int I = 0; I < 20; ++I)
    launch(U, 1000);
  EXPECT_EQ(records("drain").size(), 0u);
}

//===- Errors --------------------------------------------------------------===//

TEST_F(SessionTest, AFailedLaunchIsRecordedWithItsError) {
  start();
  TestUnit &U = plain("aa");
  S->moduleLoad(U.Descriptor);
  S->launchEnd(S->launchBegin(request(U, 1, nullptr, 0)), 9);
  finish();
  EXPECT_EQ(records("launch").at(0).at("error"), 9);
  EXPECT_EQ(records("time").size(), 0u);
}

TEST_F(SessionTest, WithoutAFunctionOnlyTheLaunchIsRecorded) {
  start();
  TestUnit &U = plain("aa");
  S->moduleLoad(U.Descriptor);
  U.Descriptor.get_func_by_symbol = [](void **, const void *) { return 100; };
  Launch *L = S->launchBegin(request(U, 1, nullptr, 0));
  ASSERT_NE(L, nullptr);
  S->launchEnd(L, 100);
  finish();
  EXPECT_EQ(records("launch").at(0).at("device"), -1);
  EXPECT_EQ(records("launch").at(0).at("kernel"), "kernel");
}

TEST_F(SessionTest, AnImageWithoutControlRunsUntraced) {
  start();
  TestUnit &U = traced("aa");
  gpu().Controls.erase(U.Loaded);
  S->moduleLoad(U.Descriptor);
  launch(U, 1);
  launch(U, 1);
  finish();
  EXPECT_EQ(records("message").size(), 1u) << messages();
  EXPECT_NE(messages().find("has no __argus_trace_control"), std::string::npos);
  EXPECT_EQ(records("time").size(), 2u);
}

TEST_F(SessionTest, AControlOfAnotherSizeIsNotWritten) {
  start();
  TestUnit &U = traced("aa");
  gpu().Controls[U.Loaded].second = 32;
  S->moduleLoad(U.Descriptor);
  launch(U, 1);
  EXPECT_NE(messages().find("another version"), std::string::npos);
  EXPECT_EQ(gpu().Calls["cuMemcpyHtoDAsync_v2"], 0u);
}

TEST_F(SessionTest, LittleMemoryMakesASmallArena) {
  gpu().FreeBytes = 20000; // half of it holds 103 chunks
  start();
  TestUnit &U = traced("aa");
  S->moduleLoad(U.Descriptor);
  launch(U, 200);
  finish();
  EXPECT_EQ(records("drain").at(0).at("chunks"), 103);
  EXPECT_EQ(records("drain").at(0).at("lost_chunks"), 97);
}

TEST_F(SessionTest, NoMemoryAtAllIsAMessage) {
  gpu().FreeBytes = 100;
  start();
  TestUnit &U = traced("aa");
  S->moduleLoad(U.Descriptor);
  EXPECT_EQ(launch(U, 200), 1u);
  EXPECT_NE(messages().find("no memory for a trace buffer"), std::string::npos);
}

TEST_F(SessionTest, AFailingAllocationIsTriedSmaller) {
  start();
  TestUnit &U = traced("aa");
  S->moduleLoad(U.Descriptor);
  gpu().fail("cuMemAlloc_v2", 2);
  launch(U, 200);
  EXPECT_GT(gpu().Calls["cuMemAlloc_v2"], 10u);
  EXPECT_NE(messages().find("CUDA_ERROR_OUT_OF_MEMORY (2)"), std::string::npos);
}

TEST_F(SessionTest, AfterAFatalErrorTheDeviceIsLeftAlone) {
  start();
  TestUnit &U = traced("aa");
  S->moduleLoad(U.Descriptor);
  launch(U, 1);
  gpu().fail("cuEventQuery", 700);
  launch(U, 1);
  const unsigned Records = gpu().Calls["cuEventRecord"];
  EXPECT_EQ(launch(U, 1), 3u);
  finish();
  EXPECT_EQ(gpu().Calls["cuEventRecord"], Records);
  EXPECT_EQ(records("drain").size(), 0u);
  EXPECT_EQ(records("message").size(), 1u) << messages();
  EXPECT_NE(messages().find("CUDA_ERROR_ILLEGAL_ADDRESS (700)"), std::string::npos);
  EXPECT_EQ(records("launch").size(), 3u);
  EXPECT_EQ(records("end").size(), 1u);
}

TEST_F(SessionTest, AnUnusableDriverIsAMessage) {
  S = std::make_unique<Session>(
      O, 4242, [](Driver &) { return "the driver is too old"; }, ModuleTable(""));
  TestUnit &U = plain("aa");
  S->moduleLoad(U.Descriptor);
  launch(U, 1);
  launch(U, 1);
  finish();
  EXPECT_EQ(records("launch").size(), 2u);
  EXPECT_EQ(records("message").size(), 1u);
}

TEST_F(SessionTest, AnUnwritableDirectoryLeavesTheProgramAlone) {
  O.Out = "/nonexistent/directory";
  testing::internal::CaptureStderr();
  start();
  TestUnit &U = traced("aa");
  EXPECT_EQ(S->moduleLoad(U.Descriptor), &U.Wrapper);
  EXPECT_EQ(launch(U, 1), 0u);
  finish();
  EXPECT_NE(testing::internal::GetCapturedStderr().find("ARGUS_RT_OUT"),
            std::string::npos);
}

//===- Several modules, contexts, processes --------------------------------===//

TEST_F(SessionTest, EachModuleHasItsOwnArena) {
  start();
  TestUnit &A = traced("aa"), &B = traced("bb");
  S->moduleLoad(A.Descriptor);
  S->moduleLoad(B.Descriptor);
  launch(A, 2);
  launch(B, 3);
  finish();
  std::map<int, int> Chunks;
  for (const Json &D : records("drain"))
    Chunks[D.at("module")] = D.at("chunks");
  EXPECT_EQ(Chunks, (std::map<int, int>{{0, 2}, {1, 3}}));
}

TEST_F(SessionTest, EachContextHasItsOwnArena) {
  start();
  TestUnit &U = traced("aa");
  S->moduleLoad(U.Descriptor);
  launch(U, 2);
  gpu().Current = reinterpret_cast<Context>(uintptr_t(0xd0));
  gpu().ContextId = 9;
  U.loadAgain();
  launch(U, 3);
  launch(U, 1);
  finish();
  EXPECT_EQ(records("drain").size(), 2u);
  EXPECT_EQ(chunks().size(), 6u);
  EXPECT_EQ(records("time").size(), 3u);
  EXPECT_EQ(messages(), "");
}

TEST_F(SessionTest, ALaunchByAddressFindsItsKernelInAnyModule) {
  start();
  TestUnit &A = plain("aa", {"first"}), &B = plain("bb", {"second", "third"});
  S->moduleLoad(A.Descriptor);
  S->moduleLoad(B.Descriptor);
  LaunchRequest R = request(B, 1, nullptr, 1);
  R.Descriptor = &A.Descriptor;
  R.Kernel = nullptr;
  S->launchEnd(S->launchBegin(R), 0);
  EXPECT_EQ(records("launch").at(0).at("kernel"), "third");
  EXPECT_EQ(records("launch").at(0).at("module"), 1);
}

TEST_F(SessionTest, AKernelOfNoModuleIsNotOurs) {
  start();
  TestUnit &A = plain("aa"), &Unknown = plain("bb");
  S->moduleLoad(A.Descriptor);
  EXPECT_EQ(S->launchBegin(request(Unknown, 1, nullptr, 0)), nullptr);
  EXPECT_EQ(launch(A, 1), 1u);
}

TEST_F(SessionTest, ASharedStubBelongsToTheModuleThatCudaChose) {
  start();
  TestUnit &A = traced("aa", {"shared", "a"}), &B = traced("bb", {"shared", "b"});
  A.share(B); // CUDA runs A's copy under the one address
  S->moduleLoad(A.Descriptor);
  S->moduleLoad(B.Descriptor);
  LaunchRequest R = request(B, 1, nullptr, 0); // the linker kept B's stub
  Launch *L = S->launchBegin(R);
  gpu().launch({A.Loaded, 1, 2, 1}, nullptr);
  S->launchEnd(L, 0);
  finish();
  EXPECT_EQ(records("launch").at(0).at("module"), 0);
  EXPECT_EQ(records("drain").at(0).at("module"), 0);
  EXPECT_EQ(messages(), "");
}

TEST_F(SessionTest, ASharedStubThatNothingTellsApartIsAWarning) {
  start();
  TestUnit &A = plain("aa", {"shared"}), &B = plain("bb", {"shared"});
  A.share(B);
  S->moduleLoad(A.Descriptor);
  S->moduleLoad(B.Descriptor);
  launch(B, 1);
  launch(B, 1);
  EXPECT_EQ(records("launch").at(0).at("module"), 1);
  EXPECT_EQ(records("message").size(), 1u);
}

TEST_F(SessionTest, ADeviceResetDrainsAndStartsAnew) {
  start();
  TestUnit &U = traced("aa");
  S->moduleLoad(U.Descriptor);
  launch(U, 2);
  S->deviceReset();
  EXPECT_EQ(records("drain").size(), 1u);
  EXPECT_EQ(records("end").at(0).at("reason"), "device_reset");
  gpu().ContextId = 8; // as after cudaDeviceReset
  gpu().at<ArgusTraceControl>(gpu().Controls[U.Loaded].first) = {};
  launch(U, 3);
  finish();
  EXPECT_EQ(records("drain").size(), 2u);
  EXPECT_EQ(chunks().size(), 5u);
  EXPECT_EQ(messages(), "");
}

TEST_F(SessionTest, AResetThatNobodyToldOfIsNoticed) {
  start();
  TestUnit &U = traced("aa");
  S->moduleLoad(U.Descriptor);
  launch(U, 2);
  gpu().ContextId = 8;
  gpu().at<ArgusTraceControl>(gpu().Controls[U.Loaded].first) = {};
  launch(U, 3);
  finish();
  EXPECT_EQ(chunks().size(), 3u);
  EXPECT_NE(messages().find("destroyed"), std::string::npos);
}

TEST_F(SessionTest, FinishingTwiceDrainsOnce) {
  start();
  TestUnit &U = traced("aa");
  S->moduleLoad(U.Descriptor);
  launch(U, 2);
  finish();
  finish();
  launch(U, 1); // from a handler that runs later
  finish();
  EXPECT_EQ(chunks().size(), 3u);
  ASSERT_EQ(records("end").size(), 2u);
  EXPECT_EQ(records("end")[1].at("launches"), 2);
}

TEST_F(SessionTest, AChildWritesItsOwnFileWhenItDoesSomething) {
  start();
  TestUnit &U = plain("aa");
  S->moduleLoad(U.Descriptor);
  launch(U, 1);
  std::unique_ptr<Session> Child(S->forChild(4243));
  Child->finish("exit", O.ExitWait);
  EXPECT_FALSE(std::filesystem::exists(Out / "runtime-4243.jsonl"));
  Launch *L = Child->launchBegin(request(U, 1, nullptr, 0));
  ASSERT_NE(L, nullptr);
  EXPECT_EQ(L->Number, 1u);
  Child->launchEnd(L, 0);
  Child->finish("exit", O.ExitWait);
  const std::vector<Json> Lines = parseLines(Out.read("runtime-4243.jsonl"));
  EXPECT_EQ(Lines.front().at("type"), "process");
  EXPECT_EQ(Lines.at(1).at("type"), "module");
  EXPECT_EQ(Lines.back().at("launches"), 1);
  EXPECT_EQ(records("launch").size(), 1u) << "the parent's file is the parent's";
}

TEST_F(SessionTest, ThreadsLaunchAtOnce) {
  O.ArenaBytes = 1 << 20;
  start();
  TestUnit &U = traced("aa");
  S->moduleLoad(U.Descriptor);
  launch(U, 1);
  // The fake device is not made for threads, so what the kernels do is left out here.
  std::vector<std::thread> Threads;
  for (int T = 0; T < 4; ++T)
    Threads.emplace_back([&] {
      for (int I = 0; I < 100; ++I) {
        Launch *L = S->launchBegin(request(U, 500, nullptr, 0));
        S->launchEnd(L, 0);
      }
    });
  for (std::thread &T : Threads)
    T.join();
  finish();
  std::set<int> Numbers;
  for (const Json &L : records("launch"))
    Numbers.insert(L.at("launch").get<int>());
  EXPECT_EQ(Numbers.size(), 401u);
  EXPECT_EQ(*Numbers.rbegin(), 401);
  EXPECT_EQ(messages(), "");
}

TEST_F(SessionTest, ThreadsTakeTurnsInAStream) {
  start();
  TestUnit &U = traced("aa");
  S->moduleLoad(U.Descriptor);
  launch(U, 1);
  Launch *First = S->launchBegin(request(U, 1, nullptr, 0));
  std::atomic<bool> Begun{false};
  std::thread Other([&] {
    Launch *Second = S->launchBegin(request(U, 1, nullptr, 0));
    Begun = true;
    S->launchEnd(Second, 0);
  });
  std::this_thread::sleep_for(Milliseconds(50));
  EXPECT_FALSE(Begun) << "its number would replace the first one's before its kernel";
  S->launchEnd(First, 0);
  Other.join();
  EXPECT_TRUE(Begun);
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
