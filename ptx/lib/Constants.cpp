//===- Constants.cpp - constant expressions -------------------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Constants.h"

#include <string>

namespace argus::ptx {

namespace {

/// Parentheses and unary operators recurse; generated code needs a handful.
constexpr unsigned DeepestConstant = 64;

struct BinaryOperator {
  std::string_view Text;
  unsigned Precedence;
};

// C's.
constexpr BinaryOperator Binary[] = {
    {"||", 1}, {"&&", 2}, {"|", 3}, {"^", 4},  {"&", 5},  {"==", 6},
    {"!=", 6}, {"<", 7},  {">", 7}, {"<=", 7}, {">=", 7}, {"<<", 8},
    {">>", 8}, {"+", 9},  {"-", 9}, {"*", 10}, {"/", 10}, {"%", 10},
};

class Evaluator {
public:
  Evaluator(Tokens &T, const char *After) : T(T), After(After) {}
  Constant conditional(unsigned Depth);
  Constant unary(unsigned Depth);

private:
  Constant binary(unsigned Depth, unsigned Least);
  Constant castOrGroup(unsigned Depth);
  Constant apply(const Token &Operator, Constant L, Constant R) const;
  Constant divide(const Token &Operator, Constant L, Constant R, bool Unsigned) const;
  void needInteger(const Token &Operator, const Constant &C) const;

