//===- SessionCaptureTest.cpp - launches in stream captures ---------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestSession.h"

using namespace argus::rt;
using namespace argus::test;

namespace {

/// Chunks of 4 events are 96 bytes; a limit of 1 MiB holds 10922 of them.
constexpr unsigned ChunksPerMiB = 10922;

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
  EXPECT_EQ(Graph.size(), 6u)
      << "for each kernel: no reservation, its launch number, itself";
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

TEST_F(SessionTest, InACaptureAnUntracedLaunchAsksCudaForNothing) {
  start();
  TestUnit &U = plain("aa");
  S->moduleLoad(U.Descriptor);
  Stream A = gpu().addStream();
  gpu().beginCapture(A);
  EXPECT_EQ(launch(U, 2, A), 1u);
  EXPECT_EQ(gpu().endCapture(A).size(), 1u);
  for (const char *Symbol : {"cudaGetFuncBySymbol", "cuFuncGetModule",
                             "cuStreamGetFlags", "cuEventCreate", "cuModuleLoadData"})
    EXPECT_EQ(gpu().Calls[Symbol], 0u) << Symbol;
  launch(U, 2, A);
  finish();
  const std::vector<Json> L = records("launch");
  ASSERT_EQ(L.size(), 2u);
  EXPECT_EQ(L[0].at("captured"), true);
  EXPECT_EQ(L[0].at("kernel"), "kernel");
  EXPECT_EQ(L[0].at("device"), 3);
  EXPECT_EQ(L[0].at("stream"), L[1].at("stream"));
  EXPECT_EQ(records("time").size(), 1u);
  EXPECT_EQ(messages(), "");
}

TEST_F(SessionTest, AKnownFunctionIsNotAskedForInACapture) {
  start();
  TestUnit &U = traced("aa");
  S->moduleLoad(U.Descriptor);
  Stream A = gpu().addStream();
  launch(U, 1, A);
  const unsigned Asked = gpu().Calls["cudaGetFuncBySymbol"];
  gpu().beginCapture(A);
  launch(U, 2, A);
  gpu().replay(gpu().endCapture(A));
  EXPECT_EQ(gpu().Calls["cudaGetFuncBySymbol"], Asked);
  finish();
  EXPECT_EQ(chunks().size(), 3u);
}

TEST_F(SessionTest, TheEndDuringACaptureLeavesTheDefaultStreamAlone) {
  start();
  TestUnit &U = traced("aa");
  S->moduleLoad(U.Descriptor);
  Stream A = gpu().addStream();
  gpu().beginCapture(A);
  launch(U, 2, A);
  gpu().replay(gpu().endCapture(A));
  gpu().beginCapture(A);
  finish();
  EXPECT_EQ(chunks().size(), 2u);
  EXPECT_NE(messages().find("still captured"), std::string::npos) << messages();
}

TEST_F(SessionTest, ALaunchThatEndsACaptureIsNotTimed) {
  start();
  TestUnit &U = plain("aa");
  S->moduleLoad(U.Descriptor);
  launch(U, 1);
  Stream A = gpu().addStream();
  gpu().beginCapture(A);
  S->launchEnd(S->launchBegin(request(U, 1, nullptr, 0)), 906);
  gpu().endCapture(A);
  finish();
  EXPECT_EQ(records("launch").at(1).at("error"), 906);
  EXPECT_EQ(records("time").size(), 1u);
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

} // namespace
