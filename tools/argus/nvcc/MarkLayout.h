//===- MarkLayout.h - where in a text which marks are open ------*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_NVCC_MARKLAYOUT_H
#define ARGUS_NVCC_MARKLAYOUT_H

#include "nvcc/MarkPragma.h"
#include <map>

namespace argus {

/// Marks by index, outermost first.
using MarkStack = std::vector<unsigned>;

/// From this offset on, these marks are open.
struct Boundary {
  uint32_t Offset = 0;
  unsigned Set = 0; ///< index in MarkLayout::Sets
};

enum class Piece : uint8_t {
  Brace,          ///< {
  Scope,          ///< a variable whose life is the mark's
  Begin,          ///< a marker
  End,            ///< a marker
  Trip,           ///< a marker
  Close,          ///< }
  Inline,         ///< in the place of `constexpr`
  InlineAnywhere, ///< the same, of a function without CUDA's attributes
};

/// What the traced text has more at an offset.
struct Insertion {
  uint32_t Offset = 0;
  Piece What = Piece::Close;
  unsigned Mark = 0;
  bool OwnLine = false; ///< a directive follows, which must begin a line
};

struct LayoutProblem {
  uint32_t Offset = 0;
  bool Error = true;
  std::string Message;
};

/// What reading the code tells of its marks.
struct MarkLayout {
  std::vector<MarkStack> Sets{{}};
  std::vector<Boundary> Boundaries;  ///< ascending
  std::vector<Insertion> Insertions; ///< at one offset in the order of the text
  std::vector<LayoutProblem> Problems;
  /// By mark: the mark whose site is its own: the first half of a span, else itself.
  std::vector<unsigned> SiteMark;
  std::vector<bool> Read;  ///< by mark: it marks something, or was reported
  std::vector<bool> Sited; ///< by mark: it is in effect

  void boundary(uint32_t Offset, const MarkStack &Open);
  void insert(uint32_t Offset, Piece What, unsigned Mark = 0, bool OwnLine = false) {
    Insertions.push_back({Offset, What, Mark, OwnLine});
  }
  void report(uint32_t Offset, std::string Message, bool Error = true) {
    Problems.push_back({Offset, Error, std::move(Message)});
  }

private:
  std::map<MarkStack, unsigned> Numbers{{{}, 0}};
};

} // namespace argus

#endif // ARGUS_NVCC_MARKLAYOUT_H
