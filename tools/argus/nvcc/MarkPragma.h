//===- MarkPragma.h - the text of one mark ----------------------*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_NVCC_MARKPRAGMA_H
#define ARGUS_NVCC_MARKPRAGMA_H

#include "argus/passes/MarkKind.h"
#include "nvcc/Tokens.h"
#include <optional>

namespace argus {

struct Mark {
  MarkKind Kind = MarkKind::Region;
  std::string Name;            ///< empty: an iteration mark
  uint32_t Token = 0;          ///< the pragma's, or the word `argus` of the attribute
  uint32_t Place = 0;          ///< offset of the word `argus`
  uint32_t Begin = 0, End = 0; ///< what is blanked in the text
  bool Usable = false;         ///< false: its text is wrong, which has been reported
};

struct MarkProblem {
  uint32_t Offset = 0;
  std::string Message;
};

/// All marks of a text, in its order, with those whose text is wrong.
std::vector<Mark> findMarks(const TokenText &Text, std::vector<MarkProblem> &Problems);

} // namespace argus

#endif // ARGUS_NVCC_MARKPRAGMA_H
