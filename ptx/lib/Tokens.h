//===- Tokens.h - the parser's view of the tokens --------------*- C++ -*--===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_PTX_LIB_TOKENS_H
#define ARGUS_PTX_LIB_TOKENS_H

#include "Lexer.h"

#include <string>

namespace argus::ptx {

/// A stream of tokens with two to look at. What consumes throws ParseError.
class Tokens {
public:
  Tokens(std::string_view Text, const std::string &Name);
  Tokens(const Tokens &) = delete;
  Tokens &operator=(const Tokens &) = delete;

  const Token &peek() const { return *Current; }
  const Token &peekSecond() const { return *Second; }
  /// The answer is good until the next token is taken.
  const Token &take();

  bool at(std::string_view Text) const { return Current->is(Text); }
  bool at(Token::Kind What) const { return Current->is(What); }
  bool atWord(std::string_view Text) const {
    return Current->is(Token::Kind::Word) && Current->Text == Text;
  }
  /// Takes the token if it is this punctuation or directive.
  bool accept(std::string_view Text);
  /// `After` completes the message: "expected ';' after the instruction, found '}'".
  const Token &expect(std::string_view Text, const char *After);
  const Token &expect(Token::Kind What, const char *Expected, const char *After);
  const Token &expectName(const char *Expected, const char *After) {
    return expect(Token::Kind::Word, Expected, After);
  }
  /// A non-negative integer that fits 32 bits.
  unsigned expectUnsigned(const char *Expected, const char *After);

  /// The text from one place to another, without space at its ends.
  std::string slice(size_t Begin, size_t End) const;
  /// How many statements are likely to come up to the end of a function's body; 0 where
  /// that is not known. In all calls together it looks at the text once.
  size_t statementsAhead();
  /// How many values are likely to come in an initializer's or a vector's braces.
  size_t valuesAhead() const;
  size_t endOfLast() const { return LastEnd; }

  [[noreturn]] void failExpected(const std::string &Expected, const char *After) const;
  [[noreturn]] void fail(Location At, const std::string &Message) const;
  const std::string &name() const { return Lex.name(); }

private:
  Lexer Lex;
  Token Slots[3];
  Token *Current = &Slots[0], *Second = &Slots[1], *Taken = &Slots[2];
  size_t LastEnd = 0;
  size_t LookedTo = 0; ///< by statementsAhead()
};

} // namespace argus::ptx

#endif // ARGUS_PTX_LIB_TOKENS_H
