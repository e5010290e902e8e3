//===- EditTest.cpp - changes of a function's body -----------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "argus/ptx/Edit.h"

#include "Samples.h"
#include "argus/ptx/Printer.h"

namespace argus::ptx {
namespace {

/// The index of a label, and of what an operand of the n-th statement refers to.
unsigned labelOf(const Function &F, const std::string &Name) {
  for (unsigned S = 0; S < F.Body.size(); ++S)
    if (const auto *L = std::get_if<Label>(&F.Body[S]); L && L->Name == Name)
      return S;
  ADD_FAILURE() << "no label " << Name;
  return 0;
}

/// All that a branch names, in the text's order.
std::vector<unsigned> targetsOf(const Function &F) {
  std::vector<unsigned> Targets;
  for (const Statement &S : F.Body)
    if (const auto *I = std::get_if<Instruction>(&S); I && I->Opcode == "bra")
      Targets.push_back(I->Operands[0].Index);
  return Targets;
}

std::string textOf(const Function &F) {
  std::string Text;
  for (const Statement &S : F.Body)
    if (const auto *I = std::get_if<Instruction>(&S))
      Text += print(F, *I) + " ";
    else if (const auto *L = std::get_if<Label>(&S))
      Text += L->Name + ": ";
  return Text;
}

Function sample() {
  return functionOf(
      parse(kernel("bra B;\nA: mov.b32 %r1, 1;\nB: bra A;\nret;"), "t.ptx"));
}

TEST(Edit, InsertsInTheOrderOfTheCalls) {
  Function F = sample();
  BodyEditor Edit(F);
  Edit.addRegister(Type::B32, "%new");
  const auto Size = unsigned(F.Body.size());
  Edit.insert(Size, "mov.b32 %new, 4;");
  Edit.insert(Size - 1, "mov.b32 %new, 2;");
  Edit.insert(Size - 1, "add.u32 %new, %new, 3;");
  Edit.apply();
  EXPECT_EQ(textOf(F), "bra B; A: mov.b32 %r1, 1; B: bra A; mov.b32 %new, 2; add.u32 "
                       "%new, %new, 3; ret; mov.b32 %new, 4; ");
}

TEST(Edit, LabelsStayWhatBranchesNameAndNewOnesAreFound) {
  Function F = sample();
  const unsigned A = labelOf(F, "A");
  BodyEditor Edit(F);
  Edit.addRegister(Type::Pred, "%q");
  Edit.insert(0, "@%q bra X; bra Y;\nX: Y:");
  Edit.insert(A, "bra Z;\nZ:");
  Edit.erase(A + 1);
  Edit.apply();
  EXPECT_EQ(textOf(F), "@%q bra X; bra Y; X: Y: bra B; bra Z; Z: A: B: bra A; ret; ");
  EXPECT_EQ(targetsOf(F),
            (std::vector<unsigned>{labelOf(F, "X"), labelOf(F, "Y"), labelOf(F, "B"),
                                   labelOf(F, "Z"), labelOf(F, "A")}));
}

TEST(Edit, RegistersAreDeclaredFirstAndOnce) {
  Function F = sample();
  BodyEditor Edit(F);
  const uint32_t New = Edit.addRegister(Type::F64, "%new");
  EXPECT_EQ(Edit.addRegister(Type::F64, "%new"), New);
  Edit.insert(
      0, "{ .reg .b32 own<2>; mov.b32 own1, 7; mov.f64 %new, 0d0000000000000000; }");
  Edit.apply();
  const auto &First = std::get<RegisterDecl>(F.Body[0]);
  EXPECT_EQ(First.Base, "%new");
  EXPECT_EQ(F.Registers[First.First].Element, Type::F64);
  const auto &Move = std::get<Instruction>(F.Body[3]);
  EXPECT_EQ(F.Registers[Move.Operands[0].Index].Name, "own1");
  EXPECT_EQ(Move.At.Line, 0u);
}

TEST(Edit, InsertedCodeFindsParametersSymbolsAndVariables) {
  Function F = sample();
  BodyEditor Edit(F);
  Variable V;
  V.Where = Space::Local;
  V.Name = "mine";
  V.Dimensions = {16};
  Edit.addRegister(Type::B64, "%new");
  Edit.addSymbol("table");
  Edit.insert(0, Statement(V));
  Edit.insert(0, "mov.u64 %new, mine; ld.param.u64 %new, [p]; ld.const.u64 %new, "
                 "[table+8]; { .param .b32 x; st.param.b32 [x], 1; }");
  Edit.apply();
  const auto &Load = std::get<Instruction>(F.Body[3]);
  EXPECT_EQ(Load.Operands[1].Elements[0].DeclaredIn, Operand::Home::Parameter);
  const auto &Store = std::get<Instruction>(F.Body[7]);
  const Operand &X = Store.Operands[0].Elements[0];
  EXPECT_EQ(X.DeclaredIn, Operand::Home::Body);
  EXPECT_EQ(std::get<Variable>(F.Body[X.Index]).Name, "x");
}

TEST(Edit, CodeThatNamesWhatIsNotThereIsAnError) {
  Function F = sample();
  BodyEditor Edit(F);
  try {
    Edit.insert(0, "mov.b32 %r1, absent;");
    FAIL();
  } catch (const ParseError &E) {
    EXPECT_NE(std::string(E.what()).find("inserted code of 'k':1:"), std::string::npos)
        << E.what();
  }
}

} // namespace
} // namespace argus::ptx
