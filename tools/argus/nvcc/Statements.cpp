//===- Statements.cpp - finds where statements end --------------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "nvcc/CodeReader.h"
#include <algorithm>

namespace argus {

/// Reads a function's body: the marks around a lambda or local class are none of it.
void CodeReader::function(size_t Brace, std::optional<unsigned> FunctionMark) {
  const size_t Next = T.after(Brace);
  if (!FunctionMark && !worthReading(Brace, Next))
    return;
  FunctionMarks Own(T, Marks, Out);
  FunctionMarks *Outer = Function;
  Function = &Own;
  if (FunctionMark && Marks[*FunctionMark].Usable) {
    Out.Read[*FunctionMark] = true;
    Own.open(*FunctionMark);
    Out.insert(T[Brace].End, Piece::Scope, *FunctionMark);
  }
  boundary(Brace);
  block(Brace);
  Own.finish(Spans);
  Function = Outer;
  Out.boundary(Next < T.size() ? T[Next].Begin : T.Text.size(),
               Outer ? Outer->stack() : MarkStack());
}

void CodeReader::block(size_t Brace) {
  const size_t End = T.after(Brace) - 1;
  const size_t Outer = Function->beginBlock();
  for (size_t I = Brace + 1; I < End;)
    I = statement(I, End, Position::InBlock);
  Function->endBlock(Outer);
  boundary(End);
}

/// Reads one statement and the marks on it; returns what follows.
size_t CodeReader::statement(size_t I, size_t End, Position P) {
  Marked M = readMarked(I, End);
  if (M.Statement >= End && M.Marks.empty())
    return End;
  const Kind K = kindOf(M.Statement, End);
  checkPlacement(M, K, End, P);
  if (M.Statement >= End)
    return End;
  for (unsigned Index : M.Marks)
    if (Marks[Index].Kind == MarkKind::Scope || Marks[Index].Kind == MarkKind::Begin ||
        Marks[Index].Kind == MarkKind::End)
      return macro(M, Index, P);
  const size_t Depth = Function->stack().size();
  // A declaration must not end with a block: its markers stand beside it.
  const bool Braced = K != Kind::Simple || P == Position::Alone;
  putOpen(M, Braced);
  const size_t Next = body(M.Statement, End, K, P, M);
  putClose(M, Braced, Next);
  Function->close(std::min(Depth, Function->stack().size()));
  boundary(Next);
  return Next;
}

CodeReader::Kind CodeReader::kindOf(size_t I, size_t End) const {
  if (I >= End || T.is(I, ";"))
    return Kind::Empty;
  if (T.is(I, "{"))
    return Kind::Block;
  if (T[I].Kind != TokenKind::Identifier)
    return Kind::Simple;
  static constexpr std::pair<std::string_view, Kind> Words[] = {
      {"if", Kind::If},         {"for", Kind::Loop},      {"while", Kind::Loop},
      {"do", Kind::Do},         {"switch", Kind::Switch}, {"try", Kind::Try},
      {"return", Kind::Jump},   {"break", Kind::Jump},    {"continue", Kind::Jump},
      {"goto", Kind::Jump},     {"throw", Kind::Jump},    {"case", Kind::Label},
      {"co_return", Kind::Jump}};
  for (const auto &[Word, Of] : Words)
    if (T.is(I, Word))
      return Of;
  return T.is(I + 1, ":") ? Kind::Label : Kind::Simple;
}

size_t CodeReader::body(size_t I, size_t End, Kind K, Position P, const Marked &M) {
  switch (K) {
  case Kind::Block:
    block(I);
    return T.after(I);
  case Kind::Label:
    return label(I, End, P);
  case Kind::If:
    return ifStatement(I, End, M);
  case Kind::Loop:
    return loop(I, End, M);
  case Kind::Do:
    return doLoop(I, End, M);
  case Kind::Switch:
    return switchStatement(I, End);
  case Kind::Try:
    return tryStatement(I, End);
  case Kind::Jump:
    if (T.is(I, "goto") && T.isKind(I + 1, TokenKind::Identifier))
      Function->jump(T.text(I + 1), T[I].Begin);
    return simple(I, End);
  case Kind::Empty:
  case Kind::Simple:
    return simple(I, End);
  }
  return I + 1;
}

/// `(...)` behind a keyword, if it is there.
size_t CodeReader::parenthesis(size_t I, size_t End) {
  if (I >= End || !T.is(I, "("))
    return I;
  brackets(I);
  return T.after(I);
}

size_t CodeReader::ifStatement(size_t I, size_t End, const Marked &M) {
  for (++I; T.is(I, "constexpr") || T.is(I, "consteval") || T.is(I, "!");)
    ++I;
  I = parenthesis(I, End);
  // The `if` itself is executed by every warp, whoever it is about.
  const size_t Depth = Function->stack().size();
  std::vector<unsigned> Roles;
  for (unsigned Index : M.Marks)
    if (Marks[Index].Kind == MarkKind::Role)
      Roles.push_back(Index);
  for (unsigned Role : Roles) {
    insertBefore(I, Piece::Brace);
    insertBefore(I, Piece::Scope, Role);
    Function->open(Role);
  }
  boundary(I);
  I = statement(I, End, Position::Alone);
  for (size_t Count = Roles.size(); Count > 0; --Count)
    insertBehind(I, Piece::Close);
  Function->close(Depth);
  boundary(I);
  return I < End && T.is(I, "else") ? statement(I + 1, End, Position::Alone) : I;
}

size_t CodeReader::loop(size_t I, size_t End, const Marked &M) {
  ++I;
  return loopBody(parenthesis(I, End), End, M);
}

size_t CodeReader::doLoop(size_t I, size_t End, const Marked &M) {
  I = loopBody(I + 1, End, M);
  if (I < End && T.is(I, "while"))
    I = parenthesis(I + 1, End);
  return I < End && T.is(I, ";") ? I + 1 : I;
}

/// A counted loop's body begins with the trip: `continue` cannot miss it there.
size_t CodeReader::loopBody(size_t I, size_t End, const Marked &M) {
  const auto Counted =
      std::find_if(M.Marks.begin(), M.Marks.end(), [&](unsigned Index) {
        return Marks[Index].Kind == MarkKind::Iteration;
      });
  if (Counted == M.Marks.end())
    return statement(I, End, Position::Alone);
  insertBefore(I, Piece::Brace);
  insertBefore(I, Piece::Trip, *Counted);
  I = statement(I, End, Position::Alone);
  insertBehind(I, Piece::Close);
  return I;
}

size_t CodeReader::switchStatement(size_t I, size_t End) {
  I = parenthesis(I + 1, End);
  Function->beginSwitch();
  I = statement(I, End, Position::Alone);
  Function->endSwitch();
  return I;
}

size_t CodeReader::tryStatement(size_t I, size_t End) {
  I = statement(I + 1, End, Position::Alone);
  while (I < End && T.is(I, "catch"))
    I = statement(parenthesis(I + 1, End), End, Position::Alone);
  return I;
}

/// A label and the statement behind it.
size_t CodeReader::label(size_t I, size_t End, Position P) {
  if (T.is(I, "case") || T.is(I, "default"))
    Function->switchLabel(T[I].Begin);
  else
    Function->label(T.text(I));
  unsigned Choices = 0; // `case a ? b : c:`
  for (++I; I < End && !(T.is(I, ":") && Choices == 0); I = T.after(I)) {
    Choices += T.is(I, "?");
    Choices -= T.is(I, ":");
  }
  if (++I >= End)
    return End;
  return statement(I, End, P == Position::Alone ? P : Position::Labelled);
}

/// An expression or declaration, up to its semicolon.
size_t CodeReader::simple(size_t I, size_t End) {
  size_t From = I;
  for (; I < End && !T.is(I, ";"); I = T.after(I)) {
    if (!T.is(I, "struct") && !T.is(I, "class") && !T.is(I, "union"))
      continue;
    const std::optional<size_t> Brace = classBody(I, End);
    if (!Brace)
      continue;
    expression(From, I);
    if (worthReading(*Brace, T.after(*Brace)))
      declarations(*Brace + 1, T.after(*Brace) - 1);
    From = T.after(*Brace);
    I = *Brace;
  }
  expression(From, I);
  return std::min(I + 1, End);
}

} // namespace argus
