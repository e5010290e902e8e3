//===- NvccSteps.cpp - the commands that nvcc would run ------------------ ===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "nvcc/NvccSteps.h"
#include <algorithm>
#include <cctype>

namespace argus {

namespace {

bool isNameChar(char C) {
  return std::isalnum(static_cast<unsigned char>(C)) || C == '_';
}

class WordReader {
public:
  WordReader(std::string_view Line, const std::map<std::string, std::string> &Variables)
      : Line(Line), Variables(Variables) {}

  std::vector<std::string> read() {
    while (At < Line.size())
      step();
    finish();
    return std::move(Words);
  }

private:
  void step() {
    const char C = Line[At++];
    if (C == '\\' && Quote != '\'') {
      if (At < Line.size())
        add(Line[At++]);
    } else if (C == Quote) {
      Quote = 0;
    } else if (!Quote && (C == '"' || C == '\'')) {
      Quote = C;
      Open = true;
    } else if (C == '$' && Quote != '\'') {
      addVariable();
    } else if (!Quote && (C == ' ' || C == '\t')) {
      finish();
    } else {
      add(C);
    }
  }

  void addVariable() {
    const bool Braces = At < Line.size() && Line[At] == '{';
    size_t End = At += Braces;
    while (End < Line.size() && isNameChar(Line[End]))
      ++End;
    const auto Found = Variables.find(std::string(Line.substr(At, End - At)));
    if (Found != Variables.end())
      for (const char C : Found->second)
        add(C);
    At = End + (Braces && End < Line.size());
  }

  void add(char C) {
    Word += C;
    Open = true;
  }

  void finish() {
    if (Open)
      Words.push_back(std::move(Word));
    Word.clear();
    Open = false;
  }

  std::string_view Line;
  const std::map<std::string, std::string> &Variables;
  size_t At = 0;
  char Quote = 0;
  bool Open = false; ///< a word has begun, perhaps an empty one
  std::string Word;
  std::vector<std::string> Words;
};

std::string_view trimmed(std::string_view Text) {
  while (!Text.empty() && std::isspace(static_cast<unsigned char>(Text.front())))
    Text.remove_prefix(1);
  while (!Text.empty() && std::isspace(static_cast<unsigned char>(Text.back())))
    Text.remove_suffix(1);
  return Text;
}

/// "NAME=" at the begin, before any blank.
size_t assignmentAt(std::string_view Text) {
  size_t I = 0;
  while (I < Text.size() && isNameChar(Text[I]))
    ++I;
  return I > 0 && I < Text.size() && Text[I] == '=' ? I : std::string_view::npos;
}

/// With -t, nvcc keeps what each command says in files, to print it in order; commands
/// that run one after another say it in order. "-- Filter Dependencies -- > FILE" is
/// no command, and FILE its result.
std::string_view withoutRedirection(std::string_view Line) {
  const size_t At = Line.rfind(" > "), Both = Line.rfind(" 2>");
  return At < Both && Both != std::string_view::npos ? trimmed(Line.substr(0, At))
                                                     : Line;
}

NvccStep::Tool toolOf(const NvccStep &Step) {
  if (Step.Words.empty())
    return NvccStep::Tool::Other;
  const std::string &Program = Step.Words.front();
  const std::string Name = Program.substr(Program.rfind('/') + 1);
  if (Name == "cicc")
    return NvccStep::Tool::Cicc;
  if (Name == "cudafe++")
    return NvccStep::Tool::Cudafe;
  if (Name == "ptxas")
    return NvccStep::Tool::Ptxas;
  if (Name == "fatbinary")
    return NvccStep::Tool::Fatbinary;
  if (Step.has("-E") && Step.has("-o"))
    return NvccStep::Tool::Preprocessor;
  if (Step.has("-c") && Step.has("-o") &&
      Step.input().find(".cudafe1.cpp") != std::string::npos)
    return NvccStep::Tool::HostCompiler;
  return NvccStep::Tool::Other;
}

} // namespace

std::vector<std::string>
shellWords(std::string_view Line, const std::map<std::string, std::string> &Variables) {
  return WordReader(Line, Variables).read();
}

bool NvccStep::has(std::string_view Option) const {
  return std::find(Words.begin(), Words.end(), Option) != Words.end();
}

bool NvccStep::mentions(std::string_view File) const {
  return std::any_of(Words.begin(), Words.end(), [&](const std::string &Word) {
    return Word.find(File) != std::string::npos;
  });
}

std::string NvccStep::valueOf(std::string_view Option) const {
  for (size_t I = 1; I < Words.size(); ++I) {
    if (Words[I] == Option)
      return I + 1 < Words.size() ? Words[I + 1] : "";
    if (Words[I].size() > Option.size() && Words[I][Option.size()] == '=' &&
        Words[I].compare(0, Option.size(), Option) == 0)
      return Words[I].substr(Option.size() + 1);
  }
  return "";
}

std::string NvccStep::input() const {
  for (size_t I = Words.size(); I-- > 1;)
    if (Words[I][0] != '-' && Words[I - 1] != "-o" && Words[I - 1] != "-olto")
      return Words[I];
  return "";
}

NvccSteps parseDryRun(std::string_view Text) {
  constexpr std::string_view Prompt = "#$ ";
  NvccSteps Result;
  while (!Text.empty()) {
    const size_t End = std::min(Text.find('\n'), Text.size());
    std::string_view Line = Text.substr(0, End);
    Text.remove_prefix(std::min(End + 1, Text.size()));
    if (Line.substr(0, Prompt.size()) != Prompt) {
      Result.Said += std::string(Line) + "\n";
      continue;
    }
    const std::string_view Whole = Line;
    Line = trimmed(Line.substr(Prompt.size()));
    if (const size_t Sign = assignmentAt(Line); Sign != std::string_view::npos) {
      Result.Environment[std::string(Line.substr(0, Sign))] =
          trimmed(Line.substr(Sign + 1));
      Result.Assigned += std::string(Whole) + "\n";
      continue;
    }
    NvccStep Step;
    Step.Line = withoutRedirection(Line);
    Step.Words = shellWords(Step.Line, Result.Environment);
    Step.What = toolOf(Step);
    if (!Step.Words.empty())
      Result.Steps.push_back(std::move(Step));
  }
  return Result;
}

} // namespace argus
