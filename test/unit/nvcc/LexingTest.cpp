//===- LexingTest.cpp - text that looks like what it is not ------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Marked.h"
#include "nvcc/Tokens.h"
#include <gtest/gtest.h>

namespace argus {

/// The tokens of a text, separated by blanks.
static std::string tokensOf(const std::string &Text) {
  const TokenText T(Text, "f.cu");
  std::string All;
  for (size_t I = 0; I < T.size(); ++I)
    All += (I ? " " : "") + std::string(T.text(I));
  return All;
}

TEST(Lexing, NumbersWithSeparatorsAndExponents) {
  EXPECT_EQ(tokensOf("1'000'000+0x1p-3f-1e+5 0xe+1 .5"),
            "1'000'000 + 0x1p-3f - 1e+5 0xe + 1 . 5");
}

TEST(Lexing, Literals) {
  EXPECT_EQ(tokensOf("u8\"a\\\"{\" L'\\''\"s\"sv ab\"c\""),
            "u8\"a\\\"{\" L'\\'' \"s\"sv ab \"c\"");
}

TEST(Lexing, RawLiteralOverLines) {
  EXPECT_EQ(tokensOf("R\"x(a)\"\n# 3 \"b\"\n{ )x\" LR\"({)\";"),
            "R\"x(a)\"\n# 3 \"b\"\n{ )x\" LR\"({)\" ;");
}

TEST(Lexing, CommentsAreNoTokens) {
  EXPECT_EQ(tokensOf("a/*{\n#pragma argus x\n*/b//}\nc"), "a b c");
}

TEST(Lexing, DirectivesOnlyAtTheBeginOfALine) {
  EXPECT_EQ(tokensOf("a # b\n  #pragma unroll\n # 3 \"x\"\n#ident \"y\"\nc"),
            "a # b #pragma unroll c");
}

TEST(Lexing, BracketsMatch) {
  const std::string Text = "{([a])}{";
  const TokenText T(Text, "f.cu");
  EXPECT_EQ(T[0].Match, 6U);
  EXPECT_EQ(T[2].Match, 4U);
  EXPECT_EQ(T[5].Match, 1U);
  EXPECT_EQ(T[7].Match, 7U);
}

TEST(Lexing, MarksInLiteralsAndCommentsAreNone) {
  const std::string Text =
      "void f() { const char *s = R\"(\n#pragma argus region(\"a\")\n)\"; "
      "/*\n#pragma argus region(\"b\")\n*/ g(\"[[argus::region]]\"); }";
  const MarkedText M = readMarks(Text, "f.cu");
  EXPECT_TRUE(M.Sites.empty());
  EXPECT_EQ(problemsOf(M), "");
  EXPECT_EQ(M.Mapped, "# 1 \"argus.lines\"\n" + Text);
}

TEST(Lexing, PragmaOperatorThatAPreprocessorLeft) {
  EXPECT_EQ(bodyLines("_Pragma(\"argus region(\\\"r\\\")\") a; b;"), "a;|r\nb;\n");
}

TEST(Lexing, LineThatABackslashContinues) {
  EXPECT_EQ(bodyLines("#pragma argus \\\nregion(\"r\")\na; b;"), "a;|r\nb;\n");
}

TEST(Lexing, UnbalancedTextIsTheCompilersToReport) {
  for (const char *Text :
       {"void f() { (", "}}}", "void f() { if (", "{[(}])", "\"a", "R\"(", "/*", "'",
        "#", "void f() {\n#pragma argus region(\"r\")\nfor (",
        "void f() {\n#pragma argus region(\"r\")\ndo", "[[argus::region(",
        "void f() {\n#pragma argus role(\"r\")\nif (a)"})
    EXPECT_NE(readMarks(Text, "f.cu").Mapped, "") << Text;
}

} // namespace argus
