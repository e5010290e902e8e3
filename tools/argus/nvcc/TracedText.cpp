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

/// Behind the number of a site: whose it is.
std::string ofUnit(const std::string &Unit) { return Unit.empty() ? "" : "@" + Unit; }

/// Units that nvlink optimises as one must not share it: its markers tell them apart.
std::string scopeName(const std::string &Unit) {
  return "__argus_scope" + (Unit.empty() ? "" : "_" + Unit);
}

// A variable's destructor is run on every way out of its block: return, break, continue
// and goto close a mark by themselves. Preprocessed text has no __forceinline__.
std::string scopeClass(const std::string &Unit) {
  const std::string Name = scopeName(Unit), Of = ofUnit(Unit);
  const std::string Inline = "__attribute__((host)) __attribute__((device)) __inline__ "
                             "__attribute__((always_inline)) ";
  const auto Marker = [&](const char *Kind) {
    return std::string("{ asm volatile(\".pragma \\\"argus.") + Kind + " %0" + Of +
           "\\\";\" :: \"n\"(N) : \"memory\"); } ";
  };
  return "template <unsigned N> struct " + Name + " { " + Inline + Name + "() " +
         Marker("begin") + Inline + "~" + Name + "() " + Marker("end") + "};\n";
}

std::string markerText(const char *Kind, const std::string &Site) {
  return std::string("asm volatile(\".pragma \\\"argus.") + Kind + " " + Site +
         "\\\";\" ::: \"memory\"); ";
}

std::string textOf(Piece What, unsigned Site, const std::string &Unit) {
  const std::string Number = std::to_string(Site), Marked = Number + ofUnit(Unit);
  switch (What) {
  case Piece::Brace:
    return "{ ";
  case Piece::Scope:
    return " " + scopeName(Unit) + "<" + Number + "> __argus_mark_" + Number + "; ";
  case Piece::Begin:
    return markerText("begin", Marked);
  case Piece::End:
    return " " + markerText("end", Marked);
  case Piece::Trip:
    return markerText("trip", Marked);
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
                     128 * Layout.Insertions.size());
  if (!Out.Sites.empty())
    Out.Traced = "# " + std::to_string(MarkerCodeLine) + " \"argus.marker\"\n" +
                 scopeClass(Out.Unit);
  Out.Traced += "# 1 \"" + textName(Out.Unit) + "\"\n";
  LineWriter(Text.Text, Out.Traced)
      .write(Text, Marks, Layout, Sites, [&](const Insertion &I) {
        return textOf(I.What, Sites[I.Mark], Out.Unit);
      });
}

} // namespace argus
