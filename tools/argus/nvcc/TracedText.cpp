//===- TracedText.cpp - a text with markers in the code ---------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "argus/passes/MarkerCode.h"
#include "nvcc/LineWriter.h"
#include "nvcc/MarkedTextWriter.h"

namespace argus {

namespace {

// A variable's destructor is run on every way out of its block: return, break, continue
// and goto close a mark by themselves. Preprocessed text has no __forceinline__.
constexpr std::string_view ScopeClass =
    "template <unsigned N> struct __argus_scope { "
    "__attribute__((host)) __attribute__((device)) __inline__ "
    "__attribute__((always_inline)) __argus_scope() "
    "{ asm volatile(\".pragma \\\"argus.begin %0\\\";\" :: \"n\"(N) : \"memory\"); } "
    "__attribute__((host)) __attribute__((device)) __inline__ "
    "__attribute__((always_inline)) ~__argus_scope() "
    "{ asm volatile(\".pragma \\\"argus.end %0\\\";\" :: \"n\"(N) : \"memory\"); } "
    "};\n";

std::string markerText(const char *Kind, const std::string &Site) {
  return std::string("asm volatile(\".pragma \\\"argus.") + Kind + " " + Site +
         "\\\";\" ::: \"memory\"); ";
}

std::string textOf(Piece What, unsigned Site) {
  const std::string Number = std::to_string(Site);
  switch (What) {
  case Piece::Brace:
    return "{ ";
  case Piece::Scope:
    return " __argus_scope<" + Number + "> __argus_mark_" + Number + "; ";
  case Piece::Begin:
    return markerText("begin", Number);
  case Piece::End:
    return " " + markerText("end", Number);
  case Piece::Trip:
    return markerText("trip", Number);
  case Piece::Close:
    return " } ";
  case Piece::Inline:
    return "__inline__";
  case Piece::InlineAnywhere:
    return "__attribute__((host)) __attribute__((device)) __inline__";
  }
  return "";
}

} // namespace

void writeTraced(const TokenText &Text, const std::vector<Mark> &Marks,
                 const MarkLayout &Layout, const std::vector<unsigned> &Sites,
                 MarkedText &Out) {
  if (Out.Sites.empty() && Marks.empty()) {
    Out.Traced = Text.Text;
    return;
  }
  Out.Traced.reserve(Text.Text.size() + Text.Text.size() / 16 +
                     128 * Layout.Insertions.size() + ScopeClass.size());
  if (!Out.Sites.empty())
    Out.Traced = "# " + std::to_string(MarkerCodeLine) + " \"argus.marker\"\n" +
                 std::string(ScopeClass);
  Out.Traced += "# 1 \"argus.lines\"\n";
  LineWriter(Text.Text, Out.Traced)
      .write(Text, Marks, Layout, Sites,
             [&](const Insertion &I) { return textOf(I.What, Sites[I.Mark]); });
}

} // namespace argus
