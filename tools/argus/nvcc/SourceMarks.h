//===- SourceMarks.h - marks in preprocessed CUDA text ----------*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// nvcc's device compiler ignores `#pragma argus` and `[[argus::region]]`. Its input is
// preprocessed text, in which both still stand; from there the marks are read, by the
// rules and with the messages that the plugin has for clang, and two texts are made for
// the compiler: one whose lines tell the marks, and one with markers in the code.
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_NVCC_SOURCEMARKS_H
#define ARGUS_NVCC_SOURCEMARKS_H

#include "argus/passes/RegionTable.h"
#include <string>
#include <string_view>
#include <vector>

namespace argus {

/// A line of the mapped text.
struct TextLine {
  unsigned File = 0,
           Line = 0; ///< where it comes from; File: index in MarkedText::Files
  /// The sites open there within its function's body, outermost first. A lambda's body
  /// is a function of its own: what is open around the lambda does not count in it.
  std::vector<unsigned> Sites;
};

struct SourceProblem {
  std::string File;
  unsigned Line = 0, Column = 0; ///< from 1
  bool Error = true;             ///< else a note: the text is usable
  std::string Message;
};

struct MarkedText {
  /// The unit's name in both texts' `.file` and in the markers, where units are to be
  /// told apart after nvlink has made one PTX of them; else empty.
  std::string Unit;
  std::vector<RegionSite> Sites; ///< in order of appearance in the text
  std::vector<std::string> Files;

  /// The same tokens, without the marks and without line markers but one at the top;
  /// each line lies in one set of open sites. `.loc` numbers lines as Lines does.
  std::string Mapped;
  std::vector<TextLine>
      Lines; ///< by line number, from 1; the line of the marker is none

  /// With markers: `.pragma "argus.begin N"`, `argus.end N` and `argus.trip N` in the
  /// PTX, N an index in Sites, on every path. Its lines are those of Mapped; what the
  /// markers are made of stands in line MarkerCodeLine. Equal to the text where nothing
  /// is marked.
  std::string Traced;

  std::vector<SourceProblem> Problems; ///< with errors among them, trust nothing else
};

/// Reads the output of nvcc's device preprocessing. `MainFile`: what stands before the
/// first line marker is of this file. Text: up to 4 GiB. Throws nothing: what is wrong
/// with the marks is in Problems, what is wrong with the code is the compiler's to say.
/// `Unit`: MarkedText::Unit, letters and digits.
MarkedText readMarks(std::string_view Preprocessed, const std::string &MainFile,
                     const std::string &Unit = "");

/// What `.file` calls the text of a unit, behind the directory of the compile.
std::string textName(const std::string &Unit);

} // namespace argus

#endif // ARGUS_NVCC_SOURCEMARKS_H
