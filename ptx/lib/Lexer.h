//===- Lexer.h - splits PTX text into tokens -------------------*- C++ -*--===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_PTX_LIB_LEXER_H
#define ARGUS_PTX_LIB_LEXER_H

#include "argus/ptx/Module.h"

#include <string_view>

namespace argus::ptx {

struct Token {
  enum class Kind : uint8_t {
    End,
    Word,    ///< an identifier; Text begins with a letter, '_', '$' or '%'
    Dotted,  ///< ".global", ".shared::cta": with the dot
    Integer, ///< Bits
    Float,   ///< Bits, FloatBits
    String,  ///< Text without the quotes
    Punct,   ///< Text: one character, or two for << >> <= >= == != && ||
  };
  Kind What = Kind::End;
  uint8_t FloatBits = 0;
  bool Unsigned = false; ///< of an Integer: has the suffix U or needs 64 bits
  Location At;
  std::string_view Text;
  uint64_t Bits = 0;
  size_t Begin = 0, End = 0; ///< in the text, with a string's quotes

  bool is(Kind K) const { return What == K; }
  bool is(std::string_view T) const {
    if (What != Kind::Punct && What != Kind::Dotted)
      return false;
    // Most are of one character, and the compiler sees it: no call then.
    return T.size() == 1 ? Text.size() == 1 && Text[0] == T[0] : Text == T;
  }
};

class Lexer {
public:
  Lexer(std::string_view Text, const std::string &Name) : Text(Text), Name(Name) {}

  /// Skips comments. Throws ParseError. At the end it returns End again and again.
  void next(Token &T);
  std::string_view text() const { return Text; }
  const std::string &name() const { return Name; }

private:
  void skipSpace();
  void skipBlockComment();
  char peek(size_t Ahead = 0) const {
    return Position + Ahead < Text.size() ? Text[Position + Ahead] : '\0';
  }
  Location here() const;
  void finish(Token &T, Token::Kind What, size_t End);
  void word(Token &T);
  void dotted(Token &T);
  void string(Token &T);
  void number(Token &T);
  void hexFloat(Token &T, unsigned Digits);
  void decimalFloat(Token &T);
  void integer(Token &T, unsigned Base, size_t Digits);
  void punctuation(Token &T);
  [[noreturn]] void fail(Location At, const std::string &Message) const;

  std::string_view Text;
  const std::string &Name;
  size_t Position = 0;
  size_t LineBegin = 0;
  unsigned Line = 1;
};

} // namespace argus::ptx

#endif // ARGUS_PTX_LIB_LEXER_H
