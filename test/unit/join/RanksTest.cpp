//===- RanksTest.cpp - the ranks of a program's processes --------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "join/Ranks.h"

#include "join/Join.h"

#include <gtest/gtest.h>

using namespace argus;

static RuntimeLog logOf(int Pid, std::optional<unsigned> Rank) {
  RuntimeLog Log;
  Log.Pid = Pid;
  Log.Rank = Rank;
  return Log;
}

TEST(Ranks, WhyNoneIsInScope) {
  const RuntimeLog A = logOf(10, 2), B = logOf(11, 5), C = logOf(12, std::nullopt);
  const std::vector<const RuntimeLog *> Logs = {&A, &B, &C};
  EXPECT_EQ(whyNoRank(Logs, {}), "");
  EXPECT_EQ(whyNoRank(Logs, parseScope("rank=5")), "");
  EXPECT_EQ(whyNoRank(Logs, parseScope("rank=0:2")),
            "the query's scope (rank=0:2) holds none of the program's ranks, which are "
            "2 to 5");
  EXPECT_EQ(whyNoRank({&C}, parseScope("rank=0")),
            "the query's scope (rank=0:1) needs ranks, and nothing that started the "
            "program's processes gave them any: mpirun, srun with several tasks and "
            "torchrun do");
}

TEST(Ranks, ProcessesInScope) {
  const RuntimeLog A = logOf(10, 0), B = logOf(11, 1), C = logOf(12, std::nullopt);
  const std::vector<const RuntimeLog *> Logs = {&A, &B, &C};
  EXPECT_EQ(pidsInScope(Logs, parseScope("rank=1:")), std::set<int>{11});
  EXPECT_EQ(pidsInScope(Logs, {}).size(), 3u);
  EXPECT_EQ(ranksOf(Logs), (std::vector<std::optional<unsigned>>{0, 1, std::nullopt}));
}

// What a process out of scope traced is not even read.
TEST(Ranks, OtherProcessesAreNotJoined) {
  RuntimeLog A = logOf(10, 0), B = logOf(11, 1);
  for (RuntimeLog *Log : {&A, &B}) {
    DrainRecord Drain;
    Drain.LostEvents = Log->Pid;
    Drain.ChunkBytes = 72;
    Log->Drains = {Drain};
  }
  JoinRequest Request;
  Request.Scope = parseScope("rank=1");
  EXPECT_EQ(joinRun({{0, &A, ""}, {1, &B, ""}}, Request).LostEvents, 11u);
  EXPECT_EQ(joinRun({{0, &A, ""}, {1, &B, ""}}, {}).LostEvents, 21u);
}
