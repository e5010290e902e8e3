//===- ProblemsTest.cpp - marks that mark nothing ----------------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Marked.h"
#include <gtest/gtest.h>

namespace argus {

static std::string ofPragma(const std::string &Text) {
  return bodyProblems("#pragma argus" + Text + "\na = 1;");
}

TEST(Problems, FormOfAPragma) {
  EXPECT_EQ(ofPragma(" regoin(\"a\")"),
            "2:15: expected 'region', 'role' or 'iteration' after '#pragma argus'\n");
  EXPECT_EQ(ofPragma(""),
            "2:14: expected 'region', 'role' or 'iteration' after '#pragma argus'\n");
  EXPECT_EQ(ofPragma(" region \"a\""),
            "2:22: expected '(\"name\")' after '#pragma argus region'\n");
  EXPECT_EQ(ofPragma(" region(\"a\""), "2:25: expected ')' after the region's name\n");
  EXPECT_EQ(ofPragma(" region(\"a\") b"), "2:27: extra text after '#pragma argus'\n");
  EXPECT_EQ(
      ofPragma(" role(producer)"),
      "2:20: a role's name is a string: write it in quotes; nvcc expands no macro "
      "here, but in _Pragma and in ARGUS_REGION it does\n");
  EXPECT_EQ(ofPragma(" role(3)"), "2:20: expected the role's name in quotes\n");
  EXPECT_EQ(ofPragma(" region(\"a)"), "2:25: the region's name is no valid string\n");
  EXPECT_EQ(ofPragma(" iteration(\"k\")"),
            "2:24: '#pragma argus iteration' takes no name: the trips belong to the "
            "regions in the loop\n");
}

TEST(Problems, Names) {
  EXPECT_EQ(ofPragma(" region(\"\")"), "2:22: a region's name must not be empty\n");
  EXPECT_EQ(ofPragma(" role(\"a/b\")"),
            "2:20: a role's name must not contain '/', which separates nested roles\n");
  EXPECT_EQ(ofPragma(" region(\"a\\tb\")"),
            "2:22: a region's name must consist of printable characters\n");
  EXPECT_EQ(ofPragma(" region(\"a\\xff\")"),
            "2:22: a region's name must be valid UTF-8\n");
  EXPECT_EQ(ofPragma(" region(\"" + std::string(130, '1') + "\")"),
            "2:22: a region's name has at most 128 characters, this one has 130\n");
  EXPECT_EQ(ofPragma(" region(\"" + std::string(128, '1') + "\")"), "");
  EXPECT_EQ(problemsOf(readMarks("[[argus::region(\"\")]] void f() {}", "f.cu")),
            "1:17: a region's name must not be empty\n");
  EXPECT_EQ(
      problemsOf(readMarks("[[argus::region]] void f() {}", "f.cu")),
      "1:3: expected the region's name in quotes: '[[argus::region(\"name\")]]'\n");
}

TEST(Problems, BeforeADeclaration) {
  const std::string Message =
      "2:9: '#pragma argus' before a declaration marks nothing: put it before a "
      "statement "
      "of a function, or '[[argus::region(\"name\")]]' on the function\n";
  const std::string Mark = "\n#pragma argus region(\"r\")\n";
  EXPECT_EQ(problemsOf(readMarks(Mark + "void f() {}", "f.cu")), Message);
  EXPECT_EQ(problemsOf(readMarks("struct S {" + Mark + "int m; };", "f.cu")), Message);
  EXPECT_EQ(problemsOf(readMarks("namespace n {" + Mark + "int m; }", "f.cu")),
            Message);
}

TEST(Problems, BeforeALabelOrNothing) {
  EXPECT_EQ(bodyProblems("switch (a) {\n#pragma argus region(\"r\")\ncase 1: b; }"),
            "3:9: '#pragma argus region' before a label: put it after the label\n");
  EXPECT_EQ(bodyProblems("#pragma argus role(\"r\")\nl: b;"),
            "2:9: '#pragma argus role' before a label: put it after the label\n");
  EXPECT_EQ(bodyProblems("#pragma argus region(\"r\")\n;"),
            "2:9: '#pragma argus region' before an empty statement marks nothing\n");
  EXPECT_EQ(bodyProblems("#pragma argus region(\"r\")\n"),
            "2:9: '#pragma argus region' at the end of a block marks nothing: put it "
            "before a statement\n");
}

TEST(Problems, MacroWithoutSemicolonOrBlock) {
  EXPECT_EQ(bodyProblems("#pragma argus scope(\"r\")\na;"),
            "2:9: expected ';' after the region macro\n");
  EXPECT_EQ(
      bodyProblems("if (a)\n#pragma argus scope(\"r\")\n;"),
      "3:9: ARGUS_REGION as the only statement marks nothing: a region lasts to the "
      "end of the block around it; put it into braces with what it marks\n");
}

TEST(Problems, IterationWithoutALoop) {
  const std::string Message = "2:9: '#pragma argus iteration' counts the trips of a "
                              "loop, and no loop follows; put "
                              "it directly before a for, while or do\n";
  for (const char *Code : {"if (a) b;", "{ for (;;) a; }", ";", "l: for (;;) a;"})
    EXPECT_EQ(bodyProblems("#pragma argus iteration\n" + std::string(Code)), Message);
}

TEST(Problems, TripsCountedTwice) {
  EXPECT_EQ(
      bodyProblems("#pragma argus iteration\n#pragma argus iteration\nfor (;;) a;"),
      "3:9: the trips of this loop are counted already; remove one of its '#pragma "
      "argus iteration'\n");
}

TEST(Problems, NameTwiceAtOneLevel) {
  EXPECT_EQ(
      bodyProblems("#pragma argus region(\"s\")\na;\n#pragma argus region(\"s\")\nb;"),
      "4:9: a region named \"s\" is already marked at this level; give this one "
      "another name\n");
  EXPECT_EQ(
      bodyProblems("#pragma argus region(\"s\")\n{\n#pragma argus region(\"s\")\nb; }"),
      "");
  EXPECT_EQ(bodyProblems("#pragma argus role(\"d\")\n#pragma argus region(\"s\")\na;\n"
                         "#pragma argus role(\"e\")\n#pragma argus region(\"s\")\nb;\n"
                         "#pragma argus role(\"e\")\nc;"),
            "");
}

TEST(Problems, InAStatementExpression) {
  EXPECT_EQ(bodyProblems("int x = ({\n#pragma argus region(\"d\")\na; 3; });"),
            "3:9: a region cannot be marked inside a statement expression, whose last "
            "statement is its value\n");
}

TEST(Problems, InAnExpression) {
  EXPECT_EQ(
      bodyProblems("f(a,\n#pragma argus region(\"d\")\nb);"),
      "3:9: '#pragma argus' inside a declaration or expression marks nothing: put it "
      "before a statement of a function\n");
}

TEST(Problems, AttributeOnAStatementOrClass) {
  const std::string Message = "'[[argus::region]]' marks functions; put '#pragma argus "
                              "region(\"name\")' before a statement\n";
  EXPECT_EQ(bodyProblems("[[argus::region(\"a\")]] b;"), "2:3: " + Message);
  EXPECT_EQ(problemsOf(readMarks("struct [[argus::region(\"a\")]] S {};", "f.cu")),
            "1:10: " + Message);
}

TEST(Problems, AttributeOnADeclarationAlone) {
  const std::string Declared = "[[argus::region(\"a\")]] void f();\n";
  EXPECT_EQ(problemsOf(readMarks(Declared + "void f() {}", "f.cu")),
            "1:3: '[[argus::region]]' on a declaration: nvcc builds read it on the "
            "function's definition; put it there\n");
  EXPECT_EQ(
      problemsOf(readMarks(Declared + "[[argus::region(\"a\")]] void f() {}", "f.cu")),
      "");
}

TEST(Problems, JumpIntoARegion) {
  EXPECT_EQ(
      bodyProblems("if (a) goto in;\n#pragma argus region(\"r\")\n{ b; in: c; goto in; "
                   "goto out; }\nout: d;"),
      "2:8: this jump enters region 'r' past its begin; jump to a label before it\n");
  EXPECT_EQ(
      bodyProblems("switch (a) {\n#pragma argus region(\"r\")\n{ case 1: b; } }"),
      "4:3: this label of a switch lies inside region 'r', and the switch jumps past "
      "its begin; mark what follows the label\n");
  EXPECT_EQ(bodyProblems("#pragma argus region(\"r\")\nswitch (a) { case 1: b; }"), "");
}

TEST(Problems, HalfASpan) {
  EXPECT_EQ(bodyProblems("#pragma argus begin(\"s\")\n;"),
            "2:9: region 's' has no ARGUS_END in this translation unit\n");
  EXPECT_EQ(bodyProblems("#pragma argus end(\"s\")\n;"),
            "2:9: region 's' has no ARGUS_BEGIN in this translation unit\n");
}

TEST(Problems, SpanBegunTwice) {
  EXPECT_EQ(
      bodyProblems("#pragma argus begin(\"s\")\n;\n#pragma argus begin(\"s\")\n;\n"
                   "#pragma argus end(\"s\")\n;"),
      "4:9: ARGUS_BEGIN of region 's' (line 4) is reached while the region is open\n");
}

TEST(Problems, SpanThatEndsInAnotherBlockIsANote) {
  const MarkedText M = readBody("{\n#pragma argus begin(\"s\")\n; a; }\nb;\n"
                                "#pragma argus end(\"s\")\n;");
  EXPECT_EQ(
      problemsOf(M),
      "3:9: note: region 's' ends in another block than it begins in; until its paths "
      "are known it is taken as open to the end of this block\n");
  EXPECT_EQ(linesOf(M), "void f() {\n{\n;\na;|s\n}\nb;\n;\n}\n");
}

TEST(Problems, TooManySites) {
  std::string Code;
  for (int I = 0; I < 65536; ++I)
    Code += "#pragma argus region(\"r" + std::to_string(I) + "\")\nx;\n";
  EXPECT_EQ(bodyProblems(Code),
            "131072:9: more than 65535 regions in one translation unit; "
            "this is the first beyond\n");
}

} // namespace argus
