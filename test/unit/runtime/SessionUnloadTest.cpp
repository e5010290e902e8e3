//===- SessionUnloadTest.cpp - libraries that are closed ------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestSession.h"

using namespace argus::rt;
using namespace argus::test;

namespace {

TEST_F(SessionTest, ALibraryIsDrainedBeforeItGoes) {
  start();
  TestUnit &U = traced("aa");
  S->moduleLoad(U.Descriptor);
  launch(U, 2);
  launch(U, 1);
  S->moduleUnload(U.Descriptor);
  EXPECT_EQ(records("drain").size(), 1u);
  EXPECT_EQ(records("time").size(), 2u);
  EXPECT_EQ(records("end").size(), 0u);
  gpu().destroyContext();
  gpu().fail("cuCtxPushCurrent_v2", ErrorContextDestroyed);
  finish();
  EXPECT_EQ(chunks().size(), 3u);
  EXPECT_EQ(records("end").size(), 1u);
  EXPECT_EQ(messages(), "");
}

/// The context made anew has the handle of the one before, its number, too, or not.
class Reopened : public SessionTest, public testing::WithParamInterface<int> {};

TEST_P(Reopened, ALibraryIsTracedAsBefore) {
  start();
  TestUnit &U = traced("aa");
  for (unsigned Launches : {1u, 2u, 3u}) {
    S->moduleLoad(U.Descriptor);
    for (unsigned I = 0; I < Launches; ++I)
      launch(U, 2);
    S->moduleUnload(U.Descriptor);
    EXPECT_EQ(S->launchBegin(request(U, 1, nullptr, 0)), nullptr) << "it is gone";
    gpu().destroyContext();
    gpu().ContextId += unsigned(GetParam());
    U.loadAgain();
  }
  finish();
  EXPECT_EQ(records("module").size(), 3u);
  EXPECT_EQ(records("launch").size(), 6u);
  EXPECT_EQ(records("time").size(), 6u);
  EXPECT_EQ(chunks().size(), 12u);
  EXPECT_EQ(messages(), "");
}

INSTANTIATE_TEST_SUITE_P(Context, Reopened, testing::Values(0, 1));

TEST_F(SessionTest, OtherModulesGoOnWhenALibraryIsClosed) {
  start();
  TestUnit &A = traced("aa"), &B = traced("bb");
  S->moduleLoad(A.Descriptor);
  S->moduleLoad(B.Descriptor);
  launch(A, 1);
  launch(B, 2);
  const unsigned Allocations = gpu().Calls["cuMemAlloc_v2"];
  S->moduleUnload(A.Descriptor);
  launch(B, 3);
  EXPECT_EQ(gpu().Calls["cuMemAlloc_v2"], Allocations);
  finish();
  EXPECT_EQ(chunks().size(), 6u);
  EXPECT_EQ(records("time").size(), 3u);
  EXPECT_EQ(messages(), "");
}

TEST_F(SessionTest, UnloadingAtExitIsNothing) {
  start();
  TestUnit &U = traced("aa");
  S->moduleLoad(U.Descriptor);
  launch(U, 2);
  finish();
  const auto Calls = gpu().Calls;
  const std::string Before = Out.read("runtime-4242.jsonl");
  S->moduleUnload(U.Descriptor);
  EXPECT_EQ(gpu().Calls, Calls);
  EXPECT_EQ(Out.read("runtime-4242.jsonl"), Before);
}

TEST_F(SessionTest, AContextThatWentUnseenIsNotTheEnd) {
  start();
  TestUnit &U = traced("aa");
  S->moduleLoad(U.Descriptor);
  launch(U, 1);
  gpu().destroyContext();
  launch(U, 1);
  EXPECT_NE(messages().find("(709)"), std::string::npos) << messages();
  U.loadAgain();
  S->moduleLoad(U.Descriptor);
  launch(U, 2);
  launch(U, 2);
  finish();
  EXPECT_EQ(chunks().size(), 4u);
  EXPECT_EQ(records("time").size(), 3u) << "of all but the one that found it gone";
  EXPECT_EQ(records("launch").size(), 4u);
}

} // namespace
