//===- FunctionMarks.cpp - the marks of one function ------------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "nvcc/FunctionMarks.h"
#include <algorithm>

namespace argus {

void MarkLayout::boundary(uint32_t Offset, const MarkStack &Open) {
  const unsigned Set = Numbers.try_emplace(Open, Sets.size()).first->second;
  if (Set == Sets.size())
    Sets.push_back(Open);
  if (!Boundaries.empty() && Boundaries.back().Offset == Offset)
    Boundaries.pop_back();
  if ((Boundaries.empty() ? 0 : Boundaries.back().Set) != Set)
    Boundaries.push_back({Offset, Set});
}

/// Regions of one name in one region could not be told apart, unless roles do.
bool FunctionMarks::nameIsFree(unsigned M) {
  const Mark &New = Marks[M];
  if (New.Kind == MarkKind::Role || New.Kind == MarkKind::Iteration)
    return true;
  unsigned Parent = ~0u;
  std::string Roles;
  for (unsigned Around : Open)
    if (Marks[Around].Kind == MarkKind::Role)
      Roles += Marks[Around].Name + "/";
    else if (Marks[Around].Kind != MarkKind::Iteration && !isSpan(Around))
      Parent = Around;
  return Names.insert({Parent, Roles, New.Name}).second;
}

void FunctionMarks::open(unsigned M) {
  if (!nameIsFree(M))
    Out.report(Marks[M].Place, "a region named \"" + Marks[M].Name +
                                   "\" is already marked at this level; give this one "
                                   "another name");
  Out.Sited[M] = true;
  Open.push_back(M);
}

void FunctionMarks::beginSpan(unsigned M) {
  Span &S = Spans[Marks[M].Name];
  if (!S.Begins && !S.Ends)
    S.First = M;
  Out.SiteMark[M] = S.First;
  Out.Sited[M] = true;
  const bool Known = std::count(Open.begin(), Open.end(), S.First) != 0;
  if (Known && S.Open)
    Out.report(Marks[M].Place, "ARGUS_BEGIN of region '" + Marks[M].Name + "' (line " +
                                   std::to_string(Text.placeOf(Marks[M].Place).Line) +
                                   ") is reached while the region is open");
  S.Begins = S.Open = true;
  if (!Known)
    Open.push_back(S.First);
}

void FunctionMarks::endSpan(unsigned M) {
  Span &S = Spans[Marks[M].Name];
  if (!S.Begins && !S.Ends)
    S.First = M;
  Out.SiteMark[M] = S.First;
  Out.Sited[M] = true;
  S.Ends = true;
  S.Open = false;
  const auto At = std::find(Open.begin() + static_cast<std::ptrdiff_t>(BlockBase),
                            Open.end(), S.First);
  if (At != Open.end())
    Open.erase(At);
}

size_t FunctionMarks::beginBlock() {
  const size_t Outer = BlockBase;
  BlockBase = Open.size();
  return Outer;
}

void FunctionMarks::endBlock(size_t Outer) {
  for (size_t I = BlockBase; I < Open.size(); ++I)
    if (isSpan(Open[I]))
      Spans[Marks[Open[I]].Name].Left.push_back(Open[I]);
  Open.resize(BlockBase);
  BlockBase = Outer;
}

/// What is open by nesting: a jump may enter a span.
MarkStack FunctionMarks::lexical() const {
  MarkStack Stack;
  for (unsigned M : Open)
    if (!isSpan(M))
      Stack.push_back(M);
  return Stack;
}

std::string FunctionMarks::nameOf(unsigned M) const {
  if (Marks[M].Kind == MarkKind::Iteration)
    return "the counted loop";
  return (Marks[M].Kind == MarkKind::Role ? "role '" : "region '") + Marks[M].Name +
         "'";
}

/// The outermost mark that a jump enters.
static const unsigned *entered(const MarkStack &From, const MarkStack &To) {
  for (size_t I = 0; I < To.size(); ++I)
    if (I >= From.size() || From[I] != To[I])
      return &To[I];
  return nullptr;
}

void FunctionMarks::switchLabel(uint32_t Offset) {
  const MarkStack Here = lexical();
  if (Switches.empty())
    return;
  if (const unsigned *M = entered(Switches.back(), Here))
    Out.report(Offset, "this label of a switch lies inside " + nameOf(*M) +
                           ", and the switch jumps past its begin; mark what follows "
                           "the label");
}

void FunctionMarks::finish(std::vector<std::pair<std::string, SpanHalves>> &All) {
  for (const Jump &J : Jumps) {
    const auto Target = Labels.find(J.Label);
    const unsigned *M =
        Target == Labels.end() ? nullptr : entered(J.Around, Target->second);
    if (M)
      Out.report(J.Offset, "this jump enters " + nameOf(*M) +
                               " past its begin; jump to a label before it");
  }
  for (const auto &[Name, S] : Spans)
    All.push_back({Name, S});
}

} // namespace argus
