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

/// Zeros that nested braces leave out are made; this bounds what a short text can ask
/// for.
constexpr uint64_t MostPadding = 1 << 22;

class InitializerParser {
public:
  InitializerParser(Tokens &T, Variable &V);
  void parse();

private:
  void braces(size_t Level);
  void pad(uint64_t To);
  InitialValue value();
  InitialValue number();
  void address(InitialValue &Value, unsigned Depth);

  Tokens &T;
  Variable &V;
  std::vector<uint64_t> Extents; ///< elements of what a brace at this level holds
  uint64_t Padded = 0;
};

} // namespace

/// An unsized or huge array's extent is not needed, so 0 stands for it.
InitializerParser::InitializerParser(Tokens &T, Variable &V) : T(T), V(V) {
  std::vector<uint64_t> Dimensions = V.Dimensions;
  if (V.Lanes > 1)
    Dimensions.push_back(V.Lanes);
  Extents.resize(Dimensions.size());
  uint64_t Elements = 1;
  for (size_t I = Dimensions.size(); I-- > 0;)
    Extents[I] = Elements =
        Dimensions[I] == 0 || Elements > ~uint64_t(0) / Dimensions[I]
            ? 0
            : Elements * Dimensions[I];
}

void InitializerParser::pad(uint64_t To) {
  if (To <= V.Init.size())
    return;
  Padded += To - V.Init.size();
  if (To > MostPadding || Padded > MostPadding)
    T.fail(T.peek().At, "more than " + std::to_string(MostPadding) +
                            " elements are left out of the initializer");
  V.Init.resize(To);
}

static bool isFloat(Type Element) {
  return Element == Type::F32 || Element == Type::F64;
}

/// In the variable's type: a float of the other size is converted, an integer cut.
InitialValue InitializerParser::number() {
  Location At = T.peek().At;
  Constant C = parseConstant(T, "'='");
  InitialValue Value;
  Value.Bits = C.Bits;
  unsigned Size = sizeOf(V.Element);
  if (!isFloat(V.Element) && C.FloatBits && C.FloatBits / 8 != Size)
    T.fail(At, std::string("expected an integer for an element of type .") +
                   nameOf(V.Element));
  if (isFloat(V.Element)) {
    double Number = C.Unsigned ? double(C.Bits) : double(int64_t(C.Bits));
    float Narrow = 0;
    if (C.FloatBits == 32) {
      auto Low = uint32_t(C.Bits);
      std::memcpy(&Narrow, &Low, sizeof Narrow);
      Number = Narrow;
    } else if (C.FloatBits == 64) {
      std::memcpy(&Number, &C.Bits, sizeof Number);
    }
    if (C.FloatBits != Size * 8) { // else a NaN's payload would be lost
      Narrow = float(Number);
      uint32_t Low = 0;
      std::memcpy(&Low, &Narrow, sizeof Low);
      std::memcpy(&Value.Bits, &Number, sizeof Number);
      Value.Bits = Size == 4 ? Low : Value.Bits;
    }
  }
  if (Size < 8)
    Value.Bits &= (uint64_t(1) << Size * 8) - 1;
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

void InitializerParser::braces(size_t Level) {
  // `{1}` is also written for a scalar.
  if (Level > Extents.size() || (Level == Extents.size() && Level > 0))
    T.fail(T.peek().At, "braces nest deeper than '" + V.Name + "' has dimensions");
  T.take();
  uint64_t Begin = V.Init.size();
  uint64_t Inner = Level + 1 < Extents.size() ? Extents[Level + 1] : 1;
  while (!T.at("}")) {
    if (T.at("{")) {
      uint64_t From = V.Init.size();
      braces(Level + 1);
      if (!T.at("}"))
        pad(From + Inner);
    } else {
      V.Init.push_back(value());
    }
    if (!T.accept(",") && !T.at("}"))
      T.failExpected("',' or '}'", "the value");
  }
  T.take();
  uint64_t Extent = Level < Extents.size() ? Extents[Level] : 1;
  if (Extent && V.Init.size() - Begin > Extent)
    T.fail(V.At, "'" + V.Name + "' has more values than elements");
}

void InitializerParser::parse() {
  if (T.at("{"))
    braces(0);
  else
    V.Init.push_back(value());
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
