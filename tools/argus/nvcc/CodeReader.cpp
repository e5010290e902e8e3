//===- CodeReader.cpp - finds what each mark marks ---------------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "nvcc/CodeReader.h"
#include <algorithm>

namespace argus {

CodeReader::CodeReader(const TokenText &Text, const std::vector<Mark> &Marks,
                       MarkLayout &Out)
    : T(Text), Marks(Marks), Out(Out) {
  Out.Read.assign(Marks.size(), false);
  Out.Sited.assign(Marks.size(), false);
  for (unsigned I = 0; I < Marks.size(); ++I)
    Out.SiteMark.push_back(I);
}

void CodeReader::run() {
  declarations(0, T.size());
  joinSpans();
  reportUnread();
}

/// Reads the brackets in an expression.
void CodeReader::expression(size_t I, size_t End) {
  if (!worthReading(I, End))
    return;
  for (; I < End; I = T.after(I))
    if (T[I].Kind == TokenKind::Open)
      brackets(I);
}

void CodeReader::brackets(size_t Open) {
  const size_t Next = T.after(Open);
  if (Next <= Open + 1 || !worthReading(Open, Next))
    return;
  if (T[Open].First == '{' && beginsLambda(Open)) {
    function(Open, std::nullopt);
    return;
  }
  if (T[Open].First == '(' && T.is(Open + 1, "{"))
    rejectInExpression(Open + 1, Next - 1);
  expression(Open + 1, Next - 1);
}

/// Whether the brace begins a lambda's body: looks back over what may stand between it
/// and the captures.
bool CodeReader::beginsLambda(size_t Brace) const {
  for (size_t I = Brace; I-- > 0;) {
    const Token &K = T[I];
    if (K.Kind == TokenKind::Close && K.Match < I) {
      if (K.First == '}')
        return false;
      I = K.Match;
      const bool Attribute = T.is(I + 1, "[") && K.First == ']';
      if (K.First != ']' || Attribute)
        continue;
      // Behind a value, brackets are a subscript.
      const bool Subscript =
          I > 0 && !T.is(I - 1, "return") &&
          (T.isKind(I - 1, TokenKind::Identifier) || T.is(I - 1, ")") ||
           T.is(I - 1, "]") || T.isKind(I - 1, TokenKind::Literal));
      if (!Subscript)
        return true;
      continue;
    }
    if (K.Kind == TokenKind::Open || T.is(I, ";") || T.is(I, "=") || T.is(I, "return"))
      return false;
  }
  return false;
}

/// `({ ... })`: the last statement is the value, so that nothing can be put behind it.
void CodeReader::rejectInExpression(size_t I, size_t End) {
  for (; I < End; ++I) {
    if (T.is(I, "{") && beginsLambda(I)) {
      I = T.after(I) - 1;
      continue;
    }
    if (T[I].Kind != TokenKind::Mark)
      continue;
    const unsigned M = markAt(I);
    Out.Read[M] = true;
    if (Marks[M].Usable)
      Out.report(Marks[M].Place,
                 std::string(Marks[M].Kind == MarkKind::Role        ? "a role"
                             : Marks[M].Kind == MarkKind::Iteration ? "a loop"
                                                                    : "a region") +
                     " cannot be marked inside a statement expression, whose last "
                     "statement is its value");
  }
}

/// Halves of one name in two functions are one span, whose site is the first's.
void CodeReader::joinSpans() {
  std::map<std::string, SpanHalves> Joined;
  for (const auto &[Name, S] : Spans)
    if (!S.Begins || !S.Ends)
      Joined.try_emplace(Name, SpanHalves{S.First, false, false, {}});
  for (const auto &[Name, S] : Spans) {
    const auto At = Joined.find(Name);
    if (At == Joined.end())
      continue;
    At->second.First = std::min(At->second.First, S.First);
    At->second.Begins |= S.Begins;
    At->second.Ends |= S.Ends;
  }
  for (unsigned M = 0; M < Marks.size(); ++M)
    if (Out.Sited[M] &&
        (Marks[M].Kind == MarkKind::Begin || Marks[M].Kind == MarkKind::End))
      if (const auto At = Joined.find(Marks[M].Name); At != Joined.end())
        Out.SiteMark[M] = At->second.First;
  for (const auto &[Name, S] : Joined)
    if (!S.Begins || !S.Ends)
      Out.report(Marks[S.First].Place, "region '" + Name + "' has no " +
                                           (S.Begins ? "ARGUS_END" : "ARGUS_BEGIN") +
                                           " in this translation unit");
  for (const auto &[Name, S] : Spans)
    if (const auto At = Joined.find(Name); At == Joined.end() || At->second.Ends)
      noteLeft(Name, S);
}

void CodeReader::noteLeft(const std::string &Name, const SpanHalves &S) {
  for (unsigned M : S.Left)
    Out.report(
        Marks[M].Place,
        "region '" + Name +
            "' ends in another block than it begins in; until its paths are known "
            "it is taken as open to the end of this block",
        /*Error=*/false);
}

void CodeReader::reportUnread() {
  for (unsigned M : DeclaredOnly) {
    const bool Defined =
        std::any_of(Marks.begin(), Marks.end(), [&](const Mark &Other) {
          return Other.Kind == MarkKind::Function && Other.Name == Marks[M].Name &&
                 Out.Sited[&Other - Marks.data()];
        });
    if (Marks[M].Usable && !Defined)
      Out.report(Marks[M].Place,
                 "'[[argus::region]]' on a declaration: nvcc builds read "
                 "it on the function's definition; put it there");
  }
  for (unsigned M = 0; M < Marks.size(); ++M) {
    if (Out.Read[M] || !Marks[M].Usable)
      continue;
    Out.report(
        Marks[M].Place,
        Marks[M].Kind == MarkKind::Function
            ? "'[[argus::region]]' marks functions; put '#pragma argus "
              "region(\"name\")' before a statement"
            : "'#pragma argus' inside a declaration or expression marks nothing: "
              "put it before a statement of a function");
  }
}

bool CodeReader::hasMarks(size_t I, size_t End) const {
  const auto At = std::lower_bound(Marks.begin(), Marks.end(), I,
                                   [](const Mark &M, size_t T) { return M.Token < T; });
  return At != Marks.end() && At->Token < End;
}

/// The mark at this token, or the first behind it.
unsigned CodeReader::markAt(size_t Token) const {
  return std::lower_bound(Marks.begin(), Marks.end(), Token,
                          [](const Mark &M, size_t T) { return M.Token < T; }) -
         Marks.begin();
}

} // namespace argus
