//===- ChunkFilterTest.cpp - chunks of some launches, and what is asked ----===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ChunkFilter.h"
#include "Options.h"
#include <cstring>
#include <gtest/gtest.h>
#include <string>

using namespace argus::rt;

namespace {

constexpr uint32_t ChunkBytes = 80;

/// Chunks of the launches 1 to Count, all bytes behind a header the launch's number.
std::string chunks(uint32_t Count) {
  std::string Bytes;
  for (uint32_t Launch = 1; Launch <= Count; ++Launch) {
    ArgusChunkHeader H = {};
    H.launch = Launch;
    Bytes.append(reinterpret_cast<const char *>(&H), sizeof(H));
    Bytes.append(ChunkBytes - sizeof(H), char(Launch));
  }
  return Bytes;
}

/// What is kept of Bytes, given in pieces.
std::string kept(ChunkFilter &Filter, const std::string &Bytes, size_t Piece) {
  std::string Result;
  for (size_t At = 0; At < Bytes.size(); At += Piece) {
    const std::vector<char> &Part =
        Filter.kept(Bytes.data() + At, std::min(Piece, Bytes.size() - At));
    Result.append(Part.begin(), Part.end());
  }
  return Result;
}

TEST(ChunkFilter, KeepsTheRangeWhateverTheCuts) {
  const std::string All = chunks(9);
  for (const size_t Piece : {1, 7, 64, 79, 80, 81, 160, 1000}) {
    ChunkFilter Filter(ChunkBytes, 3, 5);
    EXPECT_EQ(kept(Filter, All, Piece), All.substr(size_t{2} * 80, size_t{2} * 80))
        << "pieces of " << Piece;
    EXPECT_EQ(Filter.leftOut(), 7u);
  }
}

TEST(ChunkFilter, KeepsAllThatNobodyLimits) {
  std::string All = chunks(3);
  All.append(ChunkBytes, '\0'); // never used: of no launch
  ChunkFilter Filter(ChunkBytes, 0, UINT64_MAX);
  EXPECT_EQ(kept(Filter, All, 33), All);
  EXPECT_EQ(Filter.leftOut(), 0u);
}

const char *Launches = nullptr;

Options read(const char *Text) {
  Launches = Text;
  return readOptions([](const char *Name) -> const char * {
    return std::strcmp(Name, ARGUS_ENV_LAUNCHES) == 0 ? Launches : nullptr;
  });
}

TEST(ChunkFilter, TheRangeComesFromTheEnvironment) {
  EXPECT_EQ(read("2:18446744073709551615").FirstLaunch, 2u);
  EXPECT_EQ(read("2:18446744073709551615").EndLaunch, UINT64_MAX);
  EXPECT_EQ(read("2:9").EndLaunch, 9u);
  EXPECT_EQ(read(nullptr).FirstLaunch, 0u);
  for (const char *Wrong : {"2", "2:", "2:x", "2:9z", ":"}) {
    const Options O = read(Wrong);
    EXPECT_EQ(O.FirstLaunch, 0u);
    EXPECT_EQ(O.EndLaunch, UINT64_MAX);
    ASSERT_EQ(O.Problems.size(), 1u);
    EXPECT_NE(O.Problems[0].find("is no range A:B"), std::string::npos);
  }
}

} // namespace
