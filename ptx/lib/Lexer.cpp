//===- Lexer.cpp - splits PTX text into tokens ----------------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lexer.h"

#include "argus/ptx/Parser.h"

#include <charconv>
#include <cstring>

namespace argus::ptx {

// Not <cctype>: its answers depend on the locale that the program has set.
namespace {
enum CharacterClass : uint8_t {
  Letter = 1,
  Digit = 2,
  Joins = 4,
  Blank = 8,
  Punct = 16
};

struct CharacterClasses {
  constexpr CharacterClasses() {
    for (unsigned C = 0; C < 256; ++C) {
      const bool IsLetter = (C >= 'a' && C <= 'z') || (C >= 'A' && C <= 'Z');
      const bool IsBlank = C == ' ' || C == '\t' || C == '\r' || C == '\f' || C == '\v';
      Of[C] = uint8_t(IsLetter               ? Letter
                      : C >= '0' && C <= '9' ? Digit
                      : C == '_' || C == '$' ? Joins
                      : IsBlank              ? Blank
                                             : 0);
    }
    for (const char C : std::string_view("{}[]()<>,;:@!|+-*/%&^~?="))
      Of[uint8_t(C)] = Punct;
  }
  uint8_t Of[256] = {};
};
} // namespace

static constexpr CharacterClasses Classes;
static bool isOf(char C, unsigned Mask) { return Classes.Of[uint8_t(C)] & Mask; }
static bool isDigit(char C) { return isOf(C, Digit); }
static bool isLetter(char C) { return isOf(C, Letter); }
static bool isFollowing(char C) { return isOf(C, Letter | Digit | Joins); }

/// 16 and more: no digit.
static unsigned digitOf(char C) {
  if (isDigit(C))
    return C - '0';
  if (C >= 'a' && C <= 'f')
    return C - 'a' + 10;
  if (C >= 'A' && C <= 'F')
    return C - 'A' + 10;
  return 16;
}

void Lexer::fail(Location At, const std::string &Message) const {
  throw ParseError(Name, At, Message);
}

Location Lexer::here() const { return {Line, unsigned(Position - LineBegin + 1)}; }

void Lexer::skipBlockComment() {
  Location Begin = here();
  for (Position += 2; Position < Text.size(); ++Position) {
    if (peek() == '*' && peek(1) == '/') {
      Position += 2;
      return;
    }
    if (peek() == '\n') {
      ++Line;
      LineBegin = Position + 1;
    }
  }
  fail(Begin, "expected '*/' after the comment, found end of file");
}

void Lexer::skipSpace() {
  while (Position < Text.size()) {
    char C = peek();
    if (C == '\n') {
      ++Line;
      LineBegin = ++Position;
    } else if (isOf(C, Blank)) {
      ++Position;
    } else if (C == '/' && peek(1) == '/') {
      Position = std::min(Text.find('\n', Position), Text.size());
    } else if (C == '/' && peek(1) == '*') {
      skipBlockComment();
    } else {
      return;
    }
  }
}

void Lexer::finish(Token &T, Token::Kind What, size_t End) {
  T.What = What;
  T.Text = Text.substr(T.Begin, End - T.Begin);
  T.End = Position = End;
}

void Lexer::word(Token &T) {
  size_t End = Position + 1;
  while (End < Text.size() && isFollowing(Text[End]))
    ++End;
  finish(T, Token::Kind::Word, End);
}

void Lexer::dotted(Token &T) {
  size_t End = Position + 1;
  while (End < Text.size()) {
    if (isFollowing(Text[End]))
      ++End;
    else if (Text.compare(End, 2, "::") == 0 && End + 2 < Text.size() &&
             isFollowing(Text[End + 2]))
      End += 2;
    else
      break;
  }
  finish(T, Token::Kind::Dotted, End);
}

void Lexer::string(Token &T) {
  size_t End = Position + 1;
  while (End < Text.size() && Text[End] != '"' && Text[End] != '\n')
    End += Text[End] == '\\' && End + 1 < Text.size() && Text[End + 1] != '\n' ? 2 : 1;
  if (End >= Text.size() || Text[End] != '"')
    fail(T.At, "expected '\"' after the string, found end of " +
                   std::string(End < Text.size() ? "line" : "file"));
  finish(T, Token::Kind::String, End + 1);
  T.Text = T.Text.substr(1, T.Text.size() - 2);
}

void Lexer::hexFloat(Token &T, unsigned Digits) {
  size_t End = Position + 2;
  for (; End < Text.size() && digitOf(Text[End]) < 16; ++End)
    T.Bits = T.Bits << 4 | digitOf(Text[End]);
  if (End - Position - 2 != Digits)
    fail(T.At, "expected " + std::to_string(Digits) + " hexadecimal digits after '" +
                   std::string(Text.substr(Position, 2)) + "', found " +
                   std::to_string(End - Position - 2));
  T.FloatBits = Digits * 4;
  finish(T, Token::Kind::Float, End);
}

void Lexer::integer(Token &T, unsigned Base, size_t Digits) {
  size_t End = Digits;
  for (; End < Text.size() && digitOf(Text[End]) < Base; ++End) {
    if (T.Bits > (~uint64_t(0) - digitOf(Text[End])) / Base)
      fail(T.At, "expected an integer of at most 64 bits");
    T.Bits = T.Bits * Base + digitOf(Text[End]);
  }
  if (End == Digits)
    fail(T.At, "expected digits after '" +
                   std::string(Text.substr(Position, Digits - Position)) + "'");
  T.Unsigned = T.Bits >> 63;
  if (End < Text.size() && (Text[End] == 'U' || Text[End] == 'u')) {
    T.Unsigned = true;
    ++End;
  }
  finish(T, Token::Kind::Integer, End);
}

/// Always of 64 bits, as the language says.
void Lexer::decimalFloat(Token &T) {
  double Value = 0;
  const char *First = Text.data() + Position;
  auto [Last, Error] = std::from_chars(First, Text.data() + Text.size(), Value);
  if (Error != std::errc())
    fail(T.At, "expected a number that fits 64 bits");
  std::memcpy(&T.Bits, &Value, sizeof Value);
  T.FloatBits = 64;
  finish(T, Token::Kind::Float, Last - Text.data());
}

void Lexer::number(Token &T) {
  size_t After = Position;
  while (After < Text.size() && isDigit(Text[After]))
    ++After;
  char C = After < Text.size() ? Text[After] : '\0';
  char Sign = After + 1 < Text.size() ? Text[After + 1] : '\0';
  bool Exponent =
      (C == 'e' || C == 'E') && (isDigit(Sign) || Sign == '+' || Sign == '-');
  char Second = peek() == '0' ? peek(1) : '\0';
  if (Second == 'f' || Second == 'F')
    hexFloat(T, 8);
  else if (Second == 'd' || Second == 'D')
    hexFloat(T, 16);
  else if (Second == 'x' || Second == 'X')
    integer(T, 16, Position + 2);
  else if (Second == 'b' || Second == 'B')
    integer(T, 2, Position + 2);
  else if (C == '.' || Exponent)
    decimalFloat(T);
  else
    integer(T, isDigit(Second) ? 8 : 10, Position);
  if (Position < Text.size() && isFollowing(Text[Position]))
    fail(T.At, "malformed number '" + std::string(T.Text) + Text[Position] + "'");
}

void Lexer::punctuation(Token &T) {
  const char First = peek(), Next = peek(1);
  const bool Doubled = First == Next && (First == '<' || First == '>' || First == '=' ||
                                         First == '&' || First == '|');
  if (Doubled || (Next == '=' && (First == '<' || First == '>' || First == '!')))
    return finish(T, Token::Kind::Punct, Position + 2);
  if (isOf(First, Punct))
    return finish(T, Token::Kind::Punct, Position + 1);
  static constexpr char Hex[] = "0123456789abcdef";
  unsigned char C = peek();
  std::string Shown = C >= 0x20 && C < 0x7f
                          ? std::string(1, char(C))
                          : std::string("\\x") + Hex[C >> 4] + Hex[C & 15];
  fail(T.At, "unexpected character '" + Shown + "'");
}

void Lexer::next(Token &T) {
  skipSpace();
  T.What = Token::Kind::End;
  T.FloatBits = 0;
  T.Unsigned = false;
  T.Text = {};
  T.Bits = 0;
  T.At = here();
  T.Begin = T.End = Position;
  if (Position >= Text.size())
    return;
  char C = peek(), D = peek(1);
  if (isLetter(C) || ((C == '_' || C == '$' || C == '%') && isFollowing(D)) || C == '_')
    return word(T);
  // ".2d" of tex.2d is a modifier, ".5" a number.
  bool Adjoins = Position > 0 && isFollowing(Text[Position - 1]);
  if (C == '.' && isFollowing(D) && (Adjoins || !isDigit(D)))
    return dotted(T);
  if (isDigit(C) || (C == '.' && isDigit(D)))
    return number(T);
  if (C == '"')
    return string(T);
  return punctuation(T);
}

} // namespace argus::ptx
