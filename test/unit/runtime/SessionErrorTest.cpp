//===- SessionErrorTest.cpp - what goes wrong stays small -----------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestSession.h"

using namespace argus::rt;
using namespace argus::test;

namespace {

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

} // namespace
