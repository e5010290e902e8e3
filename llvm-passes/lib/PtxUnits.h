//===- PtxUnits.h - what the PTX of a function reads and writes ---*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A light reader of the PTX that LLVM prints, one statement a line. A module of a
// million instructions goes through here for each mapped build, so it keeps no text,
// and looks at no more than registers and `.loc`.
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_PASSES_PTXUNITS_H
#define ARGUS_PASSES_PTXUNITS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include <vector>

namespace argus {

/// An instruction, or all of one inline assembly.
struct PtxUnit {
  unsigned FirstLine = 0; ///< index in the lines given
  unsigned Context = 0;   ///< line of the `.loc` above; 0: none
  unsigned Defs = 0;      ///< begin of the registers written, in Registers
  unsigned Uses = 0;      ///< begin of those read
  unsigned End = 0;       ///< end of those read
  bool Jump = false;
};

struct PtxBody {
  std::vector<PtxUnit> Units;
  std::vector<unsigned> Registers;
  unsigned RegisterCount = 0;
  llvm::StringMap<unsigned> Labels;                 ///< -> the unit behind
  llvm::DenseMap<unsigned, llvm::StringRef> Target; ///< of a jump, by unit

  llvm::ArrayRef<unsigned> defs(const PtxUnit &U) const {
    return llvm::ArrayRef(Registers).slice(U.Defs, U.Uses - U.Defs);
  }
  llvm::ArrayRef<unsigned> uses(const PtxUnit &U) const {
    return llvm::ArrayRef(Registers).slice(U.Uses, U.End - U.Uses);
  }
};

/// Reads a function's body. `Line` is the index of the line with its opening brace, and
/// then of the one with the closing brace.
PtxBody readPtxBody(llvm::ArrayRef<llvm::StringRef> Lines, size_t &Line);

/// Without the blanks around it.
inline llvm::StringRef trimPtx(llvm::StringRef Line) {
  const auto Blank = [](char C) { return C == ' ' || C == '\t' || C == '\r'; };
  while (!Line.empty() && Blank(Line.front()))
    Line = Line.drop_front();
  while (!Line.empty() && Blank(Line.back()))
    Line = Line.drop_back();
  return Line;
}

/// The file and line of a `.loc` directive; false for any other text.
bool parseLoc(llvm::StringRef Text, unsigned &File, unsigned &Line);

} // namespace argus

#endif // ARGUS_PASSES_PTXUNITS_H
