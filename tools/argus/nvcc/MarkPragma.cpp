//===- MarkPragma.cpp - the text of one mark --------------------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "nvcc/MarkPragma.h"
#include "nvcc/StringLiteral.h"
#include <algorithm>

namespace argus {

namespace {

bool isWord(char C) {
  return std::isalnum(static_cast<unsigned char>(C)) || C == '_' || C == '$';
}

/// Reads what stands behind `argus` in a pragma.
class PragmaParser {
public:
  /// The offset of a problem is that of its place in Line, or fixed: the line was a
  /// string's content.
  PragmaParser(std::string_view Line, uint32_t Offset, bool Fixed,
               std::vector<MarkProblem> &Problems)
      : Line(Line), Offset(Offset), Fixed(Fixed), Problems(Problems) {}

  bool parse(size_t From, Mark &M) {
    At = From;
    skipBlanks();
    const size_t Start = At;
    const std::string_view Word = word();
    const std::optional<MarkKind> Kind = kindOfWord(Word);
    if (!Kind)
      return reject(Start,
                    "expected 'region', 'role' or 'iteration' after '#pragma argus'");
    M.Kind = *Kind;
    if (*Kind != MarkKind::Iteration && !parseName(Word, M.Name))
      return false;
    skipBlanks();
    if (At == Line.size())
      return true;
    return reject(At, *Kind == MarkKind::Iteration && Line[At] == '('
                          ? "'#pragma argus iteration' takes no name: the trips belong "
                            "to the regions in the loop"
                          : "extra text after '#pragma argus'");
  }

private:
  bool reject(size_t Where, std::string Message) {
    Problems.push_back(
        {Offset + (Fixed ? 0 : static_cast<uint32_t>(Where)), std::move(Message)});
    return false;
  }

  /// Comments too, which -C keeps, and a backslash that joins lines.
  void skipBlanks() {
    for (;; ++At) {
      while (At < Line.size() && (std::isspace(static_cast<unsigned char>(Line[At])) ||
                                  Line.substr(At, 2) == "\\\n"))
        ++At;
      if (Line.substr(At, 2) == "//")
        At = Line.size();
      if (Line.substr(At, 2) != "/*")
        return;
      const size_t End = Line.find("*/", At + 2);
      At = (End == std::string_view::npos ? Line.size() : End + 2) - 1;
    }
  }

  std::string_view word() {
    const size_t Start = At;
    while (At < Line.size() && isWord(Line[At]))
      ++At;
    return Line.substr(Start, At - Start);
  }

  bool parseName(std::string_view Word, std::string &Name) {
    const std::string Noun = Word == "role" ? "role" : "region";
    skipBlanks();
    if (At == Line.size() || Line[At] != '(')
      return reject(At, "expected '(\"name\")' after '#pragma argus " +
                            std::string(Word) + "'");
    const size_t NamePlace = ++At;
    skipBlanks();
    if (At < Line.size() && std::isalpha(static_cast<unsigned char>(Line[At])))
      // Clang expands macros here, gcc's preprocessor does not.
      return reject(At, "a " + Noun +
                            "'s name is a string: write it in quotes; nvcc expands no "
                            "macro here, but in _Pragma and in ARGUS_REGION it does");
    if (At == Line.size() || Line[At] != '"')
      return reject(At, "expected the " + Noun + "'s name in quotes");
    while (At < Line.size() && Line[At] == '"') {
      if (!readStringLiteral(Line, At, Name))
        return reject(At, "the " + Noun + "'s name is no valid string");
      skipBlanks();
    }
    if (std::string Problem = nameProblem(Name, Noun); !Problem.empty())
      return reject(NamePlace, Problem);
    if (At == Line.size() || Line[At] != ')')
      return reject(At, "expected ')' after the " + Noun + "'s name");
    ++At;
    return true;
  }

