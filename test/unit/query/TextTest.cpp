//===- TextTest.cpp - names and words ----------------------------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "support/Text.h"

#include <gtest/gtest.h>

using namespace argus;

TEST(Text, EditDistance) {
  EXPECT_EQ(editDistance("", ""), 0u);
  EXPECT_EQ(editDistance("", "abc"), 3u);
  EXPECT_EQ(editDistance("mainloop", "mainloop"), 0u);
  EXPECT_EQ(editDistance("mainlop", "mainloop"), 1u);
  EXPECT_EQ(editDistance("kitten", "sitting"), 3u);
}

TEST(Text, NearestTakesTheClosest) {
  EXPECT_EQ(nearest("duraton", {"timeline", "duration"}), "duration");
  EXPECT_EQ(nearest("wiat", {"load", "wait", "mma"}), "wait");
}

TEST(Text, NearestKeepsSilentWhereNothingIsNear) {
  EXPECT_EQ(nearest("bandwidth", {"duration", "timeline"}), std::nullopt);
  EXPECT_EQ(nearest("xy", {"ab"}), std::nullopt);
  EXPECT_EQ(nearest("x", {}), std::nullopt);
  EXPECT_EQ(suggestion("bandwidth", {"duration"}), "");
}

TEST(Text, Numbers) {
  EXPECT_EQ(parseNumber("0"), 0u);
  EXPECT_EQ(parseNumber("18446744073709551615"), UINT64_MAX);
  EXPECT_EQ(parseNumber("18446744073709551616"), std::nullopt);
  EXPECT_EQ(parseNumber(""), std::nullopt);
  EXPECT_EQ(parseNumber("-1"), std::nullopt);
  EXPECT_EQ(parseNumber("1x"), std::nullopt);
  EXPECT_EQ(parseReal("2.5"), 2.5);
  EXPECT_EQ(parseReal("nan"), std::nullopt);
  EXPECT_EQ(parseReal("1e999"), std::nullopt);
  EXPECT_EQ(parseReal("1s"), std::nullopt);
}

TEST(Text, Sizes) {
  EXPECT_EQ(parseSize("512"), 512u);
  EXPECT_EQ(parseSize("1k"), 1024u);
  EXPECT_EQ(parseSize("64MB"), uint64_t{64} << 20);
  EXPECT_EQ(parseSize("8GiB"), uint64_t{8} << 30);
  EXPECT_EQ(parseSize("1.5T"), uint64_t{3} << 39);
  EXPECT_EQ(parseSize("0"), 0u);
  for (const char *Bad :
       {"", "G", "8X", "8Gx", "8 G", "-8G", "1e3", "1.2.3", "99999999T"})
    EXPECT_EQ(parseSize(Bad), std::nullopt) << Bad;
  EXPECT_EQ(sizeText(1023), "1023 B");
  EXPECT_EQ(sizeText(1024), "1.00 KiB");
  EXPECT_EQ(sizeText(uint64_t{8} << 30), "8.00 GiB");
  EXPECT_EQ(sizeText((uint64_t{1} << 20) - 1), "1.00 MiB");
  EXPECT_EQ(sizeText(12345678), "11.8 MiB");
  EXPECT_EQ(sizeText(uint64_t{5000} << 40), "5000 TiB");
}

TEST(Text, ShellQuote) {
  EXPECT_EQ(shellQuote({"./gemm", "4096", "--x=1"}), "./gemm 4096 --x=1");
  EXPECT_EQ(shellQuote({"a b", "it's", ""}), "'a b' 'it'\\''s' ''");
}

TEST(Text, DisplayWidthCountsCharacters) {
  EXPECT_EQ(displayWidth("abc"), 3u);
  EXPECT_EQ(displayWidth("µs"), 2u);
}

static std::vector<std::string> wordsOf(const std::string &Line) {
  std::string Problem;
  const auto Words = shellSplit(Line, Problem);
  EXPECT_TRUE(Words) << Line << ": " << Problem;
  return Words.value_or(std::vector<std::string>());
}

static std::string splitError(const std::string &Line) {
  std::string Problem;
  EXPECT_FALSE(shellSplit(Line, Problem)) << Line;
  return Problem;
}

TEST(Text, ShellWords) {
  using Words = std::vector<std::string>;
  EXPECT_EQ(wordsOf("srun --gres=gpu:1"), (Words{"srun", "--gres=gpu:1"}));
  EXPECT_EQ(wordsOf("  ssh \t host  "), (Words{"ssh", "host"}));
  EXPECT_EQ(wordsOf(R"(a "b  c" 'd "e' f\ g "h\"i")"),
            (Words{"a", "b  c", "d \"e", "f g", "h\"i"}));
  EXPECT_EQ(wordsOf("--x='a b'c ''"), (Words{"--x=a bc", ""}));
  EXPECT_EQ(wordsOf("'$HOME;|' \\$x"), (Words{"$HOME;|", "$x"}));
  EXPECT_TRUE(wordsOf(" ").empty());
  ::setenv("ARGUS_TEST_WORD", "one two", 1);
  EXPECT_EQ(wordsOf("$ARGUS_TEST_WORD \"$ARGUS_TEST_WORD\""),
            (Words{"one", "two", "one two"}));
}

TEST(Text, ShellWordsSurviveQuoting) {
  const std::vector<std::string> Words = {"a b",   "",  "it's", "$x",
                                          "\"q\"", "~", "*",    "x\ny"};
  EXPECT_EQ(wordsOf(shellQuote(Words)), Words);
}

TEST(Text, LinesThatAreNoListOfWords) {
  EXPECT_EQ(splitError("a 'b"), "a quote or brace is not closed");
  EXPECT_EQ(splitError("a \"b"), "a quote or brace is not closed");
  EXPECT_EQ(splitError("$(rm x)"), "it has a command to substitute");
  EXPECT_EQ(splitError("`rm x`"), "it has a command to substitute");
  EXPECT_EQ(splitError("$ARGUS_TEST_NO_SUCH"), "it names a variable that is not set");
  for (const char *Line : {"a; b", "a | b", "a > b", "a & b"})
    EXPECT_EQ(splitError(Line),
              "it has one of | & ; < > ( ) { } or a newline outside of quotes");
}
