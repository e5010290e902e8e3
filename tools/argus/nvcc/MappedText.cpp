//===- MappedText.cpp - a text whose lines tell the marks -------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "nvcc/LineWriter.h"
#include "nvcc/MarkedTextWriter.h"

namespace argus {

void writeMapped(const TokenText &Text, const std::vector<Mark> &Marks,
                 const MarkLayout &Layout, const std::vector<unsigned> &Sites,
                 MarkedText &Out) {
  Out.Mapped = "# 1 \"" + textName(Out.Unit) + "\"\n";
  LineWriter Writer(Text.Text, Out.Mapped);
  Writer.write(Text, Marks, Layout, Sites,
               [](const Insertion &) { return std::string(); });
  Out.Lines = Writer.takeLines();
}

} // namespace argus
