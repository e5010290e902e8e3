//===- TracedTest.cpp - where the markers stand ------------------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Marked.h"
#include <gtest/gtest.h>
#include <regex>

namespace argus {

/// The traced text of a function's body in one line, the pieces shortened: S0 is a
/// scope, B0, E0 and T0 are markers.
static std::string tracedBody(const std::string &Code) {
  std::string Text = readBody(Code).Traced;
  Text = Text.substr(Text.find("void f() {") + 10);
  Text = Text.substr(0, Text.rfind('}'));
  const auto Replace = [&](const char *What, const char *By) {
    Text = std::regex_replace(Text, std::regex(What), By);
  };
  Replace("__argus_scope<([0-9]+)> __argus_mark_\\1;", "S$1");
  const std::pair<const char *, const char *> Markers[] = {
      {"begin", "B$1"}, {"end", "E$1"}, {"trip", "T$1"}};
  for (const auto &[Word, By] : Markers)
    Replace(("asm volatile\\(\"\\.pragma \\\\\"argus\\." + std::string(Word) +
             " ([0-9]+)\\\\\";\" ::: \"memory\"\\);")
                .c_str(),
            By);
  Replace("\\s+", " ");
  Replace("^ | $", "");
  return Text;
}

TEST(Traced, ClassStandsBeforeEverythingInALineOfNoText) {
  const std::string Text = readBody("#pragma argus region(\"r\")\n{ a; }").Traced;
  EXPECT_EQ(Text.find("# 1000000000 \"argus.marker\"\n"
                      "template <unsigned N> struct __argus_scope {"),
            0U);
  EXPECT_LT(Text.find("};\n# 1 \"argus.lines\"\n"), Text.find("void f()"));
}

TEST(Traced, UnitIsInTheNamesOfTextMarkersAndClass) {
  const std::string Code = "void f() {\n#pragma argus region(\"r\")\n{ a; }\n}\n";
  const MarkedText M = readMarks(Code, "f.cu", "1a");
  EXPECT_EQ(M.Mapped.find("# 1 \"argus.lines.1a\"\n"), 0U);
  EXPECT_NE(M.Traced.find("\n# 1 \"argus.lines.1a\"\n"), std::string::npos);
  EXPECT_NE(M.Traced.find("struct __argus_scope_1a {"), std::string::npos);
  EXPECT_NE(M.Traced.find("argus.begin %0@1a\\\""), std::string::npos);
  EXPECT_NE(M.Traced.find("argus.end %0@1a\\\""), std::string::npos);
  EXPECT_NE(M.Traced.find(" __argus_scope_1a<0> "), std::string::npos);
}

/// The words of each line, without what the traced text has more.
static std::vector<std::string> wordsByLine(const std::string &Text) {
  const std::string First = "# 1 \"argus.lines\"\n";
  std::istringstream Lines(Text.substr(Text.find(First) + First.size()));
  const std::regex Pieces("__argus_scope<[0-9]+> __argus_mark_[0-9]+;|asm volatile\\("
                          "\"[^;]*;\" ::: \"memory\"\\);|[{} ]"),
      Inline("(__attribute__\\(\\((host|device)\\)\\))*__inline__");
  std::vector<std::string> Result;
  for (std::string Line; std::getline(Lines, Line);)
    Result.push_back(
        std::regex_replace(std::regex_replace(Line, Pieces, ""), Inline, "constexpr"));
  return Result;
}

TEST(Traced, LinesAreThoseOfTheMappedText) {
  for (const char *Code :
       {"#pragma argus region(\"r\")\n{ a; }\nb;",
        "a;\n#pragma unroll\n#pragma argus region(\"r\")\nfor (;;) { b; } c; d;",
        "#pragma argus iteration\n#pragma argus region(\"r\")\nfor (;;)\n"
        "#pragma argus region(\"s\")\n#pragma unroll\nfor (;;) a; b;",
        "a; #pragma argus begin(\"s\")\n; b;\n# 7 \"x.h\"\n"
        "if (a)\n#pragma argus end(\"s\")\n; else c; }\n"
        "constexpr int g() {\n#pragma argus region(\"t\")\nint d = a; return d;"}) {
    const MarkedText M = readBody(Code);
    EXPECT_EQ(wordsByLine(M.Traced), wordsByLine(M.Mapped)) << Code;
  }
}

TEST(Traced, StatementInAScope) {
  EXPECT_EQ(tracedBody("#pragma argus region(\"r\")\nfor (;;) { break; }"),
            "{ S0 for (;;) { break; } }");
}

TEST(Traced, DeclarationStaysInItsBlock) {
  EXPECT_EQ(tracedBody("#pragma argus region(\"r\")\nint a = b; c;"),
            "B0 int a = b; E0 c;");
}

TEST(Traced, BranchIsOneStatement) {
  EXPECT_EQ(tracedBody("if (a)\n#pragma argus region(\"r\")\nb; else c;"),
            "if (a) { S0 b; } else c;");
}

TEST(Traced, JumpIsInTheScope) {
  EXPECT_EQ(tracedBody("#pragma argus region(\"r\")\nreturn f(a);"),
            "{ S0 return f(a); }");
}

TEST(Traced, RegionsAroundCountedLoop) {
  EXPECT_EQ(tracedBody("#pragma argus iteration\n#pragma argus region(\"r\")\n"
                       "for (;;)\n#pragma argus region(\"b\")\na;"),
            "{ S1 { S0 for (;;) { T0 { S2 a; } } } }");
  EXPECT_EQ(tracedBody("#pragma argus iteration\ndo a; while (b);"),
            "{ S0 do { T0 a; } while (b); }");
}

TEST(Traced, LoopHintStaysAtItsLoop) {
  const std::string Text =
      readBody("#pragma unroll\n#pragma argus region(\"r\")\nfor (;;) a;").Traced;
  EXPECT_NE(Text.find("\n#pragma unroll\n"), std::string::npos);
  EXPECT_LT(Text.find("__argus_mark_0"), Text.find("#pragma unroll"));
}

TEST(Traced, RoleInTheFirstBranch) {
  EXPECT_EQ(tracedBody("#pragma argus role(\"r\")\nif (a) b; else c;"),
            "if (a) { S0 b; } else c;");
}

TEST(Traced, ScopeAndSpan) {
  EXPECT_EQ(tracedBody("#pragma argus scope(\"s\")\n; a;"), "S0 ; a;");
  EXPECT_EQ(
      tracedBody("#pragma argus begin(\"s\")\n; if (a)\n#pragma argus end(\"s\")\n;"
                 " else b;"),
      "B0 ; if (a) { E0 ; } else b;");
}

TEST(Traced, FunctionsBody) {
  const std::string Text =
      readMarks("[[argus::region(\"f\")]] void f() { a; }", "f.cu").Traced;
  EXPECT_EQ(Text.substr(Text.find("  void f()")),
            "  void f() \n{ __argus_scope<0> __argus_mark_0;  a; }\n");
}

TEST(Traced, MarkedConstexprFunctionIsInline) {
  const MarkedText M =
      readMarks("constexpr int f() {\n#pragma argus region(\"r\")\nreturn 1; }\n"
                "constexpr int g() { return 2; }\n"
                "__attribute__((device)) constexpr int h() {\n"
                "#pragma argus region(\"r\")\nreturn 1; }",
                "f.cu");
  EXPECT_NE(
      M.Traced.find("\n__attribute__((host)) __attribute__((device)) __inline__  int "
                    "f()"),
      std::string::npos);
  EXPECT_NE(M.Traced.find("\nconstexpr int g()"), std::string::npos);
  EXPECT_NE(M.Traced.find("\n__attribute__((device)) __inline__  int h()"),
            std::string::npos);
  ASSERT_EQ(M.Problems.size(), 2U);
  EXPECT_FALSE(M.Problems[0].Error);
}

} // namespace argus
