//===- MappedPtx.cpp - the PTX of a mapped build ----------------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MappedPtx.h"
#include "ContextInference.h"
#include "ContextNumbers.h"
#include "llvm/ADT/SmallVector.h"

using namespace llvm;

namespace argus {

static bool isDebugLabel(StringRef Line) {
  return Line.starts_with("$") && Line.ends_with(":") &&
         (Line.starts_with("$L__tmp") || Line.starts_with("$L__func_begin") ||
          Line.starts_with("$L__func_end"));
}

std::string withoutDebugLabels(StringRef Ptx) {
  std::string Out;
  Out.reserve(Ptx.size());
  while (!Ptx.empty()) {
    StringRef Line;
    std::tie(Line, Ptx) = Ptx.split('\n');
    if (isDebugLabel(Line.trim()))
      continue;
    Out += Line;
    Out += '\n';
  }
  return Out;
}

namespace {

class Printer {
public:
  explicit Printer(StringRef Ptx, std::vector<Context> &Contexts) : Tree(Contexts) {
    Ptx.split(Lines, '\n');
    if (!Lines.empty() && Lines.back().empty())
      Lines.pop_back();
    Out.reserve(Ptx.size() + Ptx.size() / 4);
    for (StringRef Line : Lines)
      if (unsigned Row; parseLoc(trimPtx(Line), File, Row))
        break;
  }

  std::string print() {
    for (size_t I = 0; I < Lines.size(); ++I) {
      if (!Lines[I].starts_with("{")) {
        printLine(I);
        continue;
      }
      size_t End = I;
      PtxBody Body = readPtxBody(Lines, End);
      inferContexts(Body, Tree);
      printBody(I, End, Body);
      I = End;
    }
    return std::move(Out);
  }

private:
  void printLine(size_t I) {
    if (!isDebugLabel(trimPtx(Lines[I])))
      printText(Lines[I]);
  }

  void printText(StringRef Line) {
    Out.append(Line.data(), Line.size());
    Out += '\n';
  }

  /// A `.loc` where the context changes. The first stands for what ptxas adds in front.
  void printBody(size_t Begin, size_t End, const PtxBody &Body) {
    unsigned Unit = 0, Current = 0;
    bool Assembly = false;
    for (size_t I = Begin; I <= End && I < Lines.size(); ++I) {
      const StringRef Text = trimPtx(Lines[I]);
      Assembly |= Text.starts_with("// begin inline asm");
      if (unsigned Of, Row; !Assembly && parseLoc(Text, Of, Row))
        continue;
      Assembly &= !Text.starts_with("// end inline asm");
      if (Unit < Body.Units.size() && Body.Units[Unit].FirstLine == I) {
        if (Unit == 0)
          printLoc(EntryContext);
        if (Body.Units[Unit].Context != Current)
          printLoc(Current = Body.Units[Unit].Context);
        ++Unit;
      }
      if (!isDebugLabel(Text))
        printText(Lines[I]);
    }
  }

  void printLoc(unsigned Number) {
    Out += "\t.loc\t";
    Out += std::to_string(File);
    Out += ' ';
    Out += std::to_string(Number);
    Out += " 0\n";
  }

  ContextTree Tree;
  SmallVector<StringRef, 0> Lines;
  unsigned File = 1; ///< that `.loc` lines name
  std::string Out;
};

} // namespace

std::string finishMappedPtx(StringRef Ptx, std::vector<Context> &Contexts) {
  return Printer(Ptx, Contexts).print();
}

} // namespace argus
