//===- RankTest.cpp - the number of this process among its program's -------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Rank.h"

#include <gtest/gtest.h>
#include <map>

using namespace argus::rt;

namespace {

std::map<std::string, std::string> Environment;

const char *get(const char *Name) {
  const auto At = Environment.find(Name);
  return At == Environment.end() ? nullptr : At->second.c_str();
}

std::optional<unsigned> rankIn(std::map<std::string, std::string> Variables) {
  Environment = std::move(Variables);
  std::vector<std::string> Problems;
  const auto Rank = readRank(get, Problems);
  EXPECT_TRUE(Problems.empty());
  return Rank;
}

} // namespace

TEST(Rank, OfEachLauncher) {
  EXPECT_EQ(rankIn({}), std::nullopt);
  EXPECT_EQ(rankIn({{"OMPI_COMM_WORLD_RANK", "3"}, {"OMPI_COMM_WORLD_SIZE", "4"}}), 3u);
  EXPECT_EQ(rankIn({{"PMIX_RANK", "2"}}), 2u);
  EXPECT_EQ(rankIn({{"PMI_RANK", "1"}, {"PMI_SIZE", "2"}}), 1u);
  EXPECT_EQ(rankIn({{"MV2_COMM_WORLD_RANK", "0"}}), 0u);
  EXPECT_EQ(rankIn({{"RANK", "5"}, {"WORLD_SIZE", "8"}}), 5u);
  EXPECT_EQ(rankIn({{"SLURM_PROCID", "1"}, {"SLURM_STEP_NUM_TASKS", "2"}}), 1u);
}

TEST(Rank, MpiComesBeforeSlurm) {
  EXPECT_EQ(rankIn({{"SLURM_PROCID", "1"},
                    {"SLURM_STEP_NUM_TASKS", "2"},
                    {"OMPI_COMM_WORLD_RANK", "7"},
                    {"OMPI_COMM_WORLD_SIZE", "8"}}),
            7u);
}

// What started Argus gives it a rank, which its program inherits.
TEST(Rank, TheOnlyProcessOfALauncherMayStartOthers) {
  EXPECT_EQ(rankIn({{"SLURM_PROCID", "0"}, {"SLURM_STEP_NUM_TASKS", "1"}}),
            std::nullopt);
  EXPECT_EQ(rankIn({{"OMPI_COMM_WORLD_RANK", "0"},
                    {"OMPI_COMM_WORLD_SIZE", "1"},
                    {"PMIX_RANK", "0"},
                    {"RANK", "1"},
                    {"WORLD_SIZE", "2"}}),
            1u);
  EXPECT_EQ(rankIn({{"OMPI_COMM_WORLD_RANK", "0"}, {"OMPI_COMM_WORLD_SIZE", "1"}}), 0u);
}

TEST(Rank, NamesThatMayMeanAnythingNeedMore) {
  EXPECT_EQ(rankIn({{"RANK", "gold"}}), std::nullopt);
  EXPECT_EQ(rankIn({{"SLURM_PROCID", "0"}}), std::nullopt);
}

TEST(Rank, NonsenseIsToldAndIgnored) {
  for (const char *Value : {"-1", "x", "1x", " 1", "99999999999999999999"}) {
    Environment = {{"OMPI_COMM_WORLD_RANK", Value}, {"PMI_RANK", "4"}};
    std::vector<std::string> Problems;
    EXPECT_EQ(readRank(get, Problems), 4u) << Value;
    ASSERT_EQ(Problems.size(), 1u) << Value;
    EXPECT_EQ(Problems[0], std::string("OMPI_COMM_WORLD_RANK='") + Value +
                               "' is no rank; it is ignored");
  }
}
