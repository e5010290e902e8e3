//===- CollectTest.cpp - what a run left is gathered -------------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "collect/Collect.h"

#include <gtest/gtest.h>

using namespace argus;

static std::string processLine(int Pid, const std::string &More = "") {
  return R"({"type":"process","abi":1,"pid":)" + std::to_string(Pid) +
         R"(,"exe":"x","argv":[],"images":null)" + More + "}\n";
}

static const char ModuleLine[] =
    R"({"type":"module","module":0,"module_id":"ab","path":"x","source":"x.cu","swapped":true,"image":"i"})"
    "\n";

TEST(Collect, ProcessesWithModulesInOrderAndTheirTraces) {
  const TemporaryDirectory Root(
      makeUniqueDirectory(fs::temp_directory_path(), "argus-collect-"));
  writeFile(Root.path() / "runtime-20.jsonl", processLine(20) + ModuleLine);
  writeFile(Root.path() / "runtime-3.jsonl", processLine(3) + ModuleLine);
  writeFile(Root.path() / "trace-3.bin", "x");
  writeFile(Root.path() / "runtime-7.jsonl", processLine(7)); // a shell
  writeFile(Root.path() / "stdout", "hello");
  const auto Processes = collectRun(Root.path());
  ASSERT_EQ(Processes.size(), 2u);
  EXPECT_EQ(Processes[0].Log.Pid, 3);
  EXPECT_EQ(Processes[0].Trace, Root.path() / "trace-3.bin");
  EXPECT_EQ(Processes[1].Log.Pid, 20);
  EXPECT_TRUE(Processes[1].Trace.empty());
  EXPECT_TRUE(Processes[1].Log.Modules[0].Swapped);
}

TEST(Collect, RanksComeFirstAndInOrder) {
  const TemporaryDirectory Root(
      makeUniqueDirectory(fs::temp_directory_path(), "argus-collect-"));
  const auto Write = [&](int Pid, const std::string &More) {
    writeFile(Root.path() / ("runtime-" + std::to_string(Pid) + ".jsonl"),
              processLine(Pid, More) + ModuleLine);
  };
  Write(5, R"(,"rank":10)");
  Write(6, R"(,"rank":2)");
  Write(4, "");
  Write(3, R"(,"rank":10)");
  std::vector<int> Pids;
  for (const CollectedProcess &P : collectRun(Root.path()))
    Pids.push_back(P.Log.Pid);
  EXPECT_EQ(Pids, (std::vector<int>{6, 3, 5, 4}));
}
