//===- Tokens.cpp - tokens of preprocessed C++ ------------------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "nvcc/Tokens.h"
#include <algorithm>
#include <array>
#include <cstring>
#include <unordered_map>

namespace argus {

namespace {

enum Class : uint8_t { Other, Blank, Newline, Letter, Digit, Quote, Bracket };

constexpr std::array<uint8_t, 256> makeClasses() {
  std::array<uint8_t, 256> Of{};
  for (int C = 0; C < 256; ++C)
    if ((C >= 'a' && C <= 'z') || (C >= 'A' && C <= 'Z') || C == '_' || C == '$' ||
        C >= 0x80)
      Of[C] = Letter;
    else if (C >= '0' && C <= '9')
      Of[C] = Digit;
  for (char C : {' ', '\t', '\r', '\v', '\f'})
    Of[static_cast<uint8_t>(C)] = Blank;
  for (char C : {'(', ')', '[', ']', '{', '}'})
    Of[static_cast<uint8_t>(C)] = Bracket;
  Of['\n'] = Newline;
  Of['"'] = Of['\''] = Quote;
  return Of;
}

constexpr std::array<uint8_t, 256> Classes = makeClasses();

Class classOf(char C) { return static_cast<Class>(Classes[static_cast<uint8_t>(C)]); }
bool isWord(char C) { return classOf(C) == Letter || classOf(C) == Digit; }

} // namespace

class Lexer {
public:
  Lexer(TokenText &Out, const std::string &MainFile)
      : Out(Out), Base(Out.Text.data()), At(Base), Last(Base + Out.Text.size()) {
    fileNumber(MainFile);
    Out.Tokens.reserve(Out.Text.size() / 5);
  }

  void run() {
    bool LineStart = true;
    while (At < Last) {
      switch (classOf(*At)) {
      case Blank:
        ++At;
        continue;
      case Newline:
        ++At;
        LineStart = true;
        continue;
      case Letter:
        word();
        break;
      case Digit:
        number();
        break;
      case Quote:
        literal(At);
        break;
      case Bracket:
        bracket();
        break;
      case Other:
        if (*At == '#' && LineStart)
          directive();
        else if (*At == '/' && At + 1 < Last && (At[1] == '/' || At[1] == '*')) {
          comment();
          continue;
        } else
          punctuation();
      }
      LineStart = false;
    }
    for (uint32_t I : Opened)
      Out.Tokens[I].Match = I;
  }

private:
  void add(TokenKind Kind, const char *Begin) {
    Token T;
    T.Begin = Begin - Base;
    T.End = At - Base;
    T.Match = Out.Tokens.size();
    T.Kind = Kind;
    T.First = *Begin;
    if (Kind == TokenKind::Mark)
      Out.PragmaMarks.push_back(Out.Tokens.size());
    Out.Tokens.push_back(T);
  }

  void word() {
    const char *Begin = At;
    while (At < Last && isWord(*At))
      ++At;
    if (At < Last && classOf(*At) == Quote && prefixOfLiteral(Begin))
      return;
    const size_t Size = At - Begin;
    if (Size == 5 && std::memcmp(Begin, "argus", 5) == 0)
      Out.ArgusWords.push_back(Out.Tokens.size());
    if (Size == 7 && std::memcmp(Begin, "_Pragma", 7) == 0 && pragmaOperator(Begin))
      return;
    add(TokenKind::Identifier, Begin);
  }

  /// u8"", L'', R"()" and their like.
  bool prefixOfLiteral(const char *Begin) {
    const std::string_view Prefix(Begin, At - Begin);
    if (Prefix.size() > 3)
      return false;
    const bool Raw = Prefix.back() == 'R' && *At == '"';
    const std::string_view Encoding =
        Raw ? Prefix.substr(0, Prefix.size() - 1) : Prefix;
    if (!Encoding.empty() && Encoding != "u8" && Encoding != "L" && Encoding != "u" &&
        Encoding != "U")
      return false;
    if (Raw)
      rawLiteral(Begin);
    else
      literal(Begin);
    return true;
  }

