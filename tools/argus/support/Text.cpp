//===- Text.cpp - small functions on names and words ----------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "support/Text.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <fmt/format.h>
#include <fnmatch.h>
#include <numeric>
#include <wordexp.h>

namespace argus {

size_t editDistance(std::string_view A, std::string_view B) {
  std::vector<size_t> Row(B.size() + 1);
  std::iota(Row.begin(), Row.end(), size_t{0});
  for (size_t I = 1; I <= A.size(); ++I) {
    size_t Diagonal = Row[0];
    Row[0] = I;
    for (size_t J = 1; J <= B.size(); ++J) {
      const size_t Substituted = Diagonal + (A[I - 1] != B[J - 1]);
      Diagonal = Row[J];
      Row[J] = std::min({Row[J] + 1, Row[J - 1] + 1, Substituted});
    }
  }
  return Row[B.size()];
}

std::optional<std::string> nearest(std::string_view Word,
                                   const std::vector<std::string> &Candidates) {
  const std::string *Best = nullptr;
  size_t BestDistance = std::max<size_t>(2, Word.size() / 3) + 1;
  for (const std::string &Candidate : Candidates) {
    const size_t Distance = editDistance(Word, Candidate);
    // A word that shares no letter with a short candidate is no misspelling of it.
    if (Distance < BestDistance && Distance < Candidate.size()) {
      Best = &Candidate;
      BestDistance = Distance;
    }
  }
  return Best ? std::optional<std::string>(*Best) : std::nullopt;
}

std::string suggestion(std::string_view Word,
                       const std::vector<std::string> &Candidates) {
  const auto Near = nearest(Word, Candidates);
  return Near ? " (did you mean '" + *Near + "'?)" : std::string();
}

bool globMatches(const std::string &Pattern, const std::string &Text) {
  return fnmatch(Pattern.c_str(), Text.c_str(), 0) == 0;
}

bool isGlob(std::string_view Text) {
  return Text.find_first_of("*?[") != std::string_view::npos;
}

std::vector<std::string> split(std::string_view Text, char Separator) {
  std::vector<std::string> Parts;
  while (true) {
    const size_t At = Text.find(Separator);
    Parts.emplace_back(Text.substr(0, At));
    if (At == std::string_view::npos)
      return Parts;
    Text.remove_prefix(At + 1);
  }
}

std::string join(const std::vector<std::string> &Parts, std::string_view Separator) {
  std::string Result;
  for (size_t I = 0; I < Parts.size(); ++I) {
    if (I)
      Result += Separator;
    Result += Parts[I];
  }
  return Result;
}

std::optional<uint64_t> parseNumber(std::string_view Text) {
  uint64_t Value = 0;
  const auto [End, Error] =
      std::from_chars(Text.data(), Text.data() + Text.size(), Value);
  if (Text.empty() || Error != std::errc() || End != Text.data() + Text.size())
    return std::nullopt;
  return Value;
}

std::optional<double> parseReal(std::string_view Text) {
  const std::string Copy(Text);
  char *End = nullptr;
  const double Value = std::strtod(Copy.c_str(), &End);
  const bool StartsLikeNumber =
      !Copy.empty() && Copy.find_first_not_of("0123456789.eE+-") == std::string::npos;
  if (!StartsLikeNumber || *End != '\0' || !std::isfinite(Value))
    return std::nullopt;
  return Value;
}

static constexpr std::string_view SizeUnits = "KMGT";

std::optional<uint64_t> parseSize(std::string_view Text) {
  const size_t Digits = std::min(Text.find_first_not_of("0123456789."), Text.size());
  const auto Number = parseReal(Text.substr(0, Digits));
  std::string Unit(Text.substr(Digits));
  std::transform(Unit.begin(), Unit.end(), Unit.begin(),
                 [](unsigned char C) { return std::toupper(C); });
  double Factor = 1;
  if (!Unit.empty() && Unit != "B") {
    const size_t Power = SizeUnits.find(Unit[0]);
    const std::string Rest = Unit.substr(1);
    if (Power == std::string_view::npos ||
        (!Rest.empty() && Rest != "B" && Rest != "IB"))
      return std::nullopt;
    Factor = std::pow(1024, Power + 1);
  }
  if (!Number || *Number * Factor >= 0x1p63)
    return std::nullopt;
  return static_cast<uint64_t>(*Number * Factor);
}

std::string sizeText(uint64_t Bytes) {
  if (Bytes < 1024)
    return fmt::format("{} B", Bytes);
  double Value = static_cast<double>(Bytes) / 1024;
  size_t Power = 0;
  for (; Value >= 1023.5 && Power + 1 < SizeUnits.size(); ++Power)
    Value /= 1024;
  return fmt::format("{:.{}f} {}iB", Value,
                     Value < 9.995   ? 2
                     : Value < 99.95 ? 1
                                     : 0,
                     SizeUnits[Power]);
}

std::string shellQuote(const std::vector<std::string> &Words) {
  constexpr const char Plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                 "0123456789_-./=:,+@%";
  std::string Line;
  for (const std::string &Word : Words) {
    if (!Line.empty())
      Line += ' ';
    if (!Word.empty() && Word.find_first_not_of(Plain) == std::string::npos) {
      Line += Word;
      continue;
    }
    Line += '\'';
    for (const char C : Word)
      Line += C == '\'' ? std::string("'\\''") : std::string(1, C);
    Line += '\'';
  }
  return Line;
}

static const char *splitProblem(int Error) {
  switch (Error) {
  case WRDE_BADCHAR:
    return "it has one of | & ; < > ( ) { } or a newline outside of quotes";
  case WRDE_BADVAL:
    return "it names a variable that is not set";
  case WRDE_CMDSUB:
    return "it has a command to substitute";
  case WRDE_SYNTAX:
    return "a quote or brace is not closed";
  default:
    return "there is no memory for it";
  }
}

std::optional<std::vector<std::string>> shellSplit(const std::string &Line,
                                                   std::string &Problem) {
  wordexp_t Words = {};
  const int Error = wordexp(Line.c_str(), &Words, WRDE_NOCMD | WRDE_UNDEF);
  std::optional<std::vector<std::string>> Result;
  if (Error == 0)
    Result.emplace(Words.we_wordv, Words.we_wordv + Words.we_wordc);
  else
    Problem = splitProblem(Error);
  if (Error == 0 || Error == WRDE_NOSPACE)
    wordfree(&Words);
  return Result;
}

size_t displayWidth(std::string_view Text) {
  return std::count_if(Text.begin(), Text.end(),
                       [](unsigned char C) { return (C & 0xC0) != 0x80; });
}

} // namespace argus
