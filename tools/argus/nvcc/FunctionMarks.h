//===- FunctionMarks.h - the marks of one function --------------*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is open at the place that is being read, and what can be wrong with it: names
// that are taken, jumps into marks, halves of spans.
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_NVCC_FUNCTIONMARKS_H
#define ARGUS_NVCC_FUNCTIONMARKS_H

#include "nvcc/MarkLayout.h"
#include <set>
#include <tuple>

namespace argus {

/// The halves of the spans of a text, for those that begin and end in two functions.
struct SpanHalves {
  unsigned First = 0; ///< mark
  bool Begins = false, Ends = false;
  std::vector<unsigned> Left; ///< begins whose block has no end
};

class FunctionMarks {
public:
  FunctionMarks(const TokenText &Text, const std::vector<Mark> &Marks, MarkLayout &Out)
      : Text(Text), Marks(Marks), Out(Out) {}

  /// Opens a mark that the code's nesting closes; reports a name that is taken.
  void open(unsigned M);
  void beginSpan(unsigned M);
  void endSpan(unsigned M);

  const MarkStack &stack() const { return Open; }
  /// A block begins here; at its end, what is open is what was.
  size_t beginBlock();
  void endBlock(size_t Outer);
  void close(size_t Depth) { Open.resize(Depth); }

  void label(std::string_view Name) { Labels[std::string(Name)] = lexical(); }
  void jump(std::string_view Label, uint32_t Offset) {
    Jumps.push_back({std::string(Label), Offset, lexical()});
  }
  void beginSwitch() { Switches.push_back(lexical()); }
  void endSwitch() { Switches.pop_back(); }
  void switchLabel(uint32_t Offset);

  /// The function ends: reports jumps and spans; adds its spans that have one half.
  void finish(std::vector<std::pair<std::string, SpanHalves>> &Spans);

private:
  struct Span : SpanHalves {
    bool Open = false; ///< since the last half that was read
  };
  struct Jump {
    std::string Label;
    uint32_t Offset;
    MarkStack Around;
  };

  bool isSpan(unsigned M) const {
    return Marks[M].Kind == MarkKind::Begin || Marks[M].Kind == MarkKind::End;
  }
  MarkStack lexical() const;
  bool nameIsFree(unsigned M);
  std::string nameOf(unsigned M) const;

  const TokenText &Text;
  const std::vector<Mark> &Marks;
  MarkLayout &Out;
  MarkStack Open;
  size_t BlockBase = 0; ///< how many were open when the innermost block began
  std::set<std::tuple<unsigned, std::string, std::string>> Names;
  std::map<std::string, MarkStack> Labels;
  std::vector<Jump> Jumps;
  std::vector<MarkStack> Switches;
  std::map<std::string, Span> Spans;
};

} // namespace argus

#endif // ARGUS_NVCC_FUNCTIONMARKS_H