  void rawLiteral(const char *Begin) {
    const size_t From = At - Base;
    const size_t Open = Out.Text.find('(', From);
    const std::string End =
        ")" + std::string(Out.Text.substr(From + 1, Open - From - 1)) + "\"";
    const size_t Close = Out.Text.find(End, Open);
    At = Close == std::string_view::npos ? Last : Base + Close + End.size();
    add(TokenKind::Literal, Begin);
  }

  /// At: the quote. One that the line does not close ends there: an apostrophe in text
  /// that `#if 0` had not removed.
  void literal(const char *Begin) {
    const char Quoted = *At++;
    while (At < Last && *At != Quoted && *At != '\n')
      At += *At == '\\' && At + 1 < Last ? 2 : 1;
    if (At < Last && *At == Quoted)
      ++At;
    while (At < Last && isWord(*At)) // a suffix: 1_km and "text"sv
      ++At;
    add(TokenKind::Literal, Begin);
  }

  void number() {
    const char *Begin = At;
    while (At < Last) {
      const char C = *At;
      const bool Exponent = (C == '+' || C == '-') && (At[-1] == 'e' || At[-1] == 'E' ||
                                                       At[-1] == 'p' || At[-1] == 'P');
      const bool Separator = C == '\'' && At + 1 < Last && isWord(At[1]);
      if (!isWord(C) && C != '.' && !Exponent && !Separator)
        break;
      if (Exponent && At - Begin > 1 && (Begin[1] == 'x' || Begin[1] == 'X') &&
          (At[-1] == 'e' || At[-1] == 'E'))
        break; // 0xe+1 is an addition
      ++At;
    }
    add(TokenKind::Number, Begin);
  }

  void bracket() {
    const char *Begin = At++;
    const bool Opens = *Begin == '(' || *Begin == '[' || *Begin == '{';
    const uint32_t Index = Out.Tokens.size();
    add(Opens ? TokenKind::Open : TokenKind::Close, Begin);
    if (Opens) {
      Opened.push_back(Index);
      return;
    }
    const char Wanted = *Begin == ')' ? '(' : *Begin == ']' ? '[' : '{';
    // A brace closes what was forgotten in it; other brackets that match nothing stay.
    if (Wanted == '{' && std::any_of(Opened.begin(), Opened.end(), [&](uint32_t I) {
          return Out.Tokens[I].First == '{';
        }))
      while (Out.Tokens[Opened.back()].First != '{')
        Opened.pop_back();
    if (Opened.empty() || Out.Tokens[Opened.back()].First != Wanted)
      return;
    Out.Tokens[Index].Match = Opened.back();
    Out.Tokens[Opened.back()].Match = Index;
    Opened.pop_back();
  }

  void punctuation() {
    const char *Begin = At++;
    const char Next = At < Last ? *At : '\0';
    if ((*Begin == ':' && Next == ':') || (*Begin == '-' && Next == '>') ||
        (Next == '=' && std::strchr("=<>!+-*/%&|^", *Begin)))
      ++At;
    add(TokenKind::Punctuation, Begin);
  }

  void comment() {
    const std::string_view Rest(At, Last - At);
    if (At[1] == '*') {
      const size_t End = Rest.find("*/", 2);
      At = End == std::string_view::npos ? Last : At + End + 2;
      return;
    }
    At = lineEnd();
  }

  /// The end of the line, of the following ones too where a backslash joins them.
  const char *lineEnd() const {
    for (const char *From = At;;) {
      const void *Found = std::memchr(From, '\n', Last - From);
      if (!Found)
        return Last;
      const auto *End = static_cast<const char *>(Found);
      if (End == Base || End[-1] != '\\')
        return End;
      From = End + 1;
    }
  }

  static std::string_view nextWord(std::string_view &Rest) {
    size_t Begin = Rest.find_first_not_of(" \t");
    Rest.remove_prefix(Begin == std::string_view::npos ? Rest.size() : Begin);
    size_t End = 0;
    while (End < Rest.size() && isWord(Rest[End]))
      ++End;
    const std::string_view Word = Rest.substr(0, End);
    Rest.remove_prefix(End);
    return Word;
  }

