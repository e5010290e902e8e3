//===- ScopeTest.cpp - names in nested scopes -----------------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Samples.h"

#include <set>

namespace argus::ptx {

TEST(Scope, RegistersOfTheSameName) {
  std::vector<Instruction> I = instructionsOf("mov.b32 %r1, 0;\n"
                                              "{ mov.b32 %r1, 1; .reg .b32 %r1;"
                                              "  mov.b32 %r1, 2; }\n"
                                              "{ .reg .b32 %r1; mov.b32 %r1, 3; }\n"
                                              "mov.b32 %r1, 4;");
  ASSERT_EQ(I.size(), 5u);
  uint32_t Outer = I[0].Operands[0].Index;
  EXPECT_EQ(I[1].Operands[0].Index, Outer);
  EXPECT_NE(I[2].Operands[0].Index, Outer);
  EXPECT_NE(I[3].Operands[0].Index, Outer);
  EXPECT_NE(I[3].Operands[0].Index, I[2].Operands[0].Index);
  EXPECT_EQ(I[4].Operands[0].Index, Outer);
}

/// However many ranges there are, each register is found, and none twice.
TEST(Scope, ManyRangesOfRegisters) {
  std::string Code;
  for (char Base = 'a'; Base <= 'y'; ++Base)
    Code += std::string(".reg .b32 ") + Base + "<3>; mov.b32 " + Base + "2, " + Base +
            "0;\n";
  std::set<uint32_t> Registers;
  for (const Instruction &I : instructionsOf(Code))
    for (const Operand &O : I.Operands)
      EXPECT_TRUE(Registers.insert(O.Index).second) << O.Name;
  EXPECT_EQ(Registers.size(), 50u);
  EXPECT_EQ(messageOf(kernel(Code + ".reg .b32 z; .reg .b32 y<9>;")),
            "t.ptx:33:24: 'y0' is already declared in this scope");
  EXPECT_EQ(messageOf(kernel(Code + "mov.b32 z0, y3;")),
            "t.ptx:33:9: 'z0' is not declared");
}

TEST(Scope, LabelsOfTheSameName) {
  const std::string Wait = "{ .reg .pred P; LAB: @P bra DONE; bra LAB; DONE: }\n";
  std::vector<Instruction> I = instructionsOf(Wait + Wait);
  ASSERT_EQ(I.size(), 4u);
  EXPECT_EQ(I[0].Operands[0].What, Operand::Kind::Label);
  EXPECT_NE(I[0].Operands[0].Index, I[2].Operands[0].Index);
  EXPECT_NE(I[1].Operands[0].Index, I[3].Operands[0].Index);
  EXPECT_TRUE(I[0].When);
  EXPECT_NE(I[0].When.value_or(Guard()).Register, I[2].When.value_or(Guard()).Register);
}

TEST(Scope, ALabelFurtherInWinsThoughItComesLater) {
  Function F = functionOf(parse(kernel("L: { bra L; L: } bra L;"), "t.ptx"));
  std::vector<unsigned> Targets;
  for (const Statement &S : F.Body)
    if (const auto *I = std::get_if<Instruction>(&S))
      Targets.push_back(I->Operands[0].Index);
  ASSERT_EQ(Targets.size(), 2u);
  EXPECT_GT(Targets[0], Targets[1]);
}

TEST(Scope, VariablesOfTheSameName) {
  const std::string Call = "{ .param .b32 q; st.param.b32 [q], %r1; }\n";
  std::vector<Instruction> I = instructionsOf(Call + Call + "ld.param.u64 %rd1, [p];");
  ASSERT_EQ(I.size(), 3u);
  const Operand &First = I[0].Operands[0].Elements[0];
  const Operand &Second = I[1].Operands[0].Elements[0];
  EXPECT_EQ(First.DeclaredIn, Operand::Home::Body);
  EXPECT_EQ(Second.DeclaredIn, Operand::Home::Body);
  EXPECT_NE(First.Index, Second.Index);
  const Operand &Parameter = I[2].Operands[1].Elements[0];
  EXPECT_EQ(Parameter.DeclaredIn, Operand::Home::Parameter);
  EXPECT_EQ(Parameter.Index, 0u);
}

TEST(Scope, TargetListsAndPrototypes) {
  Function F =
      functionOf(parse(kernel("T: .branchtargets A, B;\n"
                              "brx.idx %r1, T;\n A: ret; B: ret;\n"
                              "P: .callprototype (.param .b32 _) _ (.param .b64 _)"
                              ".noreturn;\n"
                              "{ .param .b64 a; .param .b32 r;"
                              "call (r), %rd1, (a), P; }"),
                       "t.ptx"));
  const TargetList *List = nullptr;
  const Prototype *Proto = nullptr;
  for (const Statement &S : F.Body) {
    if (const auto *I = std::get_if<Instruction>(&S); I && I->Opcode == "brx")
      List = std::get_if<TargetList>(&F.Body.at(I->Operands[1].Index));
    else if (I && I->Opcode == "call")
      Proto = std::get_if<Prototype>(&F.Body.at(I->Operands[3].Index));
  }
  ASSERT_NE(List, nullptr);
  ASSERT_EQ(List->Targets.size(), 2u);
  EXPECT_EQ(std::get<Label>(F.Body.at(List->Targets[1].Index)).Name, "B");
  ASSERT_NE(Proto, nullptr);
  EXPECT_EQ(Proto->Parameters.at(0).Element, Type::B64);
  EXPECT_EQ(Proto->Directives.at(0).Name, ".noreturn");
}

} // namespace argus::ptx
