//===- DeviceCompileTest.cpp - text without marks ------------------------ ===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "nvcc/DeviceCompile.h"
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

TEST(WithLineNumbers, CallsBecomeNumbers) {
  EXPECT_EQ(withLineNumbers("# 41 \"a.cu\"\nint x;\nfail(\"x\", __builtin_LINE (), "
                            "f(__builtin_LINE()));\n"
                            "#line 7\ng(__builtin_LINE ( ));"),
            "# 41 \"a.cu\"\nint x;\nfail(\"x\", 42, f(42));\n#line 7\ng(7);");
}

TEST(WithLineNumbers, DefaultArgumentsHaveTheCallsLine) {
  const std::string Text =
      "int current(int line = __builtin_LINE(), int *f = &__builtin_LINE);";
  EXPECT_EQ(withLineNumbers(Text), Text);
}

} // namespace
