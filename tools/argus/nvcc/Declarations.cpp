//===- Declarations.cpp - finds the bodies of functions ---------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "nvcc/CodeReader.h"
#include <algorithm>

namespace argus {

void CodeReader::declarations(size_t I, size_t End) {
  while (I < End && worthReading(I, End))
    I = declaration(I, End);
}

/// Reads one declaration; returns what follows it.
size_t CodeReader::declaration(size_t I, size_t End) {
  Head H;
  while (I < End) {
    const Token &K = T[I];
    bool Done = false;
    switch (K.Kind) {
    case TokenKind::Mark:
      misplaced(I++);
      break;
    case TokenKind::Identifier:
      I = declarationWord(I, End, H);
      break;
    case TokenKind::Open:
      I = brace(I, H, Done);
      break;
    case TokenKind::Punctuation:
      if (K.First == ';')
        return declarationEnd(I, H);
      I = declarationSign(I, H);
      break;
    default:
      ++I;
    }
    if (Done)
      return I;
  }
  return I;
}

size_t CodeReader::declarationWord(size_t I, size_t End, Head &H) {
  if (T.is(I, "template") && T.is(I + 1, "<"))
    return behindAngles(I + 1, End);
  if (T.is(I, "namespace") && !T.is(I - 1, "using"))
    H.Block = true;
  else if (T.is(I, "extern") && T.isKind(I + 1, TokenKind::Literal) && T.is(I + 2, "{"))
    H.Block = true;
  else if (T.is(I, "constexpr") || T.is(I, "consteval"))
    H.Constexpr = I;
  else if (T.is(I, "enum")) {
    while (I < End && !T.is(I, "{") && !T.is(I, ";") && !T.is(I, "("))
      ++I;
    return I < End && T.is(I, "{") ? T.after(I) : I;
  } else if ((T.is(I, "public") || T.is(I, "private") || T.is(I, "protected")) &&
             T.is(I + 1, ":") && !H.Parameters) {
    return I + 2;
  } else if (T.is(I, "struct") || T.is(I, "class") || T.is(I, "union")) {
    if (const std::optional<size_t> Brace = classBody(I, End)) {
      if (worthReading(*Brace, T.after(*Brace)))
        declarations(*Brace + 1, T.after(*Brace) - 1);
      H = Head();
      return T.after(*Brace);
    }
  }
  return I + 1;
}

size_t CodeReader::declarationSign(size_t I, Head &H) {
  if (T.is(I, "=") && !T.is(I - 1, "operator"))
    H.Initializer = true;
  if (T.is(I, ":") && H.Parameters)
    H.MemberInitializers = true;
  return I + 1;
}

/// At the semicolon.
size_t CodeReader::declarationEnd(size_t I, const Head &H) {
  if (H.FunctionMark && H.Parameters) {
    Out.Read[*H.FunctionMark] = true;
    DeclaredOnly.push_back(*H.FunctionMark);
  }
  return I + 1;
}

size_t CodeReader::brace(size_t I, Head &H, bool &Done) {
  const size_t Next = T.after(I);
  if (T[I].First == '(' && isParameterList(I))
    H.Parameters = true;
  H.Device |=
      T.is(I - 1, "__attribute__") && (T.is(I + 2, "device") || T.is(I + 2, "global"));
  if (T[I].First == '[' && T.is(I + 1, "[") && hasMarks(I, Next)) {
    H.FunctionMark = markAt(I);
    return Next;
  }
  if (T[I].First == '{' && H.Block) {
    Done = true;
    declarations(I + 1, Next - 1);
    return Next;
  }
  if (T[I].First == '{' && beginsBody(I, H)) {
    Done = true;
    if (H.Constexpr && (H.FunctionMark || hasMarks(I, Next)))
      makeInline(*H.Constexpr, H);
    function(I, H.FunctionMark);
    return Next;
  }
  if (worthReading(I, Next))
    brackets(I);
  return Next;
}

/// Markers are no constant expressions. Without the word, a function that device code
/// calls by --expt-relaxed-constexpr must say that it may.
void CodeReader::makeInline(size_t Constexpr, const Head &H) {
  const uint32_t Word = T[Constexpr].Begin;
  Out.insert(Word, H.Device ? Piece::Inline : Piece::InlineAnywhere);
  Out.report(Word,
             "with marks, a constexpr function is no constant expression in traced "
             "builds; where one is needed, mark the calls of the function instead",
             /*Error=*/false);
}

/// Whether a brace begins a function's body, and not a value.
bool CodeReader::beginsBody(size_t I, const Head &H) const {
  if (!H.Parameters || H.Initializer)
    return false;
  if (T.is(I - 1, "requires"))
    return false;
  if (T.is(I - 1, ")")) {
    const size_t Open = T[I - 1].Match;
    if (Open > 1 && T.is(Open - 1, "requires") &&
        (T.is(Open - 2, "requires") || T.is(Open - 2, "&") || T.is(Open - 2, "|")))
      return false;
  }
  // Of member initializers, `a{1}` is none, and what follows `)` or `}` is one.
  return !H.MemberInitializers ||
         !(T.isKind(I - 1, TokenKind::Identifier) || T.is(I - 1, ">"));
}

bool CodeReader::isParameterList(size_t I) const {
  static constexpr std::string_view Others[] = {
      "__attribute__", "__attribute", "decltype",   "alignas",       "noexcept",
      "explicit",      "__declspec",  "asm",        "__asm__",       "requires",
      "typeof",        "__typeof__",  "__decltype", "static_assert", "__asm"};
  if (I == 0 || !T.isKind(I - 1, TokenKind::Identifier))
    return I > 0;
  return std::none_of(std::begin(Others), std::end(Others),
                      [&](std::string_view Word) { return T.is(I - 1, Word); });
}

/// The brace of the class that the word `struct`, `class` or `union` at I defines;
/// nothing if the word only names one.
std::optional<size_t> CodeReader::classBody(size_t I, size_t End) const {
  for (++I; I < End && !T.is(I, "{") && !T.is(I, ":");) {
    if (T.is(I, "<"))
      I = behindAngles(I, End);
    else if (T[I].Kind == TokenKind::Identifier || T.is(I, "::"))
      ++I;
    else if (T[I].First == '[' && T.is(I + 1, "["))
      I = T.after(I);
    else if (T[I].First == '(' && !isParameterList(I))
      I = T.after(I);
    else
      return std::nullopt;
  }
  while (I < End && !T.is(I, "{") && !T.is(I, ";"))
    I = T.after(I);
  return I < End && T.is(I, "{") ? std::optional<size_t>(I) : std::nullopt;
}

/// Behind the `>` that closes the `<` at I, or at what shows that it was none.
size_t CodeReader::behindAngles(size_t I, size_t End) const {
  unsigned Depth = 0;
  for (; I < End && !T.is(I, ";") && !T.is(I, "{"); I = T.after(I)) {
    if (T.is(I, "<"))
      ++Depth;
    else if (T.is(I, ">") && --Depth == 0)
      return I + 1;
  }
  return I;
}

void CodeReader::misplaced(size_t I) {
  const unsigned M = markAt(I);
  Out.Read[M] = true;
  if (Marks[M].Usable)
    Out.report(Marks[M].Place,
               "'#pragma argus' before a declaration marks nothing: put it before a "
               "statement of a function, or '[[argus::region(\"name\")]]' on the "
               "function");
}

} // namespace argus
