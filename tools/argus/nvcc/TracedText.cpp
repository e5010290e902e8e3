//===- TracedText.cpp - a text with markers in the code ---------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "nvcc/MarkedTextWriter.h"
#include <algorithm>

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

class TracedWriter {
public:
  TracedWriter(std::string_view Text, std::string &Out) : Text(Text), Out(Out) {}

  void copyTo(uint32_t End) {
    if (At < End)
      Out.append(Text, At, End - At);
    At = std::max(At, End);
  }
  void put(const std::string &Piece) { Out += Piece; }
  /// Newlines stay, so that the lines of messages do.
  void drop(uint32_t End) {
    Out += ' ';
    for (; At < End; ++At)
      if (Text[At] == '\n')
        Out += '\n';
  }

private:
  std::string_view Text;
  std::string &Out;
  uint32_t At = 0;
};

} // namespace

void writeTraced(const TokenText &Text, const std::vector<Mark> &Marks,
                 const MarkLayout &Layout, const std::vector<unsigned> &Sites,
                 MarkedText &Out) {
  if (Out.Sites.empty() && Marks.empty()) {
    Out.Traced = Text.Text;
    return;
  }
  std::vector<Insertion> Insertions = Layout.Insertions;
  std::stable_sort(
      Insertions.begin(), Insertions.end(),
      [](const Insertion &A, const Insertion &B) { return A.Offset < B.Offset; });
  Out.Traced.reserve(Text.Text.size() + 128 * Insertions.size() + ScopeClass.size());
  Out.Traced = Out.Sites.empty() ? std::string_view() : ScopeClass;
  TracedWriter Writer(Text.Text, Out.Traced);
  auto Next = Marks.begin();
  const auto DropUntil = [&](uint32_t Offset) {
    for (; Next != Marks.end() && Next->Begin < Offset; ++Next) {
      Writer.copyTo(Next->Begin);
      Writer.drop(Next->End);
    }
  };
  for (const Insertion &I : Insertions) {
    DropUntil(I.Offset);
    Writer.copyTo(I.Offset);
    Writer.put(textOf(I.What, Sites[I.Mark]));
    if (I.OwnLine)
      Writer.put("\n");
    if (I.What == Piece::Inline || I.What == Piece::InlineAnywhere)
      Writer.drop(I.Offset + std::string_view("constexpr").size());
  }
  DropUntil(Text.Text.size());
  Writer.copyTo(Text.Text.size());
}

} // namespace argus
