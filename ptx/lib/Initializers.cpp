//===- Initializers.cpp - initial values of variables ---------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Declarations.h"

#include <algorithm>
#include <cstring>

namespace argus::ptx {

namespace {

class InitializerParser {
public:
  InitializerParser(Tokens &T, Variable &V)
      : T(T), V(V), Levels(V.Dimensions.size() + (V.Lanes > 1)) {}
  void parse();

private:
  void braces(size_t Level);
  InitialValue value();
  InitialValue number();
  void address(InitialValue &Value, unsigned Depth);

  Tokens &T;
  Variable &V;
  size_t Levels; ///< that braces may nest
};

} // namespace

static bool isFloat(Type Element) {
  return Element == Type::F32 || Element == Type::F64;
}

static double toDouble(const Constant &C) {
  if (C.FloatBits == 64) {
    double Number = 0;
    std::memcpy(&Number, &C.Bits, sizeof Number);
    return Number;
  }
  if (C.FloatBits == 32) {
    float Number = 0;
    auto Low = uint32_t(C.Bits);
    std::memcpy(&Number, &Low, sizeof Number);
    return Number;
  }
  return C.Unsigned ? double(C.Bits) : double(int64_t(C.Bits));
}

/// As a float of 4 or 8 bytes. One that has this size stays as it is: a conversion
/// would lose a NaN's payload.
static uint64_t floatBits(const Constant &C, unsigned Size) {
  if (C.FloatBits == Size * 8)
    return C.Bits;
  double Number = toDouble(C);
  uint64_t Bits = 0;
  if (Size == 8) {
    std::memcpy(&Bits, &Number, sizeof Number);
    return Bits;
  }
  auto Narrow = float(Number);
  uint32_t Low = 0;
  std::memcpy(&Low, &Narrow, sizeof Low);
  return Low;
}

/// In the variable's type: a float of the other size is converted, an integer cut.
InitialValue InitializerParser::number() {
  Location At = T.peek().At;
  Constant C = parseConstant(T, "'='");
  unsigned Size = sizeOf(V.Element);
  InitialValue Value;
  Value.Bits = isFloat(V.Element) ? floatBits(C, Size) : C.Bits;
  if (!isFloat(V.Element) && C.FloatBits && C.FloatBits / 8 != Size)
    T.fail(At, std::string("expected an integer for an element of type .") +
                   nameOf(V.Element));
  if (Size < 8)
    Value.Bits &= ~uint64_t(0) >> (64 - 8 * Size);
  return Value;
}

/// `sym`, `sym+8`, `generic(sym)+8`, `generic(sym+8)`
void InitializerParser::address(InitialValue &Value, unsigned Depth) {
  std::string Name(T.expectName("a symbol", "'('").Text);
  if (Name == "generic" && Depth == 0 && T.accept("(")) {
    Value.Generic = true;
    address(Value, Depth + 1);
    T.expect(")", "the symbol");
  } else {
    Value.Symbol = Name;
  }
  Value.Bits += uint64_t(parseOffset(T));
}

InitialValue InitializerParser::value() {
  if (T.at(Token::Kind::Word)) {
    InitialValue Value;
    address(Value, 0);
    return Value;
  }
  if (!atConstant(T))
    T.failExpected("a value", "'='");
  if (!(T.at(Token::Kind::Integer) && T.peekSecond().is("(")))
    return number();
  InitialValue Value;
  Value.Mask = T.take().Bits;
  T.expect("(", "the mask");
  address(Value, 0);
  T.expect(")", "the symbol");
  return Value;
}

/// As in ptxas, a row that is cut short does not begin the next one where it should:
/// the values just follow each other.
void InitializerParser::braces(size_t Level) {
  // `{1}` is also written for a scalar.
  if (Level > 0 && Level >= Levels)
    T.fail(T.peek().At, "braces nest deeper than '" + V.Name + "' has dimensions");
  T.take();
  while (!T.at("}")) {
    if (T.at("{"))
      braces(Level + 1);
    else
      V.Init.push_back(value());
    if (!T.accept(",") && !T.at("}"))
      T.failExpected("',' or '}'", "the value");
  }
  T.take();
}

void InitializerParser::parse() {
  if (T.at("{"))
    V.Init.reserve(T.valuesAhead());
  if (T.at("{"))
    braces(0);
  else
    V.Init.push_back(value());
  // A dimension that is left empty is as large as the values need.
  const uint64_t Size = std::max(1u, sizeOf(V.Element));
  if (V.size() && V.Init.size() > V.size() / Size)
    T.fail(V.At, "'" + V.Name + "' has more values than elements");
}

/// `{ addr_mode_0 = wrap, ... }`
static std::string parseReference(Tokens &T) {
  size_t Begin = T.peek().Begin;
  T.expect("{", "'='");
  while (!T.at("}")) {
    if (T.at(Token::Kind::End))
      T.failExpected("'}'", "the reference's fields");
    T.take();
  }
  T.take();
  return T.slice(Begin, T.endOfLast());
}

void parseInitializer(Tokens &T, Variable &V) {
  bool Reference = sizeOf(V.Element) == 0;
  if (Reference)
    V.ReferenceInit = parseReference(T);
  else
    InitializerParser(T, V).parse();
}

} // namespace argus::ptx
