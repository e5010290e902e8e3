//===- Ptxas.cpp - options and output of ptxas ----------------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "build/Ptxas.h"

#include "support/Text.h"

#include <algorithm>
#include <set>

namespace argus {

/// The number that stands before `Unit` in `Line`; 0 where there is none.
static uint64_t numberBefore(std::string_view Line, std::string_view Unit) {
  size_t End = Line.find(Unit);
  if (End == std::string_view::npos)
    return 0;
  size_t Begin = End;
  while (Begin > 0 && Line[Begin - 1] >= '0' && Line[Begin - 1] <= '9')
    --Begin;
  return parseNumber(Line.substr(Begin, End - Begin)).value_or(0);
}

std::map<std::string, Resources> parseResources(std::string_view PtxasOutput) {
  std::map<std::string, Resources> Result;
  Resources *Kernel = nullptr;
  for (const std::string &Line : split(PtxasOutput, '\n')) {
    constexpr std::string_view Entry = "Compiling entry function '";
    if (const size_t At = Line.find(Entry); At != std::string::npos) {
      const size_t Begin = At + Entry.size();
      Kernel = &Result[Line.substr(Begin, Line.find('\'', Begin) - Begin)];
      continue;
    }
    if (!Kernel)
      continue;
    // Functions that the kernel calls follow it with lines of their own.
    Kernel->StackBytes += numberBefore(Line, " bytes stack frame");
    Kernel->SpillBytes += numberBefore(Line, " bytes spill stores") +
                          numberBefore(Line, " bytes spill loads");
    if (const uint64_t Registers = numberBefore(Line, " registers"))
      Kernel->Registers = static_cast<unsigned>(Registers);
    Kernel->SharedBytes += numberBefore(Line, " bytes smem");
  }
  return Result;
}

/// Takes " in around line 73" out, which is of a file that nobody keeps.
static void dropPtxLine(std::string &Text) {
  constexpr std::string_view Words = " in around line ";
  const size_t At = Text.find(Words);
  if (At != std::string::npos)
    Text.erase(At, Text.find_first_not_of("0123456789", At + Words.size()) - At);
}

/// Takes " in function 'f'" off; returns f.
static std::string takeFunction(std::string &Text) {
  constexpr std::string_view Words = " in function '";
  const size_t At = Text.find(Words);
  if (At == std::string::npos)
    return "";
  const size_t Begin = At + Words.size(), End = Text.find('\'', Begin);
  std::string Name = Text.substr(Begin, End - Begin);
  Text.erase(At, End == std::string::npos ? End : End + 1 - At);
  return Name;
}

std::map<std::string, std::vector<PtxasNote>> parseNotes(std::string_view PtxasOutput) {
  std::map<std::string, std::vector<PtxasNote>> Result;
  for (const std::string &Line : split(PtxasOutput, '\n')) {
    const size_t At = Line.find(": (C");
    const size_t End = At == std::string::npos ? At : Line.find(") ", At);
    if (End == std::string::npos)
      continue;
    PtxasNote Note;
    Note.Code = Line.substr(At + 3, End - At - 3);
    Note.Text = Line.substr(End + 2);
    std::vector<PtxasNote> &Notes = Result[takeFunction(Note.Text)];
    dropPtxLine(Note.Text);
    const auto Same = std::find_if(Notes.begin(), Notes.end(), [&](const PtxasNote &N) {
      return N.Code == Note.Code && N.Text == Note.Text;
    });
    if (Same == Notes.end())
      Notes.push_back(std::move(Note));
    else
      ++Same->Count;
  }
  return Result;
}

/// Noted options in the spelling that the tools take: they note short names and their
/// values apart, "-O 3", but take "-O=3" only.
static std::vector<std::string> notedOptions(std::string_view Noted,
                                             const std::set<std::string> &Dropped) {
  std::vector<std::string> Options;
  for (const std::string &Word : split(Noted, ' ')) {
    // With -g, ptxas notes the name of its input in front.
    if (Word.empty() || (Word[0] != '-' && Options.empty()))
      continue;
    if (Word[0] == '-')
      Options.push_back(Word);
    else
      Options.back() += "=" + Word;
  }
  std::vector<std::string> Result;
  for (std::string &Option : Options)
    if (!Dropped.count(Option.substr(0, Option.find('='))))
      Result.push_back(std::move(Option));
  return Result;
}

std::vector<std::string> codeOptions(std::string_view NotedOptions) {
  return notedOptions(NotedOptions, {"-v", "-arch", "-m", "-o"});
}

std::vector<std::string> linkOptions(std::string_view NotedOptions) {
  return notedOptions(NotedOptions, {"-v", "-arch", "-m", "-o", "-l", "-L", "-cpu-arch",
                                     "--host-ccbin", "--register-link-binaries", "-"});
}

std::vector<std::string>
optionsFromCommand(const std::vector<std::string> &Cc1Arguments) {
  std::string Level = "-O0"; // what cc1 does, and clang passes on, without an option
  for (const std::string &Argument : Cc1Arguments) {
    if (Argument == "-O" || Argument == "-O1")
      Level = "-O1";
    else if (Argument == "-O0" || Argument == "-O2" || Argument == "-O3")
      Level = Argument;
    else if (Argument == "-O4" || Argument == "-Ofast")
      Level = "-O3";
    else if (Argument == "-Os" || Argument == "-Oz")
      Level = "-O2";
  }
  return {Level};
}

} // namespace argus
