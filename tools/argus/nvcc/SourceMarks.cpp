//===- SourceMarks.cpp - marks in preprocessed CUDA text --------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "nvcc/SourceMarks.h"
#include "nvcc/CodeReader.h"
#include "nvcc/MarkedTextWriter.h"
#include <algorithm>

namespace argus {

namespace {

constexpr size_t MaxSites = 65535; // an event names its site in 16 bits

/// Numbers the sites in the order of the text; returns the number for each mark.
std::vector<unsigned> numberSites(const TokenText &Text, const std::vector<Mark> &Marks,
                                  MarkLayout &Layout, MarkedText &Out) {
  std::vector<unsigned> Sites(Marks.size() + 1, 0);
  for (unsigned I = 0; I < Marks.size(); ++I) {
    const unsigned Own = Layout.SiteMark[I];
    Sites[I] = Own < I ? Sites[Own] : Out.Sites.size();
    if (Own != I || !Layout.Sited[I])
      continue;
    const TextPlace P = Text.placeOf(Marks[I].Place);
    if (Out.Sites.size() == MaxSites)
      Layout.report(
          Marks[I].Place,
          "more than 65535 regions in one translation unit; this is the first "
          "beyond");
    Out.Sites.push_back(
        {Marks[I].Name, formOf(Marks[I].Kind), Text.Files[P.File], P.Line, P.Column});
  }
  return Sites;
}

std::vector<SourceProblem> problemsOf(const TokenText &Text,
                                      std::vector<LayoutProblem> Found) {
  std::stable_sort(Found.begin(), Found.end(),
                   [](const LayoutProblem &A, const LayoutProblem &B) {
                     return A.Offset < B.Offset;
                   });
  std::vector<SourceProblem> Problems;
  for (LayoutProblem &P : Found) {
    const TextPlace At = Text.placeOf(P.Offset);
    Problems.push_back(
        {Text.Files[At.File], At.Line, At.Column, P.Error, std::move(P.Message)});
  }
  return Problems;
}

} // namespace

std::string textName(const std::string &Unit) {
  return "argus.lines" + (Unit.empty() ? "" : "." + Unit);
}

MarkedText readMarks(std::string_view Preprocessed, const std::string &MainFile,
                     const std::string &Unit) {
  MarkedText Out;
  Out.Unit = Unit;
  const TokenText Text(Preprocessed, MainFile);
  std::vector<MarkProblem> Wrong;
  const std::vector<Mark> Marks = findMarks(Text, Wrong);
  MarkLayout Layout;
  for (MarkProblem &P : Wrong)
    Layout.report(P.Offset, std::move(P.Message));
  CodeReader(Text, Marks, Layout).run();
  Out.Files = Text.Files;
  const std::vector<unsigned> Sites = numberSites(Text, Marks, Layout, Out);
  writeMapped(Text, Marks, Layout, Sites, Out);
  writeTraced(Text, Marks, Layout, Sites, Out);
  Out.Problems = problemsOf(Text, std::move(Layout.Problems));
  return Out;
}

} // namespace argus
