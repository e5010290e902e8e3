//===- ExecutionCountsTest.cpp - records of the virtual device ------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "collect/ExecutionCounts.h"

#include <gtest/gtest.h>

using namespace argus;

static const char Records[] =
    R"({"type":"stack","ptx":"p","stack":1,"parent":0,"site":4}
{"type":"stack","ptx":"p","stack":2,"parent":1,"site":7}
{"type":"kernel","ptx":"p","kernel":"k","launch":1,"cycles":9,"warp_instructions":3,"thread_instructions":96}
{"type":"entered","ptx":"p","kernel":"k","launch":1,"stack":2,"warps":5,"threads":160}
{"type":"trips","ptx":"p","kernel":"k","launch":1,"stack":1,"warps":6,"threads":192}
{"type":"executed","ptx":"p","kernel":"k","launch":1,"line":12,"source_file":1,"source_line":3,"stack":2,"warps":8,"threads":256}
)";

TEST(ExecutionCounts, RecordsAreRead) {
  ExecutionCounts Counts;
  addExecutionCounts(Records, Counts);
  EXPECT_TRUE(Counts.Problems.empty());
  ASSERT_EQ(Counts.Executed.size(), 1u);
  EXPECT_EQ(Counts.Executed[0].Line, 12u);
  EXPECT_EQ(Counts.Executed[0].SourceLine, 3u);
  EXPECT_EQ(Counts.Executed[0].Warps, 8u);
  EXPECT_EQ(Counts.Executed[0].Threads, 256u);
  ASSERT_EQ(Counts.Entered.size(), 1u);
  EXPECT_EQ(Counts.Entered[0].Warps, 5u);
  ASSERT_EQ(Counts.Trips.size(), 1u);
  EXPECT_EQ(Counts.Trips[0].Warps, 6u);
}

TEST(ExecutionCounts, FaultsAreRead) {
  ExecutionCounts Counts;
  addExecutionCounts(
      R"({"type":"fault","kernel":"k","launch":3,"code":700,"text":"kernel 'k': at k.cu:7"})",
      Counts);
  ASSERT_EQ(Counts.Faults.size(), 1u);
  EXPECT_EQ(Counts.Faults[0].Launch, 3u);
  EXPECT_EQ(Counts.Faults[0].Text, "kernel 'k': at k.cu:7");
}

TEST(ExecutionCounts, OfTheAskedProcesses) {
  const TemporaryDirectory Root(
      makeUniqueDirectory(fs::temp_directory_path(), "argus-counts-"));
  writeFile(Root.path() / "virtual-7.jsonl", Records);
  writeFile(Root.path() / "virtual-12.jsonl", Records);
  writeFile(Root.path() / "runtime-7.jsonl", Records);
  EXPECT_EQ(readExecutionCounts(Root.path()).Entered.size(), 2u);
  const std::set<int> One = {12}, None;
  EXPECT_EQ(readExecutionCounts(Root.path(), &One).Entered.size(), 1u);
  EXPECT_TRUE(readExecutionCounts(Root.path(), &None).Entered.empty());
}

TEST(ExecutionCounts, StacksAreSitesOutermostFirst) {
  ExecutionCounts Counts;
  addExecutionCounts(Records, Counts);
  EXPECT_EQ(Counts.sites("p", 2), (std::vector<unsigned>{4, 7}));
  EXPECT_TRUE(Counts.sites("p", 0).empty());
  EXPECT_TRUE(Counts.sites("q", 2).empty());
}

TEST(ExecutionCounts, AStackThatIsItsOwnParentEnds) {
  ExecutionCounts Counts;
  Counts.Stacks[{"p", 1}] = {1, 3};
  EXPECT_EQ(Counts.sites("p", 1), (std::vector<unsigned>{3}));
}

TEST(ExecutionCounts, ALineThatCannotBeReadIsNamed) {
  ExecutionCounts Counts;
  addExecutionCounts("{\"type\":\"entered\"}\n{\"type\":\"exec", Counts);
  ASSERT_EQ(Counts.Problems.size(), 2u);
  EXPECT_EQ(Counts.Problems[0].rfind("line 1: ", 0), 0u);
  EXPECT_EQ(Counts.Problems[1].rfind("line 2: ", 0), 0u);
}

// The examples of the algorithm's authors.
TEST(ExecutionCounts, DigestOfPtx) {
  EXPECT_EQ(ptxDigest(""), "cbf29ce484222325");
  EXPECT_EQ(ptxDigest("a"), "af63dc4c8601ec8c");
  EXPECT_EQ(ptxDigest("foobar"), "85944171f73967e8");
}
