//===- LineWriter.cpp - lays a text out so that lines tell the marks ---------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "nvcc/LineWriter.h"
#include <algorithm>
#include <cstring>

namespace argus {

namespace {

/// What happens at an offset of the text.
struct Edit {
  enum Kind : uint8_t { Marker, Insert, Blank, Border } What;
  uint32_t Begin, End; ///< what goes
  unsigned Index;      ///< of the marker, the insertion, or the set of marks
};

/// All edits in the order of the text.
std::vector<Edit> editsOf(const TokenText &Text, const std::vector<Mark> &Marks,
                          const MarkLayout &Layout) {
  std::vector<Edit> Edits;
  Edits.reserve(Text.Markers.size() + Marks.size() + Layout.Boundaries.size() +
                Layout.Insertions.size());
  for (unsigned I = 0; I < Text.Markers.size(); ++I)
    Edits.push_back({Edit::Marker, Text.Markers[I].Begin, Text.Markers[I].End, I});
  // What is put behind a token stands before the border behind that token.
  for (unsigned I = 0; I < Layout.Insertions.size(); ++I)
    Edits.push_back(
        {Edit::Insert, Layout.Insertions[I].Offset, Layout.Insertions[I].Offset, I});
  for (const Mark &M : Marks)
    Edits.push_back({Edit::Blank, M.Begin, M.End, 0});
  for (const Boundary &B : Layout.Boundaries)
    Edits.push_back({Edit::Border, B.Offset, B.Offset, B.Set});
  std::stable_sort(Edits.begin(), Edits.end(),
                   [](const Edit &A, const Edit &B) { return A.Begin < B.Begin; });
  return Edits;
}

std::vector<unsigned> sitesOf(const MarkStack &Stack,
                              const std::vector<unsigned> &Sites) {
  std::vector<unsigned> Of;
  for (unsigned M : Stack)
    Of.push_back(Sites[M]);
  return Of;
}

bool isBlank(std::string_view Text) {
  return Text.find_first_not_of(" \t") == std::string_view::npos;
}

} // namespace

LineWriter::LineWriter(std::string_view Text, std::string &Out) : Text(Text), Out(Out) {
  Out.reserve(Out.size() + Text.size() + Text.size() / 16);
  Lines.reserve(Text.size() / 24);
  Lines.emplace_back();
  Current.Line = 1;
  Lines.push_back(Current);
}

void LineWriter::write(const TokenText &Tokens, const std::vector<Mark> &Marks,
                       const MarkLayout &Layout, const std::vector<unsigned> &Sites,
                       const std::function<std::string(const Insertion &)> &Put) {
  for (const Edit &E : editsOf(Tokens, Marks, Layout)) {
    copyTo(E.Begin);
    if (E.What == Edit::Border) {
      enter(sitesOf(Layout.Sets[E.Index], Sites));
    } else if (E.What == Edit::Insert) {
      insert(Layout.Insertions[E.Index], Put(Layout.Insertions[E.Index]));
    } else {
      drop(E.End, Text[E.Begin] == '#');
      if (E.What == Edit::Marker)
        follow(Tokens.Markers[E.Index]);
    }
  }
  copyTo(Text.size());
}

void LineWriter::copyTo(uint32_t End) {
  while (At < End) {
    const void *Found = std::memchr(Text.data() + At, '\n', End - At);
    const size_t Newline =
        Found ? static_cast<const char *>(Found) - Text.data() : size_t(End);
    const std::string_view Copied = Text.substr(At, Newline - At);
    Out += Copied;
    Blank = Blank && isBlank(Copied);
    At = Newline;
    if (!Found)
      return;
    ++At;
    ++Current.Line;
    newLine();
  }
}

/// Drops what goes; its newlines stay, and a blank where it stood in a line.
void LineWriter::drop(uint32_t End, bool WholeLine) {
  if (!WholeLine)
    Out += ' ';
  for (; At < End; ++At)
    if (Text[At] == '\n') {
      ++Current.Line;
      newLine();
    }
}

/// The line behind the one that the next newline ends.
void LineWriter::follow(const LineMarker &M) {
  Current.File = M.File;
  Current.Line = M.Line - 1;
}

/// From here on, these sites are open; what is in the line already stays before.
void LineWriter::enter(std::vector<unsigned> Sites) {
  Current.Sites = std::move(Sites);
  if (Blank)
    Lines.back() = Current;
  else
    newLine();
}

void LineWriter::insert(const Insertion &I, const std::string &What) {
  Out += What;
  if (I.OwnLine)
    newLine();
  if (What.empty() || (I.What != Piece::Inline && I.What != Piece::InlineAnywhere))
    return;
  Out += ' ';
  At = I.Offset + std::string_view("constexpr").size();
  Blank = false;
}

void LineWriter::newLine() {
  Out += '\n';
  Lines.push_back(Current);
  Blank = true;
}

} // namespace argus
