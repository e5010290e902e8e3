//===- MappedText.cpp - a text whose lines tell the marks -------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "nvcc/MarkedTextWriter.h"
#include <algorithm>
#include <cstring>

namespace argus {

namespace {

/// What happens at an offset of the text.
struct Edit {
  enum Kind : uint8_t { Marker, Blank, Border } What;
  uint32_t Begin, End; ///< what goes
  unsigned Index;      ///< of the marker, or of the set of marks
};

class MappedWriter {
public:
  MappedWriter(std::string_view Text, MarkedText &Out) : Text(Text), Out(Out) {
    Out.Mapped = "# 1 \"argus.lines\"\n";
    Out.Mapped.reserve(Text.size() + Text.size() / 16);
    Out.Lines.reserve(Text.size() / 24);
    Out.Lines.emplace_back();
    Current.Line = 1;
    Out.Lines.push_back(Current);
    LineBegin = Out.Mapped.size();
  }

  void copyTo(uint32_t End) {
    while (At < End) {
      const void *Found = std::memchr(Text.data() + At, '\n', End - At);
      if (!Found) {
        Out.Mapped.append(Text, At, End - At);
        At = End;
        return;
      }
      const size_t Newline = static_cast<const char *>(Found) - Text.data();
      Out.Mapped.append(Text, At, Newline - At);
      At = Newline + 1;
      ++Current.Line;
      newLine();
    }
  }

  /// Drops what goes; its newlines stay, and a blank where it stood in a line.
  void drop(uint32_t End, bool WholeLine) {
    if (!WholeLine)
      Out.Mapped += ' ';
    for (; At < End; ++At)
      if (Text[At] == '\n') {
        ++Current.Line;
        newLine();
      }
  }

  /// The line behind the one that the next newline ends.
  void follow(const LineMarker &M) {
    Current.File = M.File;
    Current.Line = M.Line - 1;
  }

  /// From here on, these sites are open; what is in the line already stays before.
  void enter(std::vector<unsigned> Sites) {
    Current.Sites = std::move(Sites);
    const bool Empty =
        Out.Mapped.find_first_not_of(" \t", LineBegin) == std::string::npos;
    if (Empty)
      Out.Lines.back() = Current;
    else
      newLine();
  }

private:
  void newLine() {
    Out.Mapped += '\n';
    Out.Lines.push_back(Current);
    LineBegin = Out.Mapped.size();
  }

  std::string_view Text;
  MarkedText &Out;
  TextLine Current;
  uint32_t At = 0;
  size_t LineBegin = 0;
};

/// All edits in the order of the text.
std::vector<Edit> editsOf(const TokenText &Text, const std::vector<Mark> &Marks,
                          const MarkLayout &Layout) {
  std::vector<Edit> Edits;
  Edits.reserve(Text.Markers.size() + Marks.size() + Layout.Boundaries.size());
  for (unsigned I = 0; I < Text.Markers.size(); ++I)
    Edits.push_back({Edit::Marker, Text.Markers[I].Begin, Text.Markers[I].End, I});
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

} // namespace

void writeMapped(const TokenText &Text, const std::vector<Mark> &Marks,
                 const MarkLayout &Layout, const std::vector<unsigned> &Sites,
                 MarkedText &Out) {
  MappedWriter Writer(Text.Text, Out);
  for (const Edit &E : editsOf(Text, Marks, Layout)) {
    Writer.copyTo(E.Begin);
    if (E.What == Edit::Border) {
      Writer.enter(sitesOf(Layout.Sets[E.Index], Sites));
      continue;
    }
    Writer.drop(E.End, Text.Text[E.Begin] == '#');
    if (E.What == Edit::Marker)
      Writer.follow(Text.Markers[E.Index]);
  }
  Writer.copyTo(Text.Text.size());
}

} // namespace argus
