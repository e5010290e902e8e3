//===- LinesTest.cpp - which marks are open on which line --------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Marked.h"
#include <gtest/gtest.h>

namespace argus {

TEST(Lines, TextWithoutMarksIsKept) {
  const std::string Text = "# 1 \"f.cu\"\nint a;\n#pragma unroll\n\tint b; // c\n";
  const MarkedText M = readMarks(Text, "f.cu");
  EXPECT_EQ(M.Mapped, "# 1 \"argus.lines\"\n\nint a;\n#pragma unroll\n\tint b; // c\n");
  EXPECT_EQ(M.Traced, Text);
  EXPECT_TRUE(M.Sites.empty());
}

TEST(Lines, WithoutNewlineAtTheEnd) {
  EXPECT_EQ(readMarks("int a;", "f.cu").Mapped, "# 1 \"argus.lines\"\nint a;");
  EXPECT_EQ(readMarks("", "f.cu").Mapped, "# 1 \"argus.lines\"\n");
}

TEST(Lines, ComeFromMarkersAndDirectives) {
  const MarkedText M = readMarks("int a;\n# 7 \"a\\\\b.h\" 1 3\nint b;\n\nint c;\n"
                                 "#line 40\nint d;\n# 3 \"f.cu\" 2\nint e;",
                                 "f.cu");
  const auto Place = [&](size_t Line) {
    return M.Files[M.Lines[Line].File] + ":" + std::to_string(M.Lines[Line].Line);
  };
  EXPECT_EQ(Place(1), "f.cu:1");
  EXPECT_EQ(Place(3), "a\\b.h:7");
  EXPECT_EQ(Place(5), "a\\b.h:9");
  EXPECT_EQ(Place(7), "a\\b.h:40");
  EXPECT_EQ(Place(9), "f.cu:3");
  EXPECT_EQ(M.Lines.size(), 10U);
}

TEST(Lines, StatementInOneLine) {
  EXPECT_EQ(bodyLines("#pragma argus region(\"r\")\na = 1; b = 2;"),
            "a = 1;|r\nb = 2;\n");
}

TEST(Lines, SplitLineKeepsItsPlace) {
  const MarkedText M = readBody("#pragma argus region(\"r\")\na; b;");
  ASSERT_EQ(M.Lines[4].Line, 3U);
  EXPECT_EQ(M.Lines[3].Line, 3U);
  EXPECT_EQ(M.Lines[5].Line, 4U);
}

TEST(Lines, SiteHasThePlaceOfItsWord) {
  const MarkedText M = readBody("# 20 \"x.h\"\n  #pragma  argus region(\"r\")\na;");
  ASSERT_EQ(M.Sites.size(), 1U);
  EXPECT_EQ(M.Sites[0].Name, "r");
  EXPECT_EQ(M.Sites[0].File, "x.h");
  EXPECT_EQ(M.Sites[0].Line, 20U);
  EXPECT_EQ(M.Sites[0].Column, 12U);
  EXPECT_EQ(M.Sites[0].Form, RegionForm::Statement);
}

TEST(Lines, BlockWithNestedRegion) {
  EXPECT_EQ(
      bodyLines("#pragma argus region(\"o\")\n{\na;\n#pragma argus region(\"i\")\n"
                "b;\nc; }\nd;"),
      "{|o\na;|o\nb;|o/i\nc; }|o\nd;\n");
}

TEST(Lines, IfReachesOverItsElse) {
  EXPECT_EQ(bodyLines("#pragma argus region(\"r\")\nif (a) b; else if (c) { d; } else\n"
                      "e; f;"),
            "if (a) b; else if (c) { d; } else|r\ne;|r\nf;\n");
}

TEST(Lines, MarkOnABranchLeavesTheElseOutside) {
  EXPECT_EQ(
      bodyLines("if constexpr (a)\n#pragma argus region(\"r\")\nif (b) c; else d;\n"
                "else e;"),
      "if constexpr (a)\nif (b) c; else d;|r\nelse e;\n");
}

TEST(Lines, Loops) {
  EXPECT_EQ(bodyLines("#pragma argus region(\"r\")\nfor (int i = 0; i < n; ++i)\n"
                      "while (b) c; d;"),
            "for (int i = 0; i < n; ++i)|r\nwhile (b) c;|r\nd;\n");
  EXPECT_EQ(bodyLines("#pragma argus region(\"r\")\ndo { a; } while (f(b)); c;"),
            "do { a; } while (f(b));|r\nc;\n");
}

TEST(Lines, SwitchAndTry) {
  EXPECT_EQ(bodyLines("#pragma argus region(\"s\")\nswitch (a) { case b ? c : d: e; "
                      "default: ; } f;"),
            "switch (a) { case b ? c : d: e; default: ; }|s\nf;\n");
  EXPECT_EQ(bodyLines("#pragma argus region(\"t\")\ntry { a; } catch (b) { c; } catch "
                      "(...) { d; } e;"),
            "try { a; } catch (b) { c; } catch (...) { d; }|t\ne;\n");
}

TEST(Lines, BehindALabel) {
  EXPECT_EQ(bodyLines("l:\n#pragma argus region(\"r\")\na; b; n::c();"),
            "l:\na;|r\nb; n::c();\n");
}

TEST(Lines, DeclarationWithBracesAndAttributes) {
  EXPECT_EQ(
      bodyLines("#pragma argus region(\"r\")\n[[maybe_unused]] T a{1, {2}}, b = {3};"
                " c;"),
      "[[maybe_unused]]\nT a{1, {2}}, b = {3};|r\nc;\n");
}

TEST(Lines, RolesOutsideThenRegionsThenTrips) {
  EXPECT_EQ(bodyLines("#pragma argus iteration\n#pragma argus region(\"r\")\n"
                      "#pragma argus role(\"w\")\nwhile (a) b;"),
            "while (a) b;|w/r/#\n");
}

TEST(Lines, OtherPragmasStayBetween) {
  EXPECT_EQ(bodyLines("#pragma argus region(\"r\")\n#pragma unroll 4\n"
                      "#pragma argus iteration\nfor (;;) a;"),
            "#pragma unroll 4\nfor (;;) a;|r/#\n");
}

TEST(Lines, RoleBeforeIfIsTheFirstBranchs) {
  EXPECT_EQ(bodyLines("#pragma argus role(\"w\")\nif (a) b; else c;"),
            "if (a)\nb;|w\nelse c;\n");
}

TEST(Lines, ScopeLastsToTheEndOfTheBlock) {
  EXPECT_EQ(bodyLines("{ a;\n#pragma argus scope(\"s\")\n; b; { c; } } d;"),
            "{ a;\n;\nb; { c; }|s\n} d;\n");
}

TEST(Lines, SpanInABlock) {
  EXPECT_EQ(bodyLines("#pragma argus begin(\"s\")\n;\na;\nif (x) {\nb;\n"
                      "#pragma argus end(\"s\")\n; return; }\n"
                      "#pragma argus end(\"s\")\n; c;"),
            ";\na;|s\nif (x) {|s\nb;|s\n; return; }|s\n;|s\nc;\n");
}

TEST(Lines, SpansMayOverlap) {
  EXPECT_EQ(
      bodyLines("#pragma argus begin(\"s\")\n;\na;\n#pragma argus begin(\"t\")\n;\n"
                "b;\n#pragma argus end(\"s\")\n;\nc;\n#pragma argus end(\"t\")\n;"),
      ";\na;|s\n;|s\nb;|s/t\n;|s/t\nc;|t\n;|t\n");
}

TEST(Lines, LambdaIsAFunctionOfItsOwn) {
  EXPECT_EQ(
      bodyLines("#pragma argus region(\"r\")\ncall(a[1], [&](int i) mutable -> T<U, V> "
                "{ b;\n#pragma argus region(\"l\")\nc; }, {d});"),
      "call(a[1], [&](int i) mutable -> T<U, V>|r\n{ b;\nc;|l\n}\n, {d});|r\n");
}

TEST(Lines, LambdaWithoutMarksIsNotOfTheRegion) {
  EXPECT_EQ(bodyLines("#pragma argus region(\"r\")\nauto l = [=] { return 1; };"),
            "auto l = [=]|r\n{ return 1; }\n;|r\n");
}

TEST(Lines, LocalClassIsNotOfTheRegion) {
  EXPECT_EQ(
      bodyLines("#pragma argus scope(\"r\")\n; struct S { int f() const { return 1; } "
                "int a{2}; } s; b;"),
      ";\nstruct S { int f() const|r\n{ return 1; }\nint a{2}; } s; b;|r\n");
}

TEST(Lines, FunctionAttribute) {
  const MarkedText M =
      readMarks("[[argus::region(\"f\")]] void f() { a; }\nvoid g() { b; }\n", "f.cu");
  EXPECT_EQ(linesOf(M), "void f()\n{ a; }|f\nvoid g() { b; }\n");
  ASSERT_EQ(M.Sites.size(), 1U);
  EXPECT_EQ(M.Sites[0].Form, RegionForm::Function);
  EXPECT_EQ(M.Sites[0].Column, 3U);
}

TEST(Lines, AttributeAmongOthersLeavesTheRest) {
  EXPECT_EQ(
      linesOf(readMarks("[[nodiscard, argus::region(\"f\")]] int f() { a; }", "f.cu")),
      "[[nodiscard,  ]] int f()\n{ a; }|f\n");
}

TEST(Lines, ConstructorsBody) {
  EXPECT_EQ(linesOf(readMarks(
                "struct S : B { [[argus::region(\"c\")]] S(int n) : B{n}, a(1), "
                "b{2} { a; } int m; };",
                "f.cu")),
            "struct S : B {   S(int n) : B{n}, a(1), b{2}\n{ a; }|c\nint m; };\n");
}

TEST(Lines, BodiesOfTemplatesOperatorsAndNamespaces) {
  for (const char *Head :
       {"template <typename T = int, bool B = (1 > 2)> void f(T t = {}) ",
        "template <class T> requires requires(T t) { t.x; } auto f(T) -> "
        "decltype(T{}) ",
        "template <class T> requires (sizeof(T) == 4) void f(T) noexcept(true) ",
        "bool operator==(const S &) const ", "int operator()(int) ",
        "__attribute__((global)) __attribute__((launch_bounds(256, 1))) void f() ",
        "static struct S *f(void) ", "template <> int X<3>::f() & "}) {
    const std::string Text = "namespace a::b { extern \"C\" { enum class E : int { x };"
                             " int v{3}, w = {4};\n" +
                             std::string(Head) +
                             "{\n#pragma argus region(\"r\")\nx; }}}";
    EXPECT_NE(linesOf(readMarks(Text, "f.cu")).find("x;|r\n"), std::string::npos)
        << Head;
  }
}

TEST(Lines, AllOfAMacroHasOneLine) {
  const MarkedText M =
      readBody("{\n# 9 \"f.cu\"\n#pragma argus scope(\"a\")\n# 9 \"f.cu\"\n"
               "; x; } {\n# 9 \"f.cu\"\n#pragma argus scope(\"b\")\n"
               "# 9 \"f.cu\"\n; y; }");
  EXPECT_EQ(linesOf(M), "void f() {\n{\n;\nx;|a\n} {\n;\ny;|b\n}\n}\n");
  EXPECT_EQ(M.Sites[0].Line, 9U);
  EXPECT_EQ(M.Sites[1].Line, 9U);
}

TEST(Lines, HalvesInTwoFunctionsAreOneSite) {
  const MarkedText M = readMarks("void b() {\n#pragma argus begin(\"s\")\n; }\n"
                                 "void k() {\n#pragma argus region(\"r\")\nx; }\n"
                                 "void e() {\n#pragma argus end(\"s\")\n; }\n",
                                 "f.cu");
  ASSERT_EQ(M.Problems.size(), 1U); // the note of a span whose end is elsewhere
  EXPECT_FALSE(M.Problems[0].Error);
  ASSERT_EQ(M.Sites.size(), 2U);
  EXPECT_NE(M.Traced.find("argus.begin 0"), std::string::npos);
  EXPECT_NE(M.Traced.find("argus.end 0"), std::string::npos);
}

TEST(Lines, SpansOfTwoFunctionsAreTwoSites) {
  const std::string Function =
      "void f() {\n#pragma argus begin(\"s\")\n;\n#pragma argus end(\"s\")\n; }\n";
  EXPECT_EQ(readMarks(Function + Function, "f.cu").Sites.size(), 2U);
}

TEST(Lines, NamesMayBeOfTwoPiecesAndAnyPrintableCharacters) {
  const MarkedText M = readBody("#pragma argus region(\"two \" \"pi\\x65 ces\")\na;\n"
                                "#pragma argus region(\"\\\"A\\\" 100% ü😀\")\nb;");
  EXPECT_EQ(problemsOf(M), "");
  ASSERT_EQ(M.Sites.size(), 2U);
  EXPECT_EQ(M.Sites[0].Name, "two pie ces");
  EXPECT_EQ(M.Sites[1].Name, "\"A\" 100% ü😀");
}

} // namespace argus
