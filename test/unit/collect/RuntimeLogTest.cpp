//===- RuntimeLogTest.cpp - the runtime's records are understood -------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "collect/RuntimeLog.h"

#include <gtest/gtest.h>

using namespace argus;

static RuntimeLog onlyLog(const std::string &Text) {
  const std::vector<RuntimeLog> Logs = parseRuntimeLogs(Text);
  EXPECT_EQ(Logs.size(), 1u);
  return Logs.empty() ? RuntimeLog() : Logs.front();
}

static const char Complete[] =
    R"({"type":"process","abi":1,"pid":42,"exe":"/bin/gemm","argv":["./gemm","64"],"images":null}
{"type":"device","device":0,"name":"NVIDIA H200","arch":"sm_90","uuid":"GPU-1","sms":132,"clock_khz":1980000,"driver":13000}
{"type":"module","module":0,"module_id":"00ff","path":"/bin/gemm","source":"gemm.cu","swapped":false,"image":null}
{"type":"launch","launch":1,"module":0,"device":0,"kernel":"_Z4gemmv","grid":[2,3,4],"block":[48,2,1],"shared_bytes":1024,"stream":0,"captured":false,"concurrent":true,"error":0}
{"type":"time","launch":1,"gpu_ns":1234.5}
{"type":"drain","module":0,"device":0,"offset":0,"bytes":144,"chunk_bytes":72,"chunks":2,"requested":3,"lost_events":4,"lost_chunks":1}
{"type":"message","level":"warning","text":"a \"quoted\" text"}
{"type":"end","reason":"exit","launches":1}
)";

TEST(RuntimeLog, ReadsEveryRecord) {
  const RuntimeLog Log = onlyLog(Complete);
  EXPECT_TRUE(Log.Problems.empty());
  EXPECT_EQ(Log.Pid, 42);
  EXPECT_EQ(Log.Arguments, (std::vector<std::string>{"./gemm", "64"}));
  ASSERT_EQ(Log.Devices.size(), 1u);
  EXPECT_EQ(Log.Devices[0].Arch, "sm_90");
  EXPECT_EQ(Log.Devices[0].ClockKhz, 1980000);
  ASSERT_NE(Log.module(0), nullptr);
  EXPECT_EQ(Log.module(0)->ModuleId, "00ff");
  EXPECT_EQ(Log.module(1), nullptr);
  ASSERT_NE(Log.launch(1), nullptr);
  EXPECT_EQ(Log.launch(2), nullptr);
  EXPECT_TRUE(Log.launch(1)->Concurrent);
  EXPECT_EQ(Log.launch(1)->ctas(), 24u);
  EXPECT_EQ(Log.launch(1)->warpsPerCta(), 3u);
  EXPECT_EQ(Log.launch(1)->warps(), 72u);
  EXPECT_EQ(Log.GpuNs.at(1), 1234.5);
  ASSERT_EQ(Log.Drains.size(), 1u);
  EXPECT_EQ(Log.Drains[0].Requested, 3u);
  EXPECT_EQ(Log.Drains[0].LostEvents, 4u);
  ASSERT_EQ(Log.Messages.size(), 1u);
  EXPECT_EQ(Log.Messages[0].Text, "a \"quoted\" text");
  EXPECT_EQ(Log.EndReason, "exit");
}

TEST(RuntimeLog, KilledProcessLeavesHalfALine) {
  std::string Text = Complete;
  Text.resize(Text.find("{\"type\":\"end\"") + 9);
  const RuntimeLog Log = onlyLog(Text);
  EXPECT_TRUE(Log.Problems.empty());
  EXPECT_TRUE(Log.EndReason.empty());
  EXPECT_EQ(Log.Launches.size(), 1u);
}

TEST(RuntimeLog, ProblemsNameTheLine) {
  const RuntimeLog Log = onlyLog("\nnonsense\n{\"type\":\"launch\"}\n"
                                 "{\"type\":\"future\"}\n[]\n");
  ASSERT_EQ(Log.Problems.size(), 4u);
  EXPECT_EQ(Log.Problems[0].rfind("line 2: ", 0), 0u);
  EXPECT_EQ(Log.Problems[1].rfind("line 3: ", 0), 0u);
  EXPECT_NE(Log.Problems[1].find("'launch'"), std::string::npos);
  EXPECT_EQ(Log.Problems[2], "unknown record type 'future'");
}

TEST(RuntimeLog, RankOfTheProcess) {
  EXPECT_EQ(onlyLog(Complete).Rank, std::nullopt);
  const RuntimeLog Log = onlyLog(
      R"({"type":"process","abi":1,"pid":1,"exe":"x","argv":[],"images":null,"rank":3})"
      "\n");
  EXPECT_EQ(Log.Rank, 3u);
  EXPECT_TRUE(Log.Problems.empty());
}

TEST(RuntimeLog, AnotherAbiIsAProblem) {
  const RuntimeLog Log =
      onlyLog(R"({"type":"process","abi":9,"pid":1,"exe":"x","argv":[],"images":null})"
              "\n");
  ASSERT_EQ(Log.Problems.size(), 1u);
  EXPECT_EQ(Log.Problems[0], "the runtime speaks ABI version 9, argus 1");
}

TEST(RuntimeLog, LaunchesOfThreadsMayBeOutOfOrder) {
  std::string Text;
  for (const std::string N : {"2", "1"})
    Text += R"({"type":"launch","launch":)" + N +
            R"(,"module":0,"device":0,"kernel":"k)" + N +
            R"(","grid":[1,1,1],"block":[32,1,1],"shared_bytes":0,"stream":0,)"
            R"("captured":false,"error":0})"
            "\n";
  const RuntimeLog Log = onlyLog(Text);
  ASSERT_TRUE(Log.Problems.empty()) << Log.Problems[0];
  EXPECT_EQ(Log.launch(1)->Kernel, "k1");
  EXPECT_EQ(Log.launch(2)->Kernel, "k2");
}

TEST(RuntimeLog, ExecStartsAnotherLogInTheSameFile) {
  const std::vector<RuntimeLog> Logs =
      parseRuntimeLogs(std::string(Complete) + Complete);
  ASSERT_EQ(Logs.size(), 2u);
  EXPECT_EQ(Logs[0].Launches.size(), 1u);
  EXPECT_EQ(Logs[1].Launches.size(), 1u);
  EXPECT_TRUE(parseRuntimeLogs("").empty());
}
