//===- Edit.cpp - changes a function's body ------------------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "argus/ptx/Edit.h"

#include "Functions.h"

#include <algorithm>

namespace argus::ptx {

template <typename Fn>
static void forEachOperand(std::vector<Operand> &Operands, Fn Do) {
  for (Operand &O : Operands) {
    Do(O);
    forEachOperand(O.Elements, Do);
  }
}

template <typename Fn> static void forEachOperand(Statement &S, Fn Do) {
  if (auto *I = std::get_if<Instruction>(&S))
    forEachOperand(I->Operands, Do);
  else if (auto *L = std::get_if<TargetList>(&S))
    forEachOperand(L->Targets, Do);
}

static bool refersToStatement(const Operand &O) {
  return O.What == Operand::Kind::Label ||
         (O.What == Operand::Kind::Symbol && O.DeclaredIn == Operand::Home::Body);
}

uint32_t BodyEditor::addRegister(Type T, const std::string &Name) {
  for (uint32_t R : Added)
    if (F.Registers[R].Name == Name)
      return R;
  Added.push_back(uint32_t(F.Registers.size()));
  F.Registers.push_back({Name, T, 1});
  return Added.back();
}

/// Gives a parsed statement the function's registers for those of the parser's scratch
/// function: first the added ones, then the code's own, which begin at Own.
void BodyEditor::adopt(Statement &S, uint32_t Own) const {
  auto Known = uint32_t(Added.size());
  auto Of = [&](uint32_t R) { return R < Known ? Added[R] : Own + (R - Known); };
  std::visit([](auto &Each) { Each.At = {}; }, S);
  forEachOperand(S, [&](Operand &O) {
    O.At = {};
    if (O.What == Operand::Kind::Register)
      O.Index = Of(O.Index);
  });
  if (auto *I = std::get_if<Instruction>(&S); I && I->When)
    I->When->Register = Of(I->When->Register);
  if (auto *R = std::get_if<RegisterDecl>(&S))
    R->First = Of(R->First);
}

void BodyEditor::insert(unsigned Before, std::string_view Ptx) {
  const std::string Name = "inserted code of '" + F.Name + "'";
  const std::string Text = std::string(Ptx) + "\n}";
  Tokens T(Text, Name);
  Function Scratch;
  Names Scopes;
  for (uint32_t Index : Added) {
    const Register &R = F.Registers[Index];
    Scopes.declare(R.Name,
                   {Entity::Kind::Register, uint32_t(Scratch.Registers.size())});
    Scratch.Registers.push_back(R);
  }
  for (uint32_t P = 0; P < F.Parameters.size(); ++P)
    Scopes.declare(F.Parameters[P].Name, {Entity::Kind::Parameter, P});
  parseBody(T, Scratch, Scopes, Symbols);
  auto Own = uint32_t(F.Registers.size());
  for (Statement &S : Scratch.Body)
    adopt(S, Own);
  F.Registers.insert(F.Registers.end(), Scratch.Registers.begin() + long(Added.size()),
                     Scratch.Registers.end());
  Insertions.push_back({Before, std::move(Scratch.Body)});
}

void BodyEditor::insert(unsigned Before, Statement S) {
  if (const auto *V = std::get_if<Variable>(&S))
    addSymbol(V->Name);
  Insertions.push_back({Before, {std::move(S)}});
}

/// Where each statement of the old body will be, and how long the new one is. A place
/// has what is inserted there, then the old statement unless it is erased.
std::vector<uint32_t> BodyEditor::newPlaces() const {
  std::vector<uint32_t> Inserted(F.Body.size() + 1), Kept(F.Body.size() + 1, 1);
  for (unsigned At : Erased)
    Kept[At] = 0;
  for (const Insertion &I : Insertions)
    Inserted[I.Before] += uint32_t(I.Code.size());
  std::vector<uint32_t> NewOf;
  auto Next = uint32_t(Added.size());
  for (size_t S = 0; S <= F.Body.size(); ++S) {
    Next += Inserted[S];
    NewOf.push_back(Next);
    Next += Kept[S];
  }
  return NewOf;
}

/// Moves the code to the end of Body, where its references are right.
static void append(std::vector<Statement> &Body, std::vector<Statement> &Code) {
  auto Base = uint32_t(Body.size());
  for (Statement &S : Code) {
    forEachOperand(S, [&](Operand &O) {
      if (refersToStatement(O))
        O.Index += Base;
    });
    Body.push_back(std::move(S));
  }
}

void BodyEditor::apply() {
  std::stable_sort(
      Insertions.begin(), Insertions.end(),
      [](const Insertion &A, const Insertion &B) { return A.Before < B.Before; });
  const std::vector<uint32_t> NewOf = newPlaces();
  std::vector<Statement> Body;
  Body.reserve(NewOf.back());
  for (uint32_t R : Added)
    Body.emplace_back(RegisterDecl{{}, R, 1, false, F.Registers[R].Name});
  auto Next = Insertions.begin();
  for (size_t S = 0; S <= F.Body.size(); ++S) {
    for (; Next != Insertions.end() && Next->Before == S; ++Next)
      append(Body, Next->Code);
    if (S == F.Body.size() || Erased.count(unsigned(S)))
      continue;
    forEachOperand(F.Body[S], [&](Operand &O) {
      if (refersToStatement(O))
        O.Index = NewOf[O.Index];
    });
    Body.push_back(std::move(F.Body[S]));
  }
  F.Body = std::move(Body);
  Insertions.clear();
  Erased.clear();
  Added.clear();
}

} // namespace argus::ptx
