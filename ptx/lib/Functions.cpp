//===- Functions.cpp - functions around their bodies ----------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Functions.h"

namespace argus::ptx {

/// More than ptxas compiles; bounds what `%r<4000000000>` can ask for.
static constexpr size_t MostRegisters = 1 << 20;

static void declareRegister(Tokens &T, Function &F, Names &Scopes, Location At,
                            const std::string &Name, const DeclaredType &D) {
  if (!Scopes.declare(Name, {Entity::Kind::Register, uint32_t(F.Registers.size())}))
    T.fail(At, "'" + Name + "' is already declared in this scope");
  F.Registers.push_back({Name, D.Element, D.Lanes});
}

void addRegisters(Tokens &T, Function &F, Names &Scopes, const DeclaredRegisters &R,
                  const DeclaredType &D) {
  if (R.Count > MostRegisters - F.Registers.size())
    T.fail(R.At, "a function may have at most " + std::to_string(MostRegisters) +
                     " registers");
  if (!R.Range)
    return declareRegister(T, F, Scopes, R.At, R.Base, D);
  const unsigned Taken =
      Scopes.declareRange(R.Base, R.Count, uint32_t(F.Registers.size()));
  if (Taken < R.Count)
    T.fail(R.At, "'" + R.Base + std::to_string(Taken) +
                     "' is already declared in this scope");
  for (unsigned I = 0; I < R.Count; ++I)
    F.Registers.push_back({R.Base + std::to_string(I), D.Element, D.Lanes});
}

static void declareParameters(Tokens &T, Function &F, Names &Scopes,
                              const std::vector<Variable> &Variables,
                              Entity::Kind What) {
  for (uint32_t I = 0; I < Variables.size(); ++I) {
    const Variable &V = Variables[I];
    if (V.Where == Space::Reg)
      declareRegister(T, F, Scopes, V.At, V.Name, {V.Align, V.Lanes, V.Element, {}});
    else if (!Scopes.declare(V.Name, {What, I}) && V.Name != "_")
      T.fail(V.At, "'" + V.Name + "' is already declared in this scope");
  }
}

Directive parseDirective(Tokens &T) {
  Token Name = T.take();
  Directive D{Name.At, std::string(Name.Text), ""};
  size_t Begin = Name.End;
  while (!T.at(Token::Kind::Dotted) && !T.at("{") && !T.at(";")) {
    if (T.at(Token::Kind::End))
      T.failExpected("'{' or ';'", "a function's directive");
    T.take();
  }
  D.Text = T.slice(Begin, T.endOfLast());
  if (D.Name == ".pragma")
    T.expect(";", "the pragma");
  return D;
}

/// `.attribute(.unified(1, 2))`: dots inside, so unlike other directives.
static Directive parseAttribute(Tokens &T) {
  Token Name = T.take();
  Directive D{Name.At, std::string(Name.Text), ""};
  T.expect("(", "'.attribute'");
  for (unsigned Open = 1; Open > 0;) {
    if (T.at(Token::Kind::End))
      T.failExpected("')'", "the attributes");
    Token Next = T.take();
    Open += Next.is("(") ? 1 : Next.is(")") ? -1 : 0;
  }
  D.Text = T.slice(Name.End, T.endOfLast());
  return D;
}

Prototype parsePrototype(Tokens &T, const Token &Name) {
  Prototype P;
  P.At = Name.At;
  P.Name = Name.Text;
  T.take();
  if (T.at("("))
    P.Returns = parseParameters(T);
  if (!T.atWord("_"))
    T.failExpected("'_'", "'.callprototype'");
  T.take();
  if (T.at("("))
    P.Parameters = parseParameters(T);
  while (T.at(Token::Kind::Dotted))
    P.Directives.push_back(parseDirective(T));
  T.expect(";", "the prototype");
  return P;
}

Function parseFunction(Tokens &T, Linkage Link, SymbolNames &Module) {
  Function F;
  F.At = T.peek().At;
  F.Link = Link;
  F.Entry = T.take().is(".entry");
  while (T.at(".attribute"))
    F.Directives.push_back(parseAttribute(T));
  if (!F.Entry && T.at("("))
    F.Returns = parseParameters(T);
  F.Name = T.expectName("a function's name", F.Entry ? "'.entry'" : "'.func'").Text;
  if (T.at("("))
    F.Parameters = parseParameters(T);
  while (T.at(Token::Kind::Dotted))
    F.Directives.push_back(parseDirective(T));
  Module.insert(F.Name);
  if (T.accept(";"))
    return F;
  T.expect("{", "the function's head");
  Names Scopes;
  declareParameters(T, F, Scopes, F.Returns, Entity::Kind::Return);
  declareParameters(T, F, Scopes, F.Parameters, Entity::Kind::Parameter);
  F.HasBody = true;
  parseBody(T, F, Scopes, Module);
  return F;
}

} // namespace argus::ptx
