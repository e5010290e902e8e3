//===- PtxUnits.cpp - what the PTX of a function reads and writes -----------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PtxUnits.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace argus {

/// Takes a number off the front; false where there is none.
static bool takeNumber(StringRef &Text, unsigned &Number) {
  size_t I = 0;
  while (I < Text.size() && (Text[I] == ' ' || Text[I] == '\t'))
    ++I;
  const size_t Begin = I;
  Number = 0;
  for (; I < Text.size() && isDigit(Text[I]); ++I)
    Number = Number * 10 + (Text[I] - '0');
  Text = Text.drop_front(I);
  return I > Begin;
}

bool parseLoc(StringRef Text, unsigned &File, unsigned &Line) {
  return Text.starts_with(".") && Text.consume_front(".loc") &&
         takeNumber(Text, File) && takeNumber(Text, Line);
}

namespace {

/// Whether the first operand, where it is a register, is read: what has no result.
bool writesNothing(StringRef Mnemonic) {
  static constexpr StringLiteral Stems[] = {
      "st",   "red",   "bra",  "brx",      "bar",        "barrier",   "call",
      "exit", "fence", "ret",  "stmatrix", "setmaxnreg", "nanosleep", "trap",
      "cp",   "wgmma", "sust", "prefetch", "membar",     "discard"};
  return is_contained(Stems, Mnemonic.take_front(Mnemonic.find('.')));
}

/// Up to a blank, colon or semicolon.
size_t wordLength(StringRef Text) {
  size_t I = 0;
  while (I < Text.size() && Text[I] != ' ' && Text[I] != '\t' && Text[I] != ':' &&
         Text[I] != ';')
    ++I;
  return I;
}

StringRef withoutComment(StringRef Text) {
  for (size_t At = Text.find('/'); At != StringRef::npos; At = Text.find('/', At + 1))
    if (Text.substr(At).starts_with("//"))
      return Text.take_front(At);
  return Text;
}

class BodyReader {
public:
  BodyReader(ArrayRef<StringRef> Lines, size_t &At) : Lines(Lines), At(At) {}

  PtxBody read() {
    unsigned Depth = 0;
    for (; At < Lines.size(); ++At) {
      const StringRef Text = trimPtx(Lines[At]);
      if (Text.starts_with("// begin inline asm"))
        readAssembly();
      else if (isWholeBlock(Text))
        readWholeBlock(Text);
      else if (Text.starts_with("{"))
        ++Depth;
      else if (Text.starts_with("}")) {
        if (--Depth == 0)
          break;
      } else
        readLine(Text);
    }
    return std::move(Body);
  }

private:
  /// "{ .reg .b32 tmp; mov.b64 {tmp, %r1}, %rd2; }": how LLVM prints some instructions.
  static bool isWholeBlock(StringRef Text) {
    if (!Text.starts_with("{"))
      return false;
    Text = withoutComment(Text);
    return Text.count('{') == Text.count('}');
  }

  void readLine(StringRef Text) {
    unsigned File = 0;
    if (Text.starts_with(".")) {
      unsigned Line = 0;
      if (parseLoc(Text, File, Line))
        Context = Line;
      return;
    }
    if (Text.empty() || Text.starts_with("//"))
      return;
    // A label, or the prototype of an indirect call, which has a label's form.
    const size_t Word = wordLength(Text);
    if (trimPtx(Text.drop_front(Word)).starts_with(":")) {
      Body.Labels[Text.take_front(Word)] = Body.Units.size();
      while (Text.contains(".callprototype") && !Lines[At].contains(';') &&
             At + 1 < Lines.size())
        ++At;
      return;
    }
    readInstruction(Text);
  }

  PtxUnit &begin() {
    PtxUnit &U = Body.Units.emplace_back();
    U.FirstLine = At;
    U.Context = Context;
    U.Defs = U.Uses = U.End = Body.Registers.size();
    return U;
  }

