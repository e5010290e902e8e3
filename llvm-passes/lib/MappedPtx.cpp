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

constexpr StringLiteral ContextFile = "<argus contexts>";

SmallVector<StringRef, 0> linesOf(StringRef Ptx) {
  SmallVector<StringRef, 0> Lines;
  Lines.reserve(Ptx.count('\n') + 1);
  while (!Ptx.empty()) {
    const size_t End = Ptx.find('\n');
    Lines.push_back(Ptx.take_front(End));
    Ptx = End == StringRef::npos ? "" : Ptx.drop_front(End + 1);
  }
  return Lines;
}

/// A function's body and where it is among the lines.
struct Located {
  size_t Begin, End; ///< the lines of its braces
  PtxBody Body;
};

std::vector<Located> bodiesOf(ArrayRef<StringRef> Lines) {
  std::vector<Located> Bodies;
  for (size_t I = 0; I < Lines.size(); ++I) {
    // What is in a section is no code.
    if (!Lines[I].starts_with("{"))
      continue;
    size_t End = I;
    PtxBody Body = readPtxBody(Lines, End);
    Bodies.push_back({I, End, std::move(Body)});
    I = End;
  }
  return Bodies;
}

StringRef codeOf(StringRef Line) { return Line.split("//").first.trim(); }

/// The first line of code in which two bodies differ; empty where they do not.
std::string difference(ArrayRef<StringRef> Lines, const PtxBody &Body,
                       ArrayRef<StringRef> UsersLines, const PtxBody &Users) {
  const size_t Common = std::min(Body.Units.size(), Users.Units.size());
  for (size_t I = 0; I < Common; ++I) {
    const StringRef Code = codeOf(Lines[Body.Units[I].FirstLine]);
    if (Code != codeOf(UsersLines[Users.Units[I].FirstLine]))
      return Code.str();
  }
  return Body.Units.size() == Users.Units.size() ? "" : "(the number of instructions)";
}

class Printer {
public:
  /// With KeepLabels, the text is the user's, and the contexts' file is one more.
  Printer(ArrayRef<StringRef> Lines, bool KeepLabels)
      : Lines(Lines), KeepLabels(KeepLabels) {
    unsigned Last = 0;
    for (StringRef Line : Lines) {
      unsigned Number;
      StringRef Text = trimPtx(Line);
      if (Text.consume_front(".file") && !Text.ltrim().consumeInteger(10, Number))
        Last = std::max(Last, Number);
    }
    File = KeepLabels ? Last + 1 : std::max(Last, 1u);
    LocWord = "\t.loc\t" + std::to_string(File) + " ";
  }

  std::string print(ArrayRef<Located> Bodies) {
    if (!Lines.empty())
      Out.reserve(Lines.back().end() - Lines.front().begin());
    size_t Next = 0;
    for (const Located &B : Bodies) {
      while (Next < B.Begin)
        printLine(Next++);
      printBody(B);
      Next = B.End + 1;
    }
    while (Next < Lines.size())
      printLine(Next++);
    if (KeepLabels)
      Out += ("\t.file\t" + Twine(File) + " \"" + ContextFile + "\"\n").str();
    return std::move(Out);
  }

private:
  void printLine(size_t I) {
    if (KeepLabels || !isDebugLabel(trimPtx(Lines[I])))
      printText(Lines[I]);
  }

  void printText(StringRef Line) {
    Out.append(Line.data(), Line.size());
    Out += '\n';
  }

  /// A `.loc` where the context changes. The first stands for what ptxas adds in front.
  void printBody(const Located &B) {
    const std::vector<PtxUnit> &Units = B.Body.Units;
    unsigned Unit = 0, Current = 0;
    bool Assembly = false;
    for (size_t I = B.Begin; I <= B.End && I < Lines.size(); ++I) {
      const StringRef Text = trimPtx(Lines[I]);
      if (Text.starts_with("//")) {
        Assembly |= Text.starts_with("// begin inline asm");
        Assembly &= !Text.starts_with("// end inline asm");
      } else if (unsigned Of, Row; !Assembly && parseLoc(Text, Of, Row))
        continue;
      if (Unit < Units.size() && Units[Unit].FirstLine == I) {
        if (Unit == 0)
          printLoc(EntryContext);
        if (Units[Unit].Context != Current)
          printLoc(Current = Units[Unit].Context);
        ++Unit;
      }
      printLine(I);
    }
  }

  void printLoc(unsigned Number) {
    Out += LocWord;
    Out += std::to_string(Number);
    Out += " 0\n";
  }

  ArrayRef<StringRef> Lines;
  bool KeepLabels;
  unsigned File; ///< that `.loc` lines name
  std::string LocWord;
  std::string Out;
};

} // namespace

Expected<std::string> finishMappedPtx(StringRef Ptx, std::vector<Context> &Contexts,
                                      StringRef Users) {
  const SmallVector<StringRef, 0> Lines = linesOf(Ptx);
  std::vector<Located> Bodies = bodiesOf(Lines);
  ContextTree Tree(Contexts);
  for (Located &B : Bodies)
    inferContexts(B.Body, Tree);
  if (Users.empty())
    return Printer(Lines, /*KeepLabels=*/false).print(Bodies);

  const SmallVector<StringRef, 0> UsersLines = linesOf(Users);
  std::vector<Located> UsersBodies = bodiesOf(UsersLines);
  if (Bodies.size() != UsersBodies.size())
    return createStringError(std::errc::invalid_argument,
                             "the build with debug information has other functions");
  for (auto [Mapped, Of] : zip(Bodies, UsersBodies)) {
    const std::string Differs = difference(Lines, Mapped.Body, UsersLines, Of.Body);
    if (!Differs.empty())
      return createStringError(std::errc::invalid_argument,
                               "the build with debug information differs at '%s'",
                               Differs.c_str());
    for (auto [From, To] : zip(Mapped.Body.Units, Of.Body.Units))
      To.Context = From.Context;
  }
  return Printer(UsersLines, /*KeepLabels=*/true).print(UsersBodies);
}

} // namespace argus
