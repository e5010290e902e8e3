//===- LinkTimeNote.cpp - nvlink's optimisation of an image ---------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "build/LinkTimeNote.h"

#include "support/Text.h"

#include <algorithm>

namespace argus {

namespace {

bool isOneOf(const std::string &Word, std::initializer_list<const char *> Names) {
  return std::find(Names.begin(), Names.end(), Word) != Names.end();
}

} // namespace

std::optional<LinkTimeNote> readLinkTimeNote(std::string_view NotedOptions) {
  // The note has no quotes: where the value of -Xptxas ends, nothing says. So options
  // are looked for, and what is none of them is left out.
  std::vector<std::string> Words = split(NotedOptions, ' ');
  Words.erase(std::remove(Words.begin(), Words.end(), ""), Words.end());
  LinkTimeNote Note;
  bool Optimised = false;
  for (size_t I = 0; I < Words.size(); ++I) {
    const std::string &Word = Words[I];
    const std::string Value = I + 1 < Words.size() ? Words[I + 1] : "";
    Optimised |= isOneOf(Word, {"-dlto", "-lto"});
    if (isOneOf(Word, {"-maxrregcount", "-split-compile", "-split-compile-extended",
                       "-Xnvvm"}))
      Note.Optimiser.push_back(Word + "=" + Value);
    else if (isOneOf(Word, {"-kernels-used", "-variables-used"}))
      Note.Linker.push_back(Word + "=" + Value);
    else if (isOneOf(Word,
                     {"-keep-system-libraries", "-ignore-host-info", "-use-host-info"}))
      Note.Linker.push_back(Word);
  }
  if (!Optimised)
    return std::nullopt;
  Note.Optimiser.insert(Note.Optimiser.end(), Note.Linker.begin(), Note.Linker.end());
  return Note;
}

std::string linkTimeProblem(const CapsuleInfo &Capsule) {
  const std::vector<bool> &Has = Capsule.LinkTimeUnits;
  const auto Left = std::find(Has.begin(), Has.end(), true),
             Compiled = std::find(Has.begin(), Has.end(), false);
  if (Left == Has.end() || Compiled == Has.end())
    return "";
  return "nvlink optimised one part of the program's device code (-dlto), with " +
         Capsule.UnitSources[Left - Has.begin()] + ", but " +
         Capsule.UnitSources[Compiled - Has.begin()] +
         " was compiled to machine code: such an image is not mapped";
}

} // namespace argus
