//===- Text.cpp - small pieces of a module as PTX text --------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Text.h"

#include <algorithm>
#include <charconv>

namespace argus::ptx {

static std::string hex(uint64_t Bits, unsigned Digits) {
  static constexpr char Digit[] = "0123456789ABCDEF";
  std::string Text(Digits, '0');
  for (unsigned I = Digits; I-- > 0; Bits >>= 4)
    Text[I] = Digit[Bits & 15];
  return Text;
}

static std::string floatText(uint64_t Bits, unsigned Size) {
  return Size == 32 ? "0f" + hex(Bits, 8) : "0d" + hex(Bits, 16);
}

static void appendNumber(std::string &Out, int64_t Number) {
  char Digits[24];
  auto [End, Error] = std::to_chars(std::begin(Digits), std::end(Digits), Number);
  Out.append(Digits, End);
}

static void appendOffset(std::string &Out, int64_t Offset) {
  if (Offset == 0)
    return;
  // ptxas takes "+-4", not "-4".
  Out += '+';
  appendNumber(Out, Offset);
}

static void appendOffset(std::string &Out, const Operand &O) {
  if (O.PlusZero)
    Out += "+0";
  else
    appendOffset(Out, O.Offset);
}

static void appendList(std::string &Out, const Operand &O, char Open, char Close) {
  Out += Open;
  for (size_t I = 0; I < O.Elements.size(); ++I) {
    if (I)
      Out += ", ";
    append(Out, O.Elements[I]);
    if (I == 0 && O.What == Operand::Kind::Address)
      appendOffset(Out, O);
  }
  Out += Close;
}

static void appendName(std::string &Out, const Operand &O) {
  Out += O.Name;
  if (!O.Component.empty()) {
    Out += '.';
    Out += O.Component;
  }
  appendOffset(Out, O);
}

void append(std::string &Out, const Operand &O) {
  switch (O.What) {
  case Operand::Kind::Integer:
    return appendNumber(Out, int64_t(O.Bits));
  case Operand::Kind::Float:
    Out += floatText(O.Bits, O.FloatBits);
    return;
  case Operand::Kind::Address:
    return appendList(Out, O, '[', ']');
  case Operand::Kind::Vector:
    return appendList(Out, O, '{', '}');
  case Operand::Kind::List:
    return appendList(Out, O, '(', ')');
  case Operand::Kind::Pair:
    append(Out, O.Elements[0]);
    Out += '|';
    return append(Out, O.Elements[1]);
  case Operand::Kind::Sink:
    Out += '_';
    return;
  case Operand::Kind::Register:
    if (O.Negated)
      Out += O.Minus ? '-' : '!';
    return appendName(Out, O);
  case Operand::Kind::Special:
  case Operand::Kind::Symbol:
  case Operand::Kind::Label:
    return appendName(Out, O);
  }
}

static void appendValue(std::string &Out, const Variable &V, const InitialValue &I) {
  if (I.Symbol.empty()) {
    if (V.Element == Type::F32 || V.Element == Type::F64)
      Out += floatText(I.Bits, sizeOf(V.Element) * 8);
    else if (int64_t(I.Bits) >= 0)
      appendNumber(Out, int64_t(I.Bits));
    else
      Out += std::to_string(I.Bits);
    return;
  }
  if (I.Mask)
    Out += "0x" + hex(I.Mask, 16) + "(";
  Out += I.Generic ? "generic(" + I.Symbol + ")" : I.Symbol;
  appendOffset(Out, int64_t(I.Bits));
  if (I.Mask)
    Out += ')';
}

/// Braces as the dimensions nest: values [Begin, End) of a group at this level.
static void appendBraces(std::string &Out, const Variable &V,
                         const std::vector<uint64_t> &Dimensions, size_t Level,
                         size_t Begin, size_t End) {
  // What is left empty or is huge holds all that there is.
  uint64_t Inner = 1;
  for (size_t I = Level + 1; I < Dimensions.size(); ++I) {
    uint64_t D = std::max<uint64_t>(Dimensions[I], 1);
    Inner = Inner > End / D ? End : Inner * D;
  }
  bool Last = Level + 1 >= Dimensions.size();
  Out += '{';
  for (size_t I = Begin; I < End; I += Last ? 1 : Inner) {
    if (I > Begin)
      Out += ", ";
    if (Last)
      appendValue(Out, V, V.Init[I]);
    else
      appendBraces(Out, V, Dimensions, Level + 1, I, std::min<size_t>(I + Inner, End));
  }
  Out += '}';
}

static void appendInit(std::string &Out, const Variable &V) {
  std::vector<uint64_t> Dimensions = V.Dimensions;
  if (V.Lanes > 1)
    Dimensions.push_back(V.Lanes);
  if (Dimensions.empty())
    appendValue(Out, V, V.Init[0]);
  else
    appendBraces(Out, V, Dimensions, 0, 0, V.Init.size());
}

std::string vectorText(unsigned Lanes) {
  return Lanes > 1 ? ".v" + std::to_string(Lanes) + " " : "";
}

std::string textOf(Linkage Link) {
  static constexpr const char *Names[] = {"", ".visible ", ".extern ", ".weak ",
                                          ".common "};
  return Names[size_t(Link)];
}

std::string textOf(const Directive &D) {
  return D.Text.empty() ? D.Name : D.Name + " " + D.Text;
}

static bool isPointer(const std::string &Attribute) {
  return Attribute.compare(0, 4, ".ptr") == 0;
}

std::string textOf(const Variable &V) {
  static constexpr const char *Spaces[] = {".reg",   ".const", ".global",
                                           ".local", ".param", ".shared"};
  std::string Text = textOf(V.Link) + Spaces[size_t(V.Where)] + " ";
  for (const std::string &A : V.Attributes)
    if (!isPointer(A))
      Text += ".attribute(" + A + ") ";
  if (V.Align)
    Text += ".align " + std::to_string(V.Align) + " ";
  Text += vectorText(V.Lanes) + "." + nameOf(V.Element) + " ";
  for (const std::string &A : V.Attributes)
    if (isPointer(A))
      Text += A + " ";
  Text += V.Name;
  for (uint64_t D : V.Dimensions)
    Text += D ? "[" + std::to_string(D) + "]" : "[]";
  if (!V.Init.empty()) {
    Text += " = ";
    appendInit(Text, V);
  }
  if (!V.ReferenceInit.empty())
    Text += " = " + V.ReferenceInit;
  return Text;
}

} // namespace argus::ptx
