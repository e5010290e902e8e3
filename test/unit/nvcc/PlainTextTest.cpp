//===- PlainTextTest.cpp - text without marks -----------------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "nvcc/PlainText.h"
#include <gtest/gtest.h>

using namespace argus;

namespace {

TEST(WithoutMarks, PragmasAreBlankAndPlacesStay) {
  const std::string Text = "#pragma argus region(\"a\")\n"
                           "  # pragma  argus iteration\n"
                           "#pragma unroll 4\n"
                           "#pragma argusx\n"
                           "int x;\n";
  const std::string Result = withoutMarks(Text);
  EXPECT_EQ(Result.size(), Text.size());
  EXPECT_EQ(Result.find("argus region"), std::string::npos);
  EXPECT_EQ(Result.find("iteration"), std::string::npos);
  EXPECT_NE(Result.find("\n#pragma unroll 4\n#pragma argusx\nint x;\n"),
            std::string::npos);
}

TEST(WithoutMarks, AttributesAreBlank) {
  EXPECT_EQ(withoutMarks("[[argus::region(\"a\")]] void f(); [[nodiscard]] int g();"),
            "                       void f(); [[nodiscard]] int g();");
}

TEST(WithoutMarks, OtherTextIsUntouched) {
  const std::string Text = "const char *s = \"argus\"; // #pragma argus region(\"a\")";
  EXPECT_EQ(withoutMarks(Text), Text);
}

TEST(WithoutMarks, StringsThatLookLikeMarksStay) {
  const std::string Text = "puts(R\"(\n#pragma argus region(\"x\")\n)\" "
                           "\"[[argus::region(\\\"y\\\")]]\"); /*\n#pragma argus\n*/";
  EXPECT_EQ(withoutMarks(Text), Text);
}

void expectBlanked(const std::string &Before, const std::string &Mark,
                   const std::string &Behind) {
  EXPECT_EQ(withoutMarks(Before + Mark + Behind),
            Before + std::string(Mark.size(), ' ') + Behind);
}

TEST(WithoutMarks, AttributesEndWhereTheirBracketsDo) {
  expectBlanked("", "[[argus::region(\"a]]b\")]]", " int f();");
  expectBlanked("", "[ [ argus :: region(R\"x(a)x\") ] ]", " int f();");
  expectBlanked("", "[[using argus: region(\"u\")]]", " int f();");
  expectBlanked("[[nodiscard, ", "argus::region(\"a\")", "]] int f();");
}

TEST(WithoutMarks, WhatIsNoMarkIsForTheCompilerToReport) {
  const std::string Text = "[[argus::regoin(\"typo\")]] int f();";
  EXPECT_EQ(withoutMarks(Text), Text);
}

TEST(WithOwnPlaces, CallsBecomePlaces) {
  EXPECT_EQ(
      withOwnPlaces("# 41 \"a.cu\" 3\nint x;\n"
                    "fail(__builtin_FILE (), __builtin_LINE (), f(__builtin_LINE()));\n"
                    "#line 7\ng(__builtin_LINE ( ), __builtin_expect(x, 1));\n"
                    "# 1 \"b c.h\"\n\nh(__builtin_FILE());"),
      "# 41 \"a.cu\" 3\nint x;\nfail(\"a.cu\", 42, f(42));\n"
      "#line 7\ng(7, __builtin_expect(x, 1));\n# 1 \"b c.h\"\n\nh(\"b c.h\");");
}

TEST(WithOwnPlaces, StringsAndCommentsStay) {
  const std::string Text = "f(\"__builtin_LINE()\", R\"(__builtin_FILE())\"); "
                           "// __builtin_LINE()\n";
  EXPECT_EQ(withOwnPlaces(Text), Text);
}

TEST(WithOwnPlaces, NamesOfFilesAreQuoted) {
  EXPECT_EQ(withOwnPlaces("# 1 \"a\\\\b \\\"c\\\".cu\"\nf(__builtin_FILE());"),
            "# 1 \"a\\\\b \\\"c\\\".cu\"\nf(\"a\\\\b \\\"c\\\".cu\");");
}

TEST(WithOwnPlaces, DefaultArgumentsHaveTheCallsPlace) {
  const std::string Text =
      "int current(int line = __builtin_LINE(), int *f = &__builtin_LINE);";
  EXPECT_EQ(withOwnPlaces(Text), Text);
}

} // namespace
