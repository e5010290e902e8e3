//===- SessionScopeTest.cpp - modules, contexts, processes ----------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestSession.h"

#include <atomic>
#include <set>
#include <thread>

using namespace argus::rt;
using namespace argus::test;

namespace {

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

} // namespace
