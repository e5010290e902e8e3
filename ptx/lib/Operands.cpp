//===- Operands.cpp - operands of instructions ----------------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Operands.h"

#include "Constants.h"
#include "argus/ptx/Isa.h"

#include <algorithm>

namespace argus::ptx {

namespace {

/// `[a, {x, y}]` nests twice.
constexpr unsigned DeepestOperand = 8;

class OperandParser {
public:
  explicit OperandParser(const OperandContext &C) : C(C), T(C.T) {}
  void operand(Operand &O, unsigned Depth);

private:
  void single(Operand &O, unsigned Depth);
  void sequence(Operand &O, Operand::Kind What, const char *Close, unsigned Depth);
  void address(Operand &O, unsigned Depth);
  void name(Operand &O);
  void constant(Operand &O);
  void resolve(Operand &O) const;
  void component(Operand &O);

  const OperandContext &C;
  Tokens &T;
};

} // namespace

/// `{a, b}`, `(a, b)`, and what follows an address' base.
void OperandParser::sequence(Operand &O, Operand::Kind What, const char *Close,
                             unsigned Depth) {
  O.What = What;
  O.At = T.take().At;
  // Of what is malformed the text may have any number.
  constexpr size_t MostElements = 8;
  if (What == Operand::Kind::Vector)
    O.Elements.reserve(std::min(T.valuesAhead(), MostElements));
  while (!T.at(Close)) {
    operand(O.Elements.emplace_back(), Depth + 1);
    if (!T.accept(",") && !T.at(Close))
      T.failExpected("',' or '" + std::string(Close) + "'", "the element");
  }
  T.take();
}

void OperandParser::address(Operand &O, unsigned Depth) {
  O.Elements.reserve(1);
  sequence(O, Operand::Kind::Address, "]", Depth);
  if (O.Elements.empty())
    T.fail(O.At, "expected an address after '[', found ']'");
  // The base's offset is the address'.
  Operand &Base = O.Elements.front();
  std::swap(O.Offset, Base.Offset);
  std::swap(O.PlusZero, Base.PlusZero);
}

void OperandParser::resolve(Operand &O) const {
  std::optional<Entity> E = C.Scopes.find(O.Name);
  O.What = Operand::Kind::Symbol;
  if (!E) {
    if (isSpecialRegister(O.Name))
      O.What = Operand::Kind::Special;
    return;
  }
  // A scope further in may yet define a label of this name.
  if (E->What == Entity::Kind::Label)
    return;
  O.Index = E->Index;
  switch (E->What) {
  case Entity::Kind::Register:
    O.What = Operand::Kind::Register;
    break;
  case Entity::Kind::Variable:
    O.DeclaredIn = Operand::Home::Body;
    break;
  case Entity::Kind::Parameter:
    O.DeclaredIn = Operand::Home::Parameter;
    break;
  case Entity::Kind::Return:
    O.DeclaredIn = Operand::Home::Return;
    break;
  case Entity::Kind::Label:
    break;
  }
}

void OperandParser::component(Operand &O) {
  Token Selector = T.take();
  if (O.What == Operand::Kind::Special)
    O.Name += Selector.Text;
  else if (O.What == Operand::Kind::Register)
    O.Component = Selector.Text.substr(1);
  else
    T.fail(Selector.At,
           "'" + O.Name + "' has no component '" + std::string(Selector.Text) + "'");
}

void OperandParser::name(Operand &O) {
  O.Minus = T.at("-");
  O.Negated = O.Minus || T.at("!");
  O.At = T.peek().At;
  if (O.Negated)
    T.take();
  O.Name = T.take().Text;
  if (O.Name == "_" && !O.Negated)
    return;
  resolve(O);
  if (O.Negated && O.What != Operand::Kind::Register)
    T.fail(O.At, "expected a register after '" + std::string(O.Minus ? "-" : "!") +
                     "', found '" + O.Name + "'");
  if (T.at(Token::Kind::Dotted))
    component(O);
  if (O.What == Operand::Kind::Symbol || O.What == Operand::Kind::Register) {
    bool Written = T.at("+") || T.at("-");
    O.Offset = parseOffset(T);
    O.PlusZero = Written && O.Offset == 0;
  }
}

void OperandParser::constant(Operand &O) {
  O.At = T.peek().At;
  Constant Value = parseConstant(T, "','");
  O.What = Value.FloatBits ? Operand::Kind::Float : Operand::Kind::Integer;
  O.Bits = Value.Bits;
  O.FloatBits = Value.FloatBits;
}

void OperandParser::single(Operand &O, unsigned Depth) {
  if (Depth > DeepestOperand)
    T.fail(T.peek().At, "operands nest deeper than " + std::to_string(DeepestOperand));
  if (T.at("{"))
    return sequence(O, Operand::Kind::Vector, "}", Depth);
  if (T.at("["))
    return address(O, Depth);
  if (T.at("(") && C.Call && Depth == 0)
    return sequence(O, Operand::Kind::List, ")", Depth);
  bool Sign = T.at("!") || T.at("-");
  if (T.at(Token::Kind::Word) || (Sign && T.peekSecond().is(Token::Kind::Word)))
    return name(O);
  if (atConstant(T))
    return constant(O);
  if (Depth > 0)
    T.failExpected("an operand", "the bracket, comma or '|'");
  T.failExpected(C.First ? "an operand or ';'" : "an operand",
                 C.First ? "the opcode" : "','");
}

void OperandParser::operand(Operand &O, unsigned Depth) {
  single(O, Depth);
  if (!T.at("|"))
    return;
  T.take();
  Operand First = std::move(O);
  O = Operand();
  O.What = Operand::Kind::Pair;
  O.At = First.At;
  O.Elements.reserve(2);
  O.Elements.push_back(std::move(First));
  single(O.Elements.emplace_back(), Depth + 1);
}

static void rejectOffset(const Tokens &T, const Operand &O) {
  if (O.What == Operand::Kind::Register && (O.Offset != 0 || O.PlusZero))
    T.fail(O.At, "'" + O.Name + "' is a register: only an address adds to one");
  for (const Operand &Element : O.Elements)
    rejectOffset(T, Element);
}

void parseOperand(const OperandContext &C, Operand &O) {
  OperandParser(C).operand(O, 0);
  rejectOffset(C.T, O);
}

} // namespace argus::ptx
