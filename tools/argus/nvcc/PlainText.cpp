//===- PlainText.cpp - preprocessed text as nvcc's compilers are to see it ===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "nvcc/PlainText.h"
#include "nvcc/MarkPragma.h"

namespace argus {

std::string withoutMarks(std::string_view Preprocessed) {
  std::string Text(Preprocessed);
  const TokenText Tokens(Preprocessed, "");
  std::vector<MarkProblem> Reported; // when the marks are read
  for (const Mark &M : findMarks(Tokens, Reported))
    for (uint32_t I = M.Begin; I < M.End; ++I)
      if (Text[I] != '\n')
        Text[I] = ' ';
  return Text;
}

/// "a \"b\".cu", as a literal.
static std::string quoted(const std::string &File) {
  std::string Text = "\"";
  for (const char C : File) {
    if (C == '"' || C == '\\')
      Text += '\\';
    Text += C;
  }
  return Text + '"';
}

std::string withOwnPlaces(std::string_view Preprocessed) {
  if (Preprocessed.find("__builtin_LINE") == std::string_view::npos &&
      Preprocessed.find("__builtin_FILE") == std::string_view::npos)
    return std::string(Preprocessed);
  const TokenText Tokens(Preprocessed, "");
  std::string Out;
  size_t Copied = 0;
  for (size_t I = 0; I < Tokens.size(); ++I) {
    const bool Line = Tokens.is(I, "__builtin_LINE");
    if ((!Line && !Tokens.is(I, "__builtin_FILE")) || !Tokens.is(I + 1, "(") ||
        !Tokens.is(I + 2, ")") || (I > 0 && Tokens.is(I - 1, "=")))
      continue;
    const TextPlace Place = Tokens.placeOf(Tokens[I].Begin);
    Out += Preprocessed.substr(Copied, Tokens[I].Begin - Copied);
    Out += Line ? std::to_string(Place.Line) : quoted(Tokens.Files[Place.File]);
    Copied = Tokens[I + 2].End;
  }
  Out += Preprocessed.substr(Copied);
  return Out;
}

} // namespace argus
