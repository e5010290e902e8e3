//===- Body.cpp - statements of a function --------------------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Functions.h"
#include "Operands.h"
#include "argus/ptx/Isa.h"

#include <iterator>

namespace argus::ptx {

namespace {

constexpr unsigned DeepestScope = 256;

class BodyParser {
public:
  BodyParser(Tokens &T, Function &F, Names &Scopes, const SymbolNames &Module)
      : T(T), F(F), Scopes(Scopes), Module(Module) {}
  void parse();

private:
  void statement();
  void open();
  void directive();
  void registers();
  void variables();
  void line();
  void label();
  void targets(const Token &Name);
  void instruction();
  Guard guard();
  void opcode(Instruction &I);
  void declareLabel(const Token &Name);
  void resolvePending();
  void resolve(Operand &O, unsigned Scope, bool Branch) const;

  template <typename S> void add(S Statement) {
    F.Body.emplace_back(std::move(Statement));
  }

  Tokens &T;
  Function &F;
  Names &Scopes;
  const SymbolNames &Module;
  struct Pending {
    unsigned Statement, Scope;
  };
  std::vector<Pending> Unresolved; ///< those that name what may be a label
  // Of the instruction at hand; its vectors then get the room that they need at once.
  std::vector<Operand> Operands;
  std::vector<std::string> Modifiers;
};

} // namespace

void BodyParser::open() {
  if (Scopes.depth() == DeepestScope)
    T.fail(T.peek().At, "scopes nest deeper than " + std::to_string(DeepestScope));
  add(Scope{T.take().At, true});
  Scopes.open();
}

void BodyParser::registers() {
  T.take();
  DeclaredType D = parseType(T);
  do {
    DeclaredRegisters R = parseRegisters(T);
    auto First = uint32_t(F.Registers.size());
    addRegisters(T, F, Scopes, R, D);
    add(RegisterDecl{R.At, First, R.Count, R.Range, R.Base});
  } while (T.accept(","));
  T.expect(";", "the declaration");
}

void BodyParser::variables() {
  Linkage Link = parseLinkage(T);
  std::optional<Space> Where = spaceOf(T.peek());
  if (!Where || Where == Space::Reg)
    T.failExpected("a state space", "the linkage");
  for (Variable &V : parseVariables(T, *Where, Link)) {
    if (!Scopes.declare(V.Name, {Entity::Kind::Variable, uint32_t(F.Body.size())}))
      T.fail(V.At, "'" + V.Name + "' is already declared in this scope");
    add(std::move(V));
  }
}

/// `.loc 1 2 3, function_name $L__info_string0, inlined_at 1 4 5`
void BodyParser::line() {
  SourceLine L;
  L.At = T.take().At;
  L.File = T.expectUnsigned("a file's number", "'.loc'");
  L.Line = T.expectUnsigned("a line", "the file's number");
  L.Column = T.expectUnsigned("a column", "the line");
  size_t Begin = T.peek().Begin;
  while (T.accept(",")) {
    if (T.atWord("function_name")) {
      T.take();
      T.expectName("a label", "'function_name'");
      parseOffset(T);
    } else if (T.atWord("inlined_at")) {
      T.take();
      for (int I = 0; I < 3; ++I)
        T.expectUnsigned("a number", "'inlined_at'");
    } else {
      T.failExpected("'function_name' or 'inlined_at'", "','");
    }
  }
  if (T.endOfLast() > Begin)
    L.Rest = T.slice(Begin, T.endOfLast());
  add(std::move(L));
}

void BodyParser::declareLabel(const Token &Name) {
  std::string Text(Name.Text);
  if (!Scopes.declare(Text, {Entity::Kind::Label, uint32_t(F.Body.size())}))
    T.fail(Name.At, "'" + Text + "' is already declared in this scope");
}

void BodyParser::targets(const Token &Name) {
  TargetList L;
  L.At = Name.At;
  L.Name = Name.Text;
  L.Calls = T.take().is(".calltargets");
  do {
    Operand O;
    O.What = Operand::Kind::Symbol;
    O.At = T.peek().At;
    O.Name = T.expectName("a target", "the list's beginning").Text;
    L.Targets.push_back(std::move(O));
  } while (T.accept(","));
  T.expect(";", "the targets");
  Unresolved.push_back({unsigned(F.Body.size()), Scopes.current()});
  add(std::move(L));
}

void BodyParser::label() {
  Token Name = T.take();
  T.take();
  declareLabel(Name);
  if (T.at(".callprototype"))
    add(parsePrototype(T, Name));
  else if (T.at(".branchtargets") || T.at(".calltargets"))
    targets(Name);
  else
    add(Label{Name.At, std::string(Name.Text)});
}

void BodyParser::directive() {
  if (T.at(".reg"))
    return registers();
  if (atLinkage(T) || spaceOf(T.peek()))
    return variables();
  if (T.at(".loc"))
    return line();
  if (!T.at(".pragma"))
    T.fail(T.peek().At, "'" + std::string(T.peek().Text) +
                            "' is not a directive of a function's body");
  add(parseDirective(T));
}

Guard BodyParser::guard() {
  T.take();
  Guard G;
  G.Negated = T.accept("!");
  Token Name = T.expectName("a predicate", "'@'");
  std::optional<Entity> E = Scopes.find(std::string(Name.Text));
  if (!E || E->What != Entity::Kind::Register)
    T.fail(Name.At, "register '" + std::string(Name.Text) + "' is not declared here");
  G.Register = E->Index;
  return G;
}

template <typename T> static void moveTo(std::vector<T> &To, std::vector<T> &From) {
  To.assign(std::make_move_iterator(From.begin()), std::make_move_iterator(From.end()));
  From.clear();
}

void BodyParser::opcode(Instruction &I) {
  Token Name = T.expectName("an instruction", "the last statement");
  I.Opcode = Name.Text;
  if (!find(I.Opcode)) {
    std::string Known = nearestOpcode(I.Opcode);
    T.fail(Name.At, "unknown instruction '" + I.Opcode + "'" +
                        (Known.empty() ? "" : ", did you mean '" + Known + "'?"));
  }
  while (T.at(Token::Kind::Dotted))
    Modifiers.emplace_back(T.take().Text.substr(1));
  moveTo(I.Modifiers, Modifiers);
}

static bool hasModuleSymbol(const Operand &O) {
  if (O.What == Operand::Kind::Symbol && O.DeclaredIn == Operand::Home::Module)
    return true;
  for (const Operand &Element : O.Elements)
    if (hasModuleSymbol(Element))
      return true;
  return false;
}

void BodyParser::instruction() {
  auto &I = std::get<Instruction>(F.Body.emplace_back(std::in_place_type<Instruction>));
  I.At = T.peek().At;
  if (T.at("@"))
    I.When = guard();
  opcode(I);
  OperandContext C{T, Scopes, I.Opcode == "call", true};
  bool Pending = false;
  if (!T.at(";"))
    do {
      parseOperand(C, Operands.emplace_back());
      C.First = false;
      Pending |= hasModuleSymbol(Operands.back());
    } while (T.accept(","));
  moveTo(I.Operands, Operands);
  T.expect(";", "the instruction");
  if (Pending)
    Unresolved.push_back({unsigned(F.Body.size() - 1), Scopes.current()});
}

void BodyParser::statement() {
  if (T.at("{"))
    open();
  else if (T.at(Token::Kind::Dotted))
    directive();
  else if (T.at(Token::Kind::Word) && T.peekSecond().is(":"))
    label();
  else if (T.at(Token::Kind::Word) || T.at("@"))
    instruction();
  else
    T.failExpected("a statement", "the last one");
}

/// What was not known when it was read: a label, or what the module declares.
void BodyParser::resolve(Operand &O, unsigned Scope, bool Branch) const {
  for (Operand &Element : O.Elements)
    resolve(Element, Scope, Branch);
  if (O.What != Operand::Kind::Symbol || O.DeclaredIn != Operand::Home::Module)
    return;
  std::optional<Entity> E = Scopes.find(O.Name, Scope);
  if (E && E->What == Entity::Kind::Label) {
    O.What = Operand::Kind::Label;
    O.Index = E->Index;
    return;
  }
  if (Branch)
    T.fail(O.At, "label '" + O.Name + "' is not defined in this scope");
  if (O.Name[0] == '%')
    T.fail(O.At, "register '" + O.Name + "' is not declared here");
  if (!Module.count(O.Name))
    T.fail(O.At, "'" + O.Name + "' is not declared");
}

void BodyParser::resolvePending() {
  for (const Pending &P : Unresolved) {
    if (auto *L = std::get_if<TargetList>(&F.Body[P.Statement])) {
      for (Operand &O : L->Targets)
        resolve(O, P.Scope, !L->Calls);
      continue;
    }
    auto &I = std::get<Instruction>(F.Body[P.Statement]);
    bool Branch = I.Opcode == "bra" || I.Opcode == "brx";
    for (Operand &O : I.Operands)
      resolve(O, P.Scope, Branch);
  }
}

void BodyParser::parse() {
  F.Body.reserve(T.statementsAhead());
  for (;;) {
    if (T.at("}")) {
      Token Brace = T.take();
      if (!Scopes.close())
        break;
      add(Scope{Brace.At, false});
    } else if (T.at(Token::Kind::End)) {
      T.failExpected("'}'", "the function's body");
    } else {
      statement();
    }
  }
  resolvePending();
}

void parseBody(Tokens &T, Function &F, Names &Scopes, const SymbolNames &Module) {
  BodyParser(T, F, Scopes, Module).parse();
}

} // namespace argus::ptx
