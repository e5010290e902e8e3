//===- ErrorTest.cpp - messages of the parser -----------------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Samples.h"

namespace argus::ptx {

/// The message for a kernel with this statement, without the file's name.
static std::string statementError(const std::string &Statement) {
  std::string Message = messageOf(kernel(Statement));
  return Message.compare(0, 6, "t.ptx:") == 0 ? Message.substr(6) : Message;
}

TEST(Error, InstructionsAndOperands) {
  EXPECT_EQ(statementError("ret"),
            "9:1: expected an operand or ';' after the opcode, found '}'");
  EXPECT_EQ(statementError("mov.b32 %r1, ;"),
            "8:14: expected an operand after ',', found ';'");
  EXPECT_EQ(statementError("mov.b32 %r1 %r2;"),
            "8:13: expected ';' after the instruction, found '%r2'");
  EXPECT_EQ(statementError("mov.b32 {%r1, ;"),
            "8:15: expected an operand after the bracket, comma or '|', found ';'");
  EXPECT_EQ(statementError("ld.u32 %r1, [%rd1;"),
            "8:18: expected ',' or ']' after the element, found ';'");
  EXPECT_EQ(statementError("ld.u32 %r1, [];"),
            "8:13: expected an address after '[', found ']'");
  EXPECT_EQ(statementError("mov.b32 %r1, %r2+4;"),
            "8:14: '%r2' is a register: only an address adds to one");
  EXPECT_EQ(statementError("mov.b32 %r1, !foo;"),
            "8:14: expected a register after '!', found 'foo'");
  EXPECT_EQ(statementError(", ret;"),
            "8:1: expected a statement after the last one, found ','");
}

TEST(Error, UnknownInstructionsNameTheNearest) {
  EXPECT_EQ(statementError("fmaa.rn.f32 %f1, %f1, %f1, %f1;"),
            "8:1: unknown instruction 'fmaa', did you mean 'fma'?");
  EXPECT_EQ(statementError("wgmna.fence.sync.aligned;"),
            "8:1: unknown instruction 'wgmna', did you mean 'wgmma'?");
  EXPECT_EQ(statementError("nothing_like_it;"),
            "8:1: unknown instruction 'nothing_like_it'");
}

TEST(Error, UndefinedNames) {
  EXPECT_EQ(statementError("mov.b32 %r1, %r8;"),
            "8:14: register '%r8' is not declared here");
  EXPECT_EQ(statementError("@%q bra L; L:"), "8:2: register '%q' is not declared here");
  EXPECT_EQ(statementError("{ .reg .b32 %z; } mov.b32 %r1, %z;"),
            "8:32: register '%z' is not declared here");
  EXPECT_EQ(statementError("bra L;"), "8:5: label 'L' is not defined in this scope");
  EXPECT_EQ(statementError("bra L; { L: }"),
            "8:5: label 'L' is not defined in this scope");
  EXPECT_EQ(statementError("T: .branchtargets A;"),
            "8:19: label 'A' is not defined in this scope");
  EXPECT_EQ(statementError("mov.u64 %rd1, table;"), "8:15: 'table' is not declared");
  EXPECT_EQ(statementError("L: L: ret;"), "8:4: 'L' is already declared in this scope");
  EXPECT_EQ(statementError(".reg .b32 %r<2>;"),
            "8:11: '%r0' is already declared in this scope");
  EXPECT_EQ(statementError(".reg .b32 %x3; .reg .b32 %x<5>;"),
            "8:26: '%x3' is already declared in this scope");
  EXPECT_EQ(statementError(".reg .b32 %x<20>; .reg .b32 %x1<12>;"),
            "8:29: '%x10' is already declared in this scope");
  EXPECT_EQ(statementError(".reg .b32 %x1<12>; .reg .b32 %x<20>;"),
            "8:30: '%x10' is already declared in this scope");
  EXPECT_EQ(statementError(".reg .b32 %x<3>; .reg .b32 %x3; .reg .b32 %x01;"
                           "mov.b32 %x01, %x2; mov.b32 %x3, %x4;"),
            "8:80: register '%x4' is not declared here");
}

TEST(Error, WhatIsNotTerminated) {
  EXPECT_EQ(statementError("/* ret;"),
            "8:1: expected '*/' after the comment, found end of file");
  EXPECT_EQ(statementError(".pragma \"x;"),
            "8:9: expected '\"' after the string, found end of line");
  EXPECT_EQ(statementError("{ ret;"),
            "10:1: expected '}' after the function's body, found end of file");
  EXPECT_EQ(
      messageOf(Head + ".section .x {\n { }"),
      "t.ptx:5:5: expected '}' after the section that begins in line 4, found end "
      "of file");
  EXPECT_EQ(
      messageOf(Head + ".entry k() .maxntid 1"),
      "t.ptx:4:22: expected '{' or ';' after a function's directive, found end of "
      "file");
}

TEST(Error, WhatIsNotPtx) {
  EXPECT_EQ(messageOf(""), "t.ptx:1:1: expected PTX text, found an empty file");
  EXPECT_EQ(messageOf("\x7f"
                      "ELF\x02"),
            "t.ptx:1:1: expected PTX text, found an ELF file (a cubin?)");
  EXPECT_EQ(messageOf("int main() {}"),
            "t.ptx:1:1: expected '.version' after the file's beginning, found 'int'");
  EXPECT_EQ(messageOf(std::string("\x01", 1)),
            "t.ptx:1:1: unexpected character '\\x01'");
  EXPECT_EQ(messageOf(".version nine"),
            "t.ptx:1:10: expected a number like 9.0 after '.version', found 'nine'");
  EXPECT_EQ(messageOf(".version 9.0 .target sm_90 .address_size 16"),
            "t.ptx:1:42: expected 32 or 64 after '.address_size', found '16'");
  EXPECT_EQ(messageOf(Head + "add.s32 a, b, c;"),
            "t.ptx:4:1: expected a directive after the last one, found 'add'");
}

TEST(Error, Numbers) {
  EXPECT_EQ(statementError("mov.b32 %r1, 12abc;"), "8:14: malformed number '12a'");
  EXPECT_EQ(statementError("mov.b32 %r1, 09;"), "8:14: malformed number '09'");
  EXPECT_EQ(statementError("mov.b32 %r1, 0x;"), "8:14: expected digits after '0x'");
  EXPECT_EQ(statementError("mov.b32 %r1, 0f12;"),
            "8:14: expected 8 hexadecimal digits after '0f', found 2");
  EXPECT_EQ(statementError("mov.b32 %r1, 18446744073709551616;"),
            "8:14: expected an integer of at most 64 bits");
  EXPECT_EQ(statementError("mov.b32 %r1, 1/0;"),
            "8:15: division by zero in a constant expression");
  EXPECT_EQ(statementError("mov.b32 %r1, 1.0*2;"),
            "8:17: expected integers around '*'");
}

TEST(Error, Declarations) {
  EXPECT_EQ(statementError(".reg .b31 %x;"),
            "8:6: expected a type after the state space, found '.b31'");
  EXPECT_EQ(statementError(".reg .b32 %x<3;"),
            "8:15: expected '>' after the number of registers, found ';'");
  EXPECT_EQ(statementError(".reg .b32 %x<4000000000>;"),
            "8:11: a function may have at most 1048576 registers");
  EXPECT_EQ(statementError(".maxntid 1;"),
            "8:1: '.maxntid' is not a directive of a function's body");
  EXPECT_EQ(messageOf(Head + ".global .b8 a[2] = {1, 2, 3};"),
            "t.ptx:4:13: 'a' has more values than elements");
  EXPECT_EQ(messageOf(Head + ".global .b8 a[2] = {{1}};"),
            "t.ptx:4:21: braces nest deeper than 'a' has dimensions");
  EXPECT_EQ(
      messageOf(Head + ".visible ret;"),
      "t.ptx:4:10: expected a function or variable after the linkage, found 'ret'");
}

TEST(Error, NestingHasALimit) {
  const size_t Deep = 100000;
  EXPECT_EQ(statementError("mov.b32 %r1, " + std::string(Deep, '(') + ";"),
            "8:79: constant expressions nest deeper than 64");
  EXPECT_EQ(statementError("mov.b32 %r1, " + std::string(Deep, '-') + "1;"),
            "8:79: constant expressions nest deeper than 64");
  EXPECT_EQ(statementError("mov.b32 %r1, " + std::string(Deep, '[') + ";"),
            "8:23: operands nest deeper than 8");
  EXPECT_EQ(statementError(std::string(Deep, '{')),
            "8:257: scopes nest deeper than 256");
  EXPECT_EQ(messageOf(Head + ".global .b8 a[2] = " + std::string(Deep, '{')),
            "t.ptx:4:21: braces nest deeper than 'a' has dimensions");
}

} // namespace argus::ptx