  void directive() {
    const char *Begin = At;
    At = lineEnd();
    std::string_view Rest(Begin + 1, At - Begin - 1);
    std::string_view Word = nextWord(Rest);
    if (Word == "line")
      Word = nextWord(Rest);
    if (!Word.empty() && classOf(Word[0]) == Digit)
      lineMarker(Begin, Word, Rest);
    else if (Word == "pragma")
      add(nextWord(Rest) == "argus" ? TokenKind::Mark : TokenKind::Pragma, Begin);
  }

  void lineMarker(const char *Begin, std::string_view Number, std::string_view Rest) {
    LineMarker M;
    M.Begin = Begin - Base;
    M.End = At - Base;
    for (char C : Number)
      M.Line = M.Line * 10 + (C - '0');
    M.File = Out.Markers.empty() ? 0 : Out.Markers.back().File;
    const size_t Quote = Rest.find('"'), End = Rest.rfind('"');
    if (Quote < End && End != std::string_view::npos)
      M.File = fileNumber(unescaped(Rest.substr(Quote + 1, End - Quote - 1)));
    Out.Markers.push_back(M);
  }

  static std::string unescaped(std::string_view Quoted) {
    std::string Name;
    for (size_t I = 0; I < Quoted.size(); ++I) {
      if (Quoted[I] == '\\' && I + 1 < Quoted.size())
        ++I;
      Name += Quoted[I];
    }
    return Name;
  }

  unsigned fileNumber(const std::string &Name) {
    const auto [Slot, New] = Numbers.try_emplace(Name, Out.Files.size());
    if (New)
      Out.Files.push_back(Name);
    return Slot->second;
  }

  /// _Pragma("argus ...") that a preprocessor left; other ones are ordinary tokens.
  bool pragmaOperator(const char *Begin) {
    const std::string_view Rest(At, Last - At);
    const size_t Open = Rest.find_first_not_of(" \t\n");
    if (Open == std::string_view::npos || Rest[Open] != '(')
      return false;
    const size_t Quote = Rest.find_first_not_of(" \t\n", Open + 1);
    if (Quote == std::string_view::npos || Rest.substr(Quote, 6) != "\"argus")
      return false;
    size_t End = Quote + 1;
    while (End < Rest.size() && Rest[End] != '"')
      End += Rest[End] == '\\' ? 2 : 1;
    const size_t Close = Rest.find(')', End);
    if (Close == std::string_view::npos)
      return false;
    At += Close + 1;
    add(TokenKind::Mark, Begin);
    return true;
  }

  TokenText &Out;
  const char *const Base;
  const char *At;
  const char *const Last;
  std::vector<uint32_t> Opened;
  std::unordered_map<std::string, unsigned> Numbers;
};

TokenText::TokenText(std::string_view Text, const std::string &MainFile) : Text(Text) {
  Lexer(*this, MainFile).run();
}

TextPlace TokenText::placeOf(uint32_t Offset) const {
  // Marks may be as many as lines; a text without marks asks for no place.
  if (Newlines.empty())
    for (size_t I = Text.find('\n'); I != std::string_view::npos;
         I = Text.find('\n', I + 1))
      Newlines.push_back(I);
  TextPlace P{0, 1, 1};
  uint32_t From = 0;
  const auto Next =
      std::upper_bound(Markers.begin(), Markers.end(), Offset,
                       [](uint32_t O, const LineMarker &M) { return O < M.Begin; });
  if (Next != Markers.begin()) {
    const LineMarker &M = *(Next - 1);
    P.File = M.File;
    P.Line = M.Line;
    From = std::min<size_t>(M.End + 1, Text.size());
  }
  const auto Begin = std::lower_bound(Newlines.begin(), Newlines.end(), From);
  const auto End = std::lower_bound(Begin, Newlines.end(), Offset);
  P.Line += End - Begin;
  if (End != Begin)
    From = *(End - 1) + 1;
  P.Column = Offset - From + 1;
  return P;
}

} // namespace argus