  std::string_view Line;
  uint32_t Offset;
  bool Fixed;
  std::vector<MarkProblem> &Problems;
  size_t At = 0;
};

Mark pragmaMark(const TokenText &T, uint32_t Index,
                std::vector<MarkProblem> &Problems) {
  Mark M;
  M.Token = Index;
  M.Begin = T[Index].Begin;
  M.End = T[Index].End;
  const std::string_view Line = T.text(Index);
  const size_t Argus = Line.find("argus");
  M.Place = M.Begin + Argus;
  if (Line[0] == '#') {
    M.Usable = PragmaParser(Line, M.Begin, false, Problems).parse(Argus + 5, M);
    return M;
  }
  size_t Quote = Line.find('"');
  std::string Content;
  readStringLiteral(Line, Quote, Content);
  M.Usable = PragmaParser(Content, M.Begin, true, Problems).parse(5, M);
  return M;
}

/// Appends what a literal says, raw ones included; of no other encoding.
bool readName(std::string_view Literal, std::string &Name) {
  size_t At = 0;
  if (Literal.substr(0, 2) != "R\"")
    return Literal[0] == '"' && readStringLiteral(Literal, At, Name);
  const size_t Open = Literal.find('(');
  if (Open == std::string_view::npos || Literal.size() < 2 * Open + 1)
    return false;
  Name += Literal.substr(Open + 1, Literal.size() - 2 * Open - 1);
  return true;
}

/// The `[` of an attribute list around token I, if it is in one: of `[[`, the second.
std::optional<size_t> attributeAround(const TokenText &T, size_t I) {
  while (I-- > 0) {
    const Token &K = T[I];
    if (K.Kind == TokenKind::Close && K.Match < I)
      I = K.Match;
    else if (K.Kind == TokenKind::Open)
      return K.First == '[' && I > 0 && T[I - 1].First == '[' ? std::optional<size_t>(I)
                                                              : std::nullopt;
  }
  return std::nullopt;
}

/// [[argus::region("name")]], [[using argus: region("name")]]; `Argus`: the index of
/// the word.
std::optional<Mark> attributeMark(const TokenText &T, uint32_t Argus,
                                  std::vector<MarkProblem> &Problems) {
  const bool Using = Argus > 0 && T.is(Argus - 1, "using") && T.is(Argus + 1, ":");
  if ((!Using && !T.is(Argus + 1, "::")) || !T.is(Argus + 2, "region"))
    return std::nullopt;
  const std::optional<size_t> List = attributeAround(T, Argus);
  if (!List)
    return std::nullopt;
  Mark M;
  M.Kind = MarkKind::Function;
  M.Token = Argus;
  M.Place = T[Argus].Begin;
  const size_t Parenthesis = Argus + 3;
  const bool Called = T.is(Parenthesis, "(") && T[Parenthesis].Match > Parenthesis;
  const size_t End = Called ? T[Parenthesis].Match : Argus + 2;
  const size_t Outer = T[*List - 1].Match;
  const bool Alone =
      *List + 1 + Using == Argus && End + 1 == T[*List].Match && Outer == End + 2;
  M.Begin = T[Alone ? *List - 1 : Argus].Begin;
  M.End = T[Alone ? Outer : End].End;
  M.Usable = true;
  size_t I = Parenthesis + 1;
  for (; Called && I < End && T.isKind(I, TokenKind::Literal); ++I)
    M.Usable &= readName(T.text(I), M.Name);
  if (!M.Usable || !Called || I != End || I == Parenthesis + 1) {
    M.Usable = false;
    Problems.push_back({T[Argus].Begin, "expected the region's name in quotes: "
                                        "'[[argus::region(\"name\")]]'"});
  } else if (std::string Problem = nameProblem(M.Name, "region"); !Problem.empty()) {
    M.Usable = false;
    Problems.push_back({T[Parenthesis + 1].Begin, Problem});
  }
  return M;
}

} // namespace

std::vector<Mark> findMarks(const TokenText &Text, std::vector<MarkProblem> &Problems) {
  std::vector<Mark> Marks;
  for (uint32_t Index : Text.PragmaMarks)
    Marks.push_back(pragmaMark(Text, Index, Problems));
  for (uint32_t Index : Text.ArgusWords)
    if (std::optional<Mark> M = attributeMark(Text, Index, Problems))
      Marks.push_back(*M);
  std::sort(Marks.begin(), Marks.end(),
            [](const Mark &A, const Mark &B) { return A.Token < B.Token; });
  return Marks;
}

} // namespace argus