  void readInstruction(StringRef Text) {
    PtxUnit &U = begin();
    Text = withoutComment(Text);
    StringRef Guard;
    if (Text.starts_with("@"))
      std::tie(Guard, Text) = Text.split(Text.find('\t') < Text.find(' ') ? '\t' : ' ');
    Text = trimPtx(Text);
    const size_t Word = wordLength(Text);
    const StringRef Mnemonic = Text.take_front(Word);
    StringRef Operands = trimPtx(Text.drop_front(Word));
    if (!writesNothing(Mnemonic) && !Operands.starts_with("[")) {
      const size_t Length = firstOperand(Operands);
      addRegisters(Operands.take_front(Length));
      Operands = Operands.drop_front(Length);
    }
    U.Uses = Body.Registers.size();
    addRegisters(Guard);
    addRegisters(Operands);
    if (Mnemonic == "bra" || Mnemonic == "bra.uni") {
      U.Jump = true;
      Body.Target[Body.Units.size() - 1] =
          Operands.take_until([](char C) { return C == ';' || C == ' '; });
    }
    while (!Lines[At].contains(';') && At + 1 < Lines.size())
      addRegisters(withoutComment(Lines[++At]));
    U.End = Body.Registers.size();
  }

  static size_t firstOperand(StringRef Operands) {
    int Depth = 0;
    for (size_t I = 0; I < Operands.size(); ++I)
      switch (Operands[I]) {
      case '{':
      case '[':
      case '(':
        ++Depth;
        break;
      case '}':
      case ']':
      case ')':
        --Depth;
        break;
      case ',':
      case ';':
        if (Depth == 0)
          return I;
      }
    return Operands.size();
  }

  void readAssembly() {
    PtxUnit &U = begin();
    for (; At + 1 < Lines.size(); ++At) {
      if (trimPtx(Lines[At]).starts_with("// end inline asm"))
        break;
      addRegisters(withoutComment(Lines[At]));
    }
    useAllRegisters(U);
  }

  void readWholeBlock(StringRef Text) {
    PtxUnit &U = begin();
    addRegisters(withoutComment(Text));
    useAllRegisters(U);
  }

  /// What is written and what is read cannot be told without the template's
  /// constraints, which are gone: each register counts as both.
  void useAllRegisters(PtxUnit &U) {
    U.Uses = Body.Registers.size();
    for (unsigned I = U.Defs; I < U.Uses; ++I)
      Body.Registers.push_back(unsigned(Body.Registers[I]));
    U.End = Body.Registers.size();
  }

  void addRegisters(StringRef Text) {
    for (size_t I = Text.find('%'); I != StringRef::npos; I = Text.find('%', I)) {
      // Up to five letters and a number, packed: "%rd12". Others meet by chance at
      // worst, and no instruction writes a special register.
      uint64_t Key = 0;
      for (++I; I < Text.size() && isAlpha(Text[I]); ++I)
        Key = (Key << 6 | (Text[I] & 63)) & 0x3fffffff;
      uint64_t Number = 0;
      for (; I < Text.size() && isDigit(Text[I]); ++I)
        Number = Number * 10 + (Text[I] - '0');
      Body.Registers.push_back(numberOf(Key, uint32_t(Number)));
    }
  }

  /// LLVM numbers the registers of a class without gaps, so a vector mostly knows them.
  unsigned numberOf(uint32_t Class, uint32_t Number) {
    if (Number >= MostInVector) {
      const auto [At, New] =
          Others.try_emplace(uint64_t(Class) << 32 | Number, Body.RegisterCount);
      Body.RegisterCount += New;
      return At->second;
    }
    std::vector<unsigned> &Known = classOf(Class);
    if (Number >= Known.size())
      Known.resize(Number + Number / 2 + 16, Unnumbered);
    if (Known[Number] == Unnumbered)
      Known[Number] = Body.RegisterCount++;
    return Known[Number];
  }

  std::vector<unsigned> &classOf(uint32_t Class) {
    for (auto &[Of, Known] : Classes)
      if (Of == Class)
        return Known;
    return Classes.emplace_back(Class, std::vector<unsigned>()).second;
  }

  ArrayRef<StringRef> Lines;
  size_t &At;
  unsigned Context = 0;
  PtxBody Body;
  static constexpr unsigned Unnumbered = ~0u, MostInVector = 1u << 22;
  SmallVector<std::pair<uint32_t, std::vector<unsigned>>, 8> Classes;
  DenseMap<uint64_t, unsigned> Others; ///< from MostInVector on
};

} // namespace

PtxBody readPtxBody(ArrayRef<StringRef> Lines, size_t &Line) {
  return BodyReader(Lines, Line).read();
}

} // namespace argus
