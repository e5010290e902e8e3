//===- Placement.cpp - the marks in front of a statement --------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "nvcc/CodeReader.h"
#include <algorithm>
#include <utility>

namespace argus {

namespace {

int depthOf(MarkKind Kind) {
  return Kind == MarkKind::Role ? 0 : Kind == MarkKind::Iteration ? 2 : 1;
}

bool isMacro(MarkKind Kind) {
  return Kind == MarkKind::Scope || Kind == MarkKind::Begin || Kind == MarkKind::End;
}

} // namespace

/// Reads marks, other pragmas and attributes up to the statement that follows.
CodeReader::Marked CodeReader::readMarked(size_t I, size_t End) {
  Marked M;
  std::optional<size_t> Directive;
  for (; I < End; I = T.after(I)) {
    const bool Mark = T[I].Kind == TokenKind::Mark;
    if (Mark || T[I].Kind == TokenKind::Pragma) {
      Directive = Directive.value_or(I);
      if (Mark && Marks[markAt(I)].Usable)
        M.Marks.push_back(markAt(I));
      if (Mark)
        Out.Read[markAt(I)] = true;
    } else if (!(T[I].First == '[' && T.is(I + 1, "["))) {
      break;
    }
  }
  M.Anchor = Directive.value_or(I);
  M.Statement = I;
  std::stable_sort(M.Marks.begin(), M.Marks.end(), [&](unsigned A, unsigned B) {
    return depthOf(Marks[A].Kind) < depthOf(Marks[B].Kind);
  });
  return M;
}

/// Reports and removes the marks that cannot stand here.
void CodeReader::checkPlacement(Marked &M, Kind K, size_t End, Position P) {
  std::vector<unsigned> Placed;
  bool Counted = false;
  // Of several macros without semicolons between, the last has the one that follows.
  const auto Last = std::find_if(M.Marks.rbegin(), M.Marks.rend(), [&](unsigned Index) {
    return isMacro(Marks[Index].Kind);
  });
  for (unsigned Index : M.Marks) {
    if (isMacro(Marks[Index].Kind) && Index != *Last) {
      Out.report(Marks[Index].Place, "expected ';' after the region macro");
      continue;
    }
    if (!isPlaced(Index, K, M.Statement, End))
      continue;
    if (Marks[Index].Kind == MarkKind::Iteration && std::exchange(Counted, true)) {
      Out.report(Marks[Index].Place,
                 "the trips of this loop are counted already; remove one of its "
                 "'#pragma argus iteration'");
      continue;
    }
    if (Marks[Index].Kind == MarkKind::Scope && P != Position::InBlock) {
      Out.report(Marks[Index].Place,
                 "ARGUS_REGION as the only statement marks nothing: a region lasts to "
                 "the end of the block around it; put it into braces with what it "
                 "marks");
      continue;
    }
    Placed.push_back(Index);
  }
  M.Marks = std::move(Placed);
}

bool CodeReader::isPlaced(unsigned M, Kind K, size_t Statement, size_t End) {
  const MarkKind Form = Marks[M].Kind;
  const std::string Pragma =
      Form == MarkKind::Role ? "'#pragma argus role'" : "'#pragma argus region'";
  std::string Problem;
  if (isMacro(Form)) {
    if (K != Kind::Empty || Statement >= End)
      Problem = "expected ';' after the region macro";
  } else if (Form == MarkKind::Iteration) {
    if (K != Kind::Loop && K != Kind::Do)
      Problem = "'#pragma argus iteration' counts the trips of a loop, and no loop "
                "follows; put it directly before a for, while or do";
  } else if (Statement >= End) {
    Problem =
        Pragma + " at the end of a block marks nothing: put it before a statement";
  } else if (K == Kind::Label) {
    Problem = Pragma + " before a label: put it after the label";
  } else if (K == Kind::Empty) {
    Problem = Pragma + " before an empty statement marks nothing";
  }
  if (!Problem.empty())
    Out.report(Marks[M].Place, Problem);
  return Problem.empty();
}

/// ARGUS_REGION, ARGUS_BEGIN or ARGUS_END: a mark and an empty statement.
size_t CodeReader::macro(const Marked &M, unsigned Index, Position P) {
  const size_t Next = M.Statement + 1;
  const uint32_t Offset = Marks[Index].Begin;
  const bool Alone = P == Position::Alone;
  const size_t Outer = Alone ? Function->beginBlock() : 0;
  if (Alone)
    Out.insert(Offset, Piece::Brace);
  if (Marks[Index].Kind == MarkKind::Scope) {
    Function->open(Index);
    Out.insert(Offset, Piece::Scope, Index);
  } else if (Marks[Index].Kind == MarkKind::Begin) {
    Function->beginSpan(Index);
    Out.insert(Offset, Piece::Begin, Index);
  } else {
    Function->endSpan(Index);
    Out.insert(Offset, Piece::End, Index);
  }
  if (Alone) {
    insertBehind(Next, Piece::Close);
    Function->endBlock(Outer);
  }
  boundary(Next);
  return Next;
}

/// Opens the marks of a statement, but a role before an `if`, which is its branch's.
void CodeReader::putOpen(const Marked &M, bool Braced) {
  for (unsigned Index : M.Marks) {
    if (Marks[Index].Kind == MarkKind::Role && T.is(M.Statement, "if"))
      continue;
    Function->open(Index);
    if (Braced)
      insertBefore(M.Anchor, Piece::Brace);
    insertBefore(M.Anchor, Braced ? Piece::Scope : Piece::Begin, Index);
  }
  boundary(M.Statement);
}

void CodeReader::putClose(const Marked &M, bool Braced, size_t Next) {
  for (size_t I = M.Marks.size(); I-- > 0;)
    if (Marks[M.Marks[I]].Kind != MarkKind::Role || !T.is(M.Statement, "if"))
      insertBehind(Next, Braced ? Piece::Close : Piece::End, M.Marks[I]);
}

void CodeReader::insertBefore(size_t I, Piece What, unsigned Mark) {
  if (I < T.size())
    Out.insert(T[I].Begin, What, Mark, T[I].Kind == TokenKind::Pragma);
}

/// Behind the token before `Next`.
void CodeReader::insertBehind(size_t Next, Piece What, unsigned Mark) {
  Out.insert(T[Next - 1].End, What, Mark);
}

/// From token I on, what is open now is open.
void CodeReader::boundary(size_t I) {
  Out.boundary(I < T.size() ? T[I].Begin : T.Text.size(), Function->stack());
}

} // namespace argus
