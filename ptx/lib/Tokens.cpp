//===- Tokens.cpp - the parser's view of the tokens -----------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tokens.h"

#include "argus/ptx/Parser.h"

#include <algorithm>

namespace argus::ptx {

ParseError::ParseError(const std::string &Name, Location At, const std::string &Message)
    : std::runtime_error(Name + ":" + std::to_string(At.Line) + ":" +
                         std::to_string(At.Column) + ": " + Message),
      At(At), Message(Message) {}

Tokens::Tokens(std::string_view Text, const std::string &Name) : Lex(Text, Name) {
  Lex.next(*Current);
  Lex.next(*Second);
}

const Token &Tokens::take() {
  LastEnd = Current->End;
  Token *Free = Taken;
  Taken = Current;
  Current = Second;
  Second = Free;
  Lex.next(*Second);
  return *Taken;
}

bool Tokens::accept(std::string_view Text) {
  if (!at(Text))
    return false;
  take();
  return true;
}

static std::string shown(const Token &T) {
  constexpr size_t Longest = 60;
  std::string Text(T.Text.substr(0, Longest));
  if (T.Text.size() > Longest)
    Text += "...";
  if (T.is(Token::Kind::End))
    return "end of file";
  if (T.is(Token::Kind::String))
    return "\"" + Text + "\"";
  return "'" + Text + "'";
}

void Tokens::failExpected(const std::string &Expected, const char *After) const {
  fail(Current->At,
       "expected " + Expected + " after " + After + ", found " + shown(*Current));
}

void Tokens::fail(Location At, const std::string &Message) const {
  throw ParseError(name(), At, Message);
}

const Token &Tokens::expect(std::string_view Text, const char *After) {
  if (!at(Text))
    failExpected("'" + std::string(Text) + "'", After);
  return take();
}

const Token &Tokens::expect(Token::Kind What, const char *Expected, const char *After) {
  if (!at(What))
    failExpected(Expected, After);
  return take();
}

unsigned Tokens::expectUnsigned(const char *Expected, const char *After) {
  if (!at(Token::Kind::Integer) || Current->Bits > ~0u)
    failExpected(Expected, After);
  return unsigned(take().Bits);
}

size_t Tokens::statementsAhead() {
  if (LastEnd < LookedTo)
    return 0;
  const std::string_view Rest = Lex.text().substr(LastEnd);
  const std::string_view Lines = Rest.substr(0, Rest.find("\n}"));
  LookedTo = LastEnd + Lines.size();
  // Empty lines are no statements, however many there are.
  constexpr size_t FewCharacters = 16;
  return std::min<size_t>(std::count(Lines.begin(), Lines.end(), '\n'),
                          Lines.size() / FewCharacters);
}

size_t Tokens::valuesAhead() const {
  const std::string_view Rest = Lex.text().substr(LastEnd);
  const std::string_view Values = Rest.substr(0, Rest.find('}'));
  return size_t(std::count(Values.begin(), Values.end(), ',')) + 1;
}

std::string Tokens::slice(size_t Begin, size_t End) const {
  std::string_view Text = Lex.text().substr(Begin, End - Begin);
  constexpr std::string_view Space = " \t\r\n\f\v";
  size_t First = Text.find_first_not_of(Space);
  if (First == std::string_view::npos)
    return "";
  return std::string(Text.substr(First, Text.find_last_not_of(Space) - First + 1));
}

} // namespace argus::ptx
