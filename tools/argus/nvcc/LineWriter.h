//===- LineWriter.h - lays a text out so that lines tell the marks -*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The mapped and the traced text have the same lines, so that one table tells the marks
// of either's `.loc`. What the traced text has more changes no line.
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_NVCC_LINEWRITER_H
#define ARGUS_NVCC_LINEWRITER_H

#include "nvcc/MarkLayout.h"
#include "nvcc/SourceMarks.h"
#include <functional>

namespace argus {

class LineWriter {
public:
  /// `Out`: where the text goes, behind what is in it.
  LineWriter(std::string_view Text, std::string &Out);

  /// Writes the text, with the mark's lines numbered from 1. `Put`: what takes the
  /// place of an insertion; it holds no newline. `Sites`: by mark, the number of its
  /// site.
  void write(const TokenText &Text, const std::vector<Mark> &Marks,
             const MarkLayout &Layout, const std::vector<unsigned> &Sites,
             const std::function<std::string(const Insertion &)> &Put);

  /// By line, from 1.
  std::vector<TextLine> takeLines() { return std::move(Lines); }

private:
  void copyTo(uint32_t End);
  void drop(uint32_t End, bool WholeLine);
  void follow(const LineMarker &M);
  void enter(std::vector<unsigned> Sites);
  void insert(const Insertion &I, const std::string &What);
  void newLine();

  std::string_view Text;
  std::string &Out;
  std::vector<TextLine> Lines;
  TextLine Current;
  uint32_t At = 0;
  bool Blank = true; ///< the line has nothing of the text yet
};

} // namespace argus

#endif // ARGUS_NVCC_LINEWRITER_H
