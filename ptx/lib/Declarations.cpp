//===- Declarations.cpp - variables and registers -------------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Declarations.h"

namespace argus::ptx {

namespace {

struct LinkageName {
  std::string_view Text;
  Linkage Link;
};
constexpr LinkageName Linkages[] = {{".extern", Linkage::Extern},
                                    {".visible", Linkage::Visible},
                                    {".weak", Linkage::Weak},
                                    {".common", Linkage::Common}};

struct SpaceName {
  std::string_view Text;
  Space Where;
};
constexpr SpaceName Spaces[] = {{".reg", Space::Reg},       {".const", Space::Const},
                                {".global", Space::Global}, {".local", Space::Local},
                                {".param", Space::Param},   {".shared", Space::Shared}};

/// C++ has them since it has arrays of arrays; PTX sets no limit.
constexpr size_t MostDimensions = 32;

} // namespace

static const LinkageName *linkageAt(const Tokens &T) {
  for (const LinkageName &L : Linkages)
    if (T.at(L.Text))
      return &L;
  return nullptr;
}

bool atLinkage(const Tokens &T) { return linkageAt(T) != nullptr; }

Linkage parseLinkage(Tokens &T) {
  const LinkageName *L = linkageAt(T);
  if (!L)
    return Linkage::Internal;
  T.take();
  return L->Link;
}

std::optional<Space> spaceOf(const Token &T) {
  for (const SpaceName &S : Spaces)
    if (T.is(S.Text))
      return S.Where;
  return std::nullopt;
}

/// `.attribute(.managed, .unified(1, 2))`: one string an attribute.
static void parseAttributes(Tokens &T, std::vector<std::string> &Attributes) {
  T.take();
  T.expect("(", "'.attribute'");
  do {
    size_t Begin = T.peek().Begin;
    T.expect(Token::Kind::Dotted, "an attribute", "'.attribute('");
    if (T.accept("(")) {
      do
        parseInteger(T, "the attribute");
      while (T.accept(","));
      T.expect(")", "the attribute's values");
    }
    Attributes.push_back(T.slice(Begin, T.endOfLast()));
  } while (T.accept(","));
  T.expect(")", "the attributes");
}

/// `.ptr .global .align 4` of a kernel's parameter.
static std::string parsePointer(Tokens &T) {
  size_t Begin = T.take().Begin;
  if (spaceOf(T.peek()))
    T.take();
  if (T.accept(".align"))
    T.expectUnsigned("a number of bytes", "'.align'");
  return T.slice(Begin, T.endOfLast());
}

DeclaredType parseType(Tokens &T) {
  DeclaredType D;
  bool Typed = false;
  while (T.at(Token::Kind::Dotted)) {
    std::string Name(T.peek().Text.substr(1));
    if (Name == "align") {
      T.take();
      D.Align = T.expectUnsigned("a number of bytes", "'.align'");
    } else if (Name == "v2" || Name == "v4" || Name == "v8") {
      D.Lanes = unsigned(T.take().Text[2] - '0');
    } else if (Name == "attribute") {
      parseAttributes(T, D.Attributes);
    } else if (Name == "ptr") {
      D.Attributes.push_back(parsePointer(T));
    } else if (std::optional<Type> Element = typeNamed(Name); Element && !Typed) {
      T.take();
      D.Element = *Element;
      Typed = true;
    } else {
      T.failExpected("a type", "the state space");
    }
  }
  if (!Typed)
    T.failExpected("a type", "the state space");
  return D;
}

Variable parseDeclarator(Tokens &T, const DeclaredType &D, Space Where, Linkage Link) {
  Variable V;
  V.At = T.peek().At;
  V.Link = Link;
  V.Where = Where;
  V.Align = D.Align;
  V.Lanes = D.Lanes;
  V.Element = D.Element;
  V.Attributes = D.Attributes;
  V.Name = T.expectName("a name", "the type").Text;
  while (T.accept("[")) {
    if (V.Dimensions.size() == MostDimensions)
      T.fail(V.At, "'" + V.Name + "' has more than " + std::to_string(MostDimensions) +
                       " dimensions");
    V.Dimensions.push_back(T.at("]") ? 0 : parseInteger(T, "'['"));
    T.expect("]", "the dimension");
  }
  return V;
}

std::vector<Variable> parseVariables(Tokens &T, Space Where, Linkage Link) {
  T.take();
  DeclaredType D = parseType(T);
  std::vector<Variable> Declared;
  do {
    Variable V = parseDeclarator(T, D, Where, Link);
    if (T.accept("="))
      parseInitializer(T, V);
    Declared.push_back(std::move(V));
  } while (T.accept(","));
  T.expect(";", "the declaration");
  return Declared;
}

std::vector<Variable> parseParameters(Tokens &T) {
  T.expect("(", "the function's name");
  std::vector<Variable> Parameters;
  while (!T.at(")")) {
    std::optional<Space> Where = spaceOf(T.peek());
    if (Where != Space::Param && Where != Space::Reg)
      T.failExpected("'.param' or '.reg'", "'('");
    T.take();
    DeclaredType D = parseType(T);
    Parameters.push_back(parseDeclarator(T, D, *Where, Linkage::Internal));
    if (!T.accept(",") && !T.at(")"))
      T.failExpected("',' or ')'", "the parameter");
  }
  T.take();
  return Parameters;
}

DeclaredRegisters parseRegisters(Tokens &T) {
  DeclaredRegisters R;
  R.At = T.peek().At;
  R.Base = T.expectName("a register's name", "the type").Text;
  if (T.accept("<")) {
    R.Count = T.expectUnsigned("a number of registers", "'<'");
    R.Range = true;
    T.expect(">", "the number of registers");
  }
  return R;
}

} // namespace argus::ptx
