//===- MarkedTextWriter.h - the two texts for the compiler -------*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_NVCC_MARKEDTEXTWRITER_H
#define ARGUS_NVCC_MARKEDTEXTWRITER_H

#include "nvcc/MarkLayout.h"
#include "nvcc/SourceMarks.h"

namespace argus {

/// Writes Mapped and Lines. `Sites`: by mark, the number of its site.
void writeMapped(const TokenText &Text, const std::vector<Mark> &Marks,
                 const MarkLayout &Layout, const std::vector<unsigned> &Sites,
                 MarkedText &Out);

/// Writes Traced.
void writeTraced(const TokenText &Text, const std::vector<Mark> &Marks,
                 const MarkLayout &Layout, const std::vector<unsigned> &Sites,
                 MarkedText &Out);

} // namespace argus

#endif // ARGUS_NVCC_MARKEDTEXTWRITER_H
