//===- NvccArgumentsTest.cpp - reading nvcc's command line --------------- ===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "nvcc/NvccArguments.h"
#include "driver/NvccOptions.h"
#include "support/Text.h"
#include <gtest/gtest.h>

using namespace argus;
using Words = std::vector<std::string>;

namespace {

TEST(NvccArguments, AValueIsNoOption) {
  const auto Read = readNvccArguments(
      {"-Xptxas", "-v", "--linker-options", "-E", "-Xcompiler=-v", "k.cu"});
  EXPECT_FALSE(hasOption(Read, {"-v", "-E"}));
  ASSERT_EQ(Read.size(), 4u);
  EXPECT_EQ(Read[1].Option, "-Xlinker");
  EXPECT_EQ(Read[3].Value, "k.cu");
  EXPECT_TRUE(hasOption(readNvccArguments({"k.cu", "--verbose"}), {"-v"}));
}

TEST(NvccArguments, AMissingValue) {
  EXPECT_TRUE(readNvccArguments({"k.cu", "-Xptxas"}).back().Cut);
  EXPECT_FALSE(readNvccArguments({"k.cu", "-Xptxas=-v"}).back().Cut);
}

TEST(NvccArguments, WordsOfTheEnvironment) {
  EXPECT_EQ(nvccWordsOf(" -DX=\"a b\"\t-c\n"), (Words{"-DX=\"a b\"", "-c"}));
  const Environment Env = [](const char *Name) {
    return std::string(Name) == "NVCC_APPEND_FLAGS" ? "-MD -MF x.d" : "";
  };
  EXPECT_TRUE(hasOption(allNvccArguments({"k.cu"}, Env), {"-MD"}));
}

TEST(NvccArguments, ForDependencies) {
  EXPECT_EQ(
      dependencyWords({"-MD", "-MF", "x.d", "-c", "k.cu", "-o", "k.o", "-Xptxas", "-c"},
                      "/tmp"),
      (Words{"-M", "k.cu", "-Xptxas", "-c"}));
}

/// What becomes of nvcc's options for clang is told by another table; they agree.
TEST(NvccArguments, TheTableForClangTakesTheSameValues) {
  for (const NvccOption &Row : nvccOptions())
    for (std::string Name : split(Row.Names, ' ')) {
      if (Row.Takes != NvccValue::One && Row.Takes != NvccValue::List)
        continue;
      Name.erase(0, Name.find_first_not_of('-'));
      const auto TakesNext = [](const std::string &Word) {
        return readNvccArguments({Word, "next"}).size() == 1;
      };
      // Other spellings that only older toolkits take.
      if (Name == "ofast-compile" || Name.rfind("diag_", 0) == 0)
        continue;
      EXPECT_TRUE(TakesNext("-" + Name) || TakesNext("--" + Name)) << Name;
    }
}

} // namespace
