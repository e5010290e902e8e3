//===- Tokens.h - tokens of preprocessed C++ --------------------*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// As much of a lexer as it takes to find where statements begin and end in the text
// that `gcc -E` gives nvcc's device compiler. Comments and blanks are no tokens.
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_NVCC_TOKENS_H
#define ARGUS_NVCC_TOKENS_H

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace argus {

enum class TokenKind : uint8_t {
  Identifier, ///< and keywords
  Number,
  Literal, ///< of characters, raw ones too
  Punctuation,
  Open,   ///< ( [ {
  Close,  ///< ) ] }
  Mark,   ///< a whole line `#pragma argus ...`, or _Pragma("argus ...")
  Pragma, ///< a whole line of any other pragma
};

struct Token {
  uint32_t Begin = 0, End = 0; ///< offsets in the text
  uint32_t Match = 0; ///< Open, Close: index of the other one; of none: its own
  TokenKind Kind = TokenKind::Punctuation;
  char First = 0; ///< its first character
};

/// `# 12 "f.cu" 1 3` or `#line 12 "f.cu"`: what the next line is.
struct LineMarker {
  uint32_t Begin = 0, End = 0; ///< without the newline
  unsigned File = 0, Line = 0;
};

/// Where a character comes from. Columns count bytes from 1.
struct TextPlace {
  unsigned File = 0, Line = 0, Column = 0;
};

class TokenText {
public:
  /// Reads `Text`, which must outlive this; what stands before the first line marker
  /// is of `MainFile`. Of unbalanced brackets it makes the best.
  TokenText(std::string_view Text, const std::string &MainFile);

  const Token &operator[](size_t I) const { return Tokens[I]; }
  size_t size() const { return Tokens.size(); }
  std::string_view text(size_t I) const {
    return Text.substr(Tokens[I].Begin, Tokens[I].End - Tokens[I].Begin);
  }
  /// Whether there is a token I, and it is this word or sign.
  bool is(size_t I, std::string_view What) const {
    return I < Tokens.size() && Tokens[I].First == What[0] && text(I) == What;
  }
  bool isKind(size_t I, TokenKind Kind) const {
    return I < Tokens.size() && Tokens[I].Kind == Kind;
  }
  /// The token behind I, or behind the brackets that I opens.
  size_t after(size_t I) const {
    return Tokens[I].Kind == TokenKind::Open && Tokens[I].Match > I
               ? Tokens[I].Match + 1
               : I + 1;
  }
  TextPlace placeOf(uint32_t Offset) const;

  std::string_view Text;
  std::vector<LineMarker> Markers;
  std::vector<std::string> Files;
  /// Indices of the identifiers `argus`, which may begin an attribute.
  std::vector<uint32_t> ArgusWords;
  std::vector<uint32_t> PragmaMarks; ///< indices of the tokens of kind Mark

private:
  friend class Lexer;
  std::vector<Token> Tokens;
  mutable std::vector<uint32_t> Newlines; ///< their offsets, once a place is asked for
};

} // namespace argus

#endif // ARGUS_NVCC_TOKENS_H