  Tokens &T;
  const char *After;
};

} // namespace

void Evaluator::needInteger(const Token &Operator, const Constant &C) const {
  if (C.FloatBits)
    T.fail(Operator.At,
           "expected integers around '" + std::string(Operator.Text) + "'");
}

Constant Evaluator::divide(const Token &Operator, Constant L, Constant R,
                           bool Unsigned) const {
  bool Remainder = Operator.is("%");
  if (R.Bits == 0)
    T.fail(Operator.At, "division by zero in a constant expression");
  if (Unsigned)
    return {Remainder ? L.Bits % R.Bits : L.Bits / R.Bits, 0, true};
  // The one signed quotient that does not fit traps on the host.
  if (R.Bits == ~uint64_t(0))
    return {Remainder ? 0 : 0 - L.Bits, 0, false};
  auto A = int64_t(L.Bits), B = int64_t(R.Bits);
  return {uint64_t(Remainder ? A % B : A / B), 0, false};
}

Constant Evaluator::apply(const Token &Operator, Constant L, Constant R) const {
  needInteger(Operator, L);
  needInteger(Operator, R);
  bool Unsigned = L.Unsigned || R.Unsigned;
  auto A = int64_t(L.Bits), B = int64_t(R.Bits);
  bool Less = Unsigned ? L.Bits < R.Bits : A < B;
  bool Equal = L.Bits == R.Bits;
  std::string_view Op = Operator.Text;
  if (Op == "/" || Op == "%")
    return divide(Operator, L, R, Unsigned);
  if (Op == "<<")
    return {R.Bits > 63 ? 0 : L.Bits << R.Bits, 0, L.Unsigned};
  if (Op == ">>") {
    unsigned By = R.Bits > 63 ? 63 : unsigned(R.Bits);
    uint64_t Logical = R.Bits > 63 ? 0 : L.Bits >> By;
    return {L.Unsigned ? Logical : uint64_t(A >> By), 0, L.Unsigned};
  }
  uint64_t Bits = Op == "||"   ? L.Bits || R.Bits
                  : Op == "&&" ? L.Bits && R.Bits
                  : Op == "|"  ? L.Bits | R.Bits
                  : Op == "^"  ? L.Bits ^ R.Bits
                  : Op == "&"  ? L.Bits & R.Bits
                  : Op == "==" ? Equal
                  : Op == "!=" ? !Equal
                  : Op == "<"  ? Less
                  : Op == ">"  ? !Less && !Equal
                  : Op == "<=" ? Less || Equal
                  : Op == ">=" ? !Less
                  : Op == "+"  ? L.Bits + R.Bits
                  : Op == "-"  ? L.Bits - R.Bits
                               : L.Bits * R.Bits;
  return {Bits, 0, Unsigned};
}

Constant Evaluator::castOrGroup(unsigned Depth) {
  T.expect("(", After);
  bool ToUnsigned = T.at(".u64");
  if (ToUnsigned || T.at(".s64")) {
    T.take();
    T.expect(")", "the type of a cast");
    Constant C = unary(Depth + 1);
    C.Unsigned = ToUnsigned;
    return C;
  }
  Constant C = conditional(Depth + 1);
  T.expect(")", "the constant expression");
  return C;
}

Constant Evaluator::unary(unsigned Depth) {
  if (Depth > DeepestConstant)
    T.fail(T.peek().At,
           "constant expressions nest deeper than " + std::to_string(DeepestConstant));
  if (T.at(Token::Kind::Integer) || T.at(Token::Kind::Float)) {
    Token Number = T.take();
    return {Number.Bits, Number.FloatBits, Number.Unsigned};
  }
  if (T.at("("))
    return castOrGroup(Depth);
  if (!atConstant(T))
    T.failExpected("a number", After);
  Token Operator = T.take();
  Constant C = unary(Depth + 1);
  if (Operator.is("+"))
    return C;
  if (Operator.is("-")) {
    C.Bits = C.FloatBits ? C.Bits ^ uint64_t(1) << (C.FloatBits - 1) : 0 - C.Bits;
    return C;
  }
  needInteger(Operator, C);
  C.Bits = Operator.is("~") ? ~C.Bits : !C.Bits;
  return C;
}

/// What may follow a constant and goes on with no expression, in nearly all cases.
static bool endsConstant(const Token &T) {
  return T.is(",") || T.is(";") || T.is("}") || T.is("]") || T.is(")");
}

static const BinaryOperator *operatorAt(const Tokens &T) {
  if (endsConstant(T.peek()))
    return nullptr;
  for (const BinaryOperator &B : Binary)
    if (T.at(B.Text))
      return &B;
  return nullptr;
}

Constant Evaluator::binary(unsigned Depth, unsigned Least) {
  Constant Left = unary(Depth);
  for (const BinaryOperator *B = operatorAt(T); B && B->Precedence >= Least;
       B = operatorAt(T)) {
    Token Operator = T.take();
    Left = apply(Operator, Left, binary(Depth, B->Precedence + 1));
  }
  return Left;
}

Constant Evaluator::conditional(unsigned Depth) {
  Constant Condition = binary(Depth, 1);
  if (!T.at("?"))
    return Condition;
  if (Depth > DeepestConstant)
    T.fail(T.peek().At,
           "constant expressions nest deeper than " + std::to_string(DeepestConstant));
  T.take();
  Constant Then = conditional(Depth + 1);
  T.expect(":", "the constant expression");
  Constant Else = conditional(Depth + 1);
  return Condition.Bits ? Then : Else;
}

bool atConstant(const Tokens &T) {
  return T.at(Token::Kind::Integer) || T.at(Token::Kind::Float) || T.at("(") ||
         T.at("-") || T.at("+") || T.at("~") || T.at("!");
}

Constant parseConstant(Tokens &T, const char *After) {
  const Token &First = T.peek();
  if ((First.is(Token::Kind::Integer) || First.is(Token::Kind::Float)) &&
      endsConstant(T.peekSecond())) {
    const Token &Number = T.take();
    return {Number.Bits, Number.FloatBits, Number.Unsigned};
  }
  return Evaluator(T, After).conditional(0);
}

uint64_t parseInteger(Tokens &T, const char *After) {
  Location At = T.peek().At;
  Constant C = parseConstant(T, After);
  if (C.FloatBits)
    T.fail(At, std::string("expected an integer after ") + After);
  return C.Bits;
}

int64_t parseOffset(Tokens &T) {
  uint64_t Sum = 0;
  while (T.at("+") || T.at("-")) {
    bool Minus = T.take().is("-");
    // Products bind stronger, sums come one by one.
    Location At = T.peek().At;
    Constant C = Evaluator(T, "the sign").unary(0);
    while (T.at("*")) {
      T.take();
      C.Bits *= Evaluator(T, "'*'").unary(0).Bits;
    }
    if (C.FloatBits)
      T.fail(At, "expected an integer after the sign");
    Sum += Minus ? 0 - C.Bits : C.Bits;
  }
  return int64_t(Sum);
}

} // namespace argus::ptx
