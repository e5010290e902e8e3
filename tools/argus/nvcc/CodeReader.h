//===- CodeReader.h - finds what each mark marks ----------------*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads declarations to find function bodies, and statements to find their ends. Names
// are not looked up: whether `a * b;` is a declaration does not matter to its extent.
// Code without marks is skipped bracket by bracket.
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_NVCC_CODEREADER_H
#define ARGUS_NVCC_CODEREADER_H

#include "nvcc/FunctionMarks.h"

namespace argus {

class CodeReader {
public:
  CodeReader(const TokenText &Text, const std::vector<Mark> &Marks, MarkLayout &Out);
  void run();

private:
  /// What is known of a declaration, up to the place that is read.
  struct Head {
    bool Parameters = false; ///< those of a function
    bool Initializer = false;
    bool MemberInitializers = false;
    bool Block = false;  ///< a namespace, or extern "C"
    bool Device = false; ///< attributes say where it runs
    std::optional<unsigned> FunctionMark;
    std::optional<size_t> Constexpr; ///< that word
  };

  /// Where a statement stands.
  enum class Position {
    InBlock,
    Labelled, ///< in a block, behind a label
    Alone     ///< the body of a loop or an if: one statement, whatever is put to it
  };

  enum class Kind { Block, Label, Empty, If, Loop, Do, Switch, Try, Jump, Simple };

  /// A statement with what stands in front of it.
  struct Marked {
    std::vector<unsigned> Marks; ///< outermost first
    size_t Anchor = 0;           ///< the first directive in front of it, or itself
    size_t Statement = 0;
  };

  // Declarations.cpp
  void declarations(size_t I, size_t End);
  size_t declaration(size_t I, size_t End);
  size_t declarationWord(size_t I, size_t End, Head &H);
  size_t declarationSign(size_t I, Head &H);
  size_t declarationEnd(size_t I, const Head &H);
  /// Done: the declaration ends with the brace.
  size_t brace(size_t I, Head &H, bool &Done);
  bool beginsBody(size_t I, const Head &H) const;
  void makeInline(size_t Constexpr, const Head &H);
  bool isParameterList(size_t I) const;
  std::optional<size_t> classBody(size_t I, size_t End) const;
  size_t behindAngles(size_t I, size_t End) const;
  void misplaced(size_t I);

  // Statements.cpp
  void function(size_t Brace, std::optional<unsigned> FunctionMark);
  void block(size_t Brace);
  size_t statement(size_t I, size_t End, Position P);
  Kind kindOf(size_t I, size_t End) const;
  size_t body(size_t I, size_t End, Kind K, Position P, const Marked &M);
  size_t ifStatement(size_t I, size_t End, const Marked &M);
  size_t loop(size_t I, size_t End, const Marked &M);
  size_t doLoop(size_t I, size_t End, const Marked &M);
  size_t loopBody(size_t I, size_t End, const Marked &M);
  size_t switchStatement(size_t I, size_t End);
  size_t tryStatement(size_t I, size_t End);
  size_t label(size_t I, size_t End, Position P);
  size_t simple(size_t I, size_t End);
  size_t parenthesis(size_t I, size_t End);

  // Placement.cpp
  Marked readMarked(size_t I, size_t End);
  void checkPlacement(Marked &M, Kind K, size_t End, Position P);
  bool isPlaced(unsigned M, Kind K, size_t Statement, size_t End);
  size_t macro(const Marked &M, unsigned Index, Position P);
  void putOpen(const Marked &M, bool Braced);
  void putClose(const Marked &M, bool Braced, size_t Next);
  void insertBefore(size_t I, Piece What, unsigned Mark = 0);
  void insertBehind(size_t Next, Piece What, unsigned Mark = 0);
  void boundary(size_t I);

  // CodeReader.cpp
  void expression(size_t I, size_t End);
  void brackets(size_t Open);
  bool beginsLambda(size_t Brace) const;
  void rejectInExpression(size_t I, size_t End);

  void reportUnread();
  void joinSpans();
  void noteLeft(const std::string &Name, const SpanHalves &S);

  bool hasMarks(size_t I, size_t End) const;
  /// Something is marked there, or what is open here is not open there.
  bool worthReading(size_t I, size_t End) const {
    return (Function && !Function->stack().empty()) || hasMarks(I, End);
  }
  unsigned markAt(size_t Token) const;

  const TokenText &T;
  const std::vector<Mark> &Marks;
  MarkLayout &Out;
  FunctionMarks *Function = nullptr;
  std::vector<std::pair<std::string, SpanHalves>> Spans;
  std::vector<unsigned> DeclaredOnly;
};

} // namespace argus

#endif // ARGUS_NVCC_CODEREADER_H
