//===- Text.cpp - small pieces of a module as PTX text --------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Text.h"

#include <algorithm>

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

static std::string offsetText(int64_t Offset) {
  if (Offset == 0)
    return "";
  // ptxas takes "+-4", not "-4".
  return "+" + std::to_string(Offset);
}

static std::string offsetText(const Operand &O) {
  return O.PlusZero ? "+0" : offsetText(O.Offset);
}

static std::string listText(const Operand &O, const char *Open, const char *Close) {
  std::string Text = Open;
  for (size_t I = 0; I < O.Elements.size(); ++I) {
    if (I)
      Text += ", ";
    Text += textOf(O.Elements[I]);
    if (I == 0 && O.What == Operand::Kind::Address)
      Text += offsetText(O);
  }
  return Text + Close;
}

static std::string nameText(const Operand &O) {
  std::string Text = O.Name;
  if (!O.Component.empty())
    Text += "." + O.Component;
  return Text + offsetText(O);
}

std::string textOf(const Operand &O) {
  switch (O.What) {
  case Operand::Kind::Integer:
    return std::to_string(int64_t(O.Bits));
  case Operand::Kind::Float:
    return floatText(O.Bits, O.FloatBits);
  case Operand::Kind::Address:
    return listText(O, "[", "]");
  case Operand::Kind::Vector:
    return listText(O, "{", "}");
  case Operand::Kind::List:
    return listText(O, "(", ")");
  case Operand::Kind::Pair:
    return textOf(O.Elements[0]) + "|" + textOf(O.Elements[1]);
  case Operand::Kind::Sink:
    return "_";
  case Operand::Kind::Register:
    return (O.Minus ? "-" : O.Negated ? "!" : "") + nameText(O);
  case Operand::Kind::Special:
  case Operand::Kind::Symbol:
  case Operand::Kind::Label:
    return nameText(O);
  }
  return "";
}

static std::string valueText(const Variable &V, const InitialValue &I) {
  if (I.Symbol.empty()) {
    bool Float = V.Element == Type::F32 || V.Element == Type::F64;
    return Float ? floatText(I.Bits, sizeOf(V.Element) * 8) : std::to_string(I.Bits);
  }
  std::string Text = I.Generic ? "generic(" + I.Symbol + ")" : I.Symbol;
  Text += offsetText(int64_t(I.Bits));
  return I.Mask ? "0x" + hex(I.Mask, 16) + "(" + Text + ")" : Text;
}

/// Braces as the dimensions nest: values [Begin, End) of a group at this level.
static std::string braces(const Variable &V, const std::vector<uint64_t> &Dimensions,
                          size_t Level, size_t Begin, size_t End) {
  // What is left empty or is huge holds all that there is.
  uint64_t Inner = 1;
  for (size_t I = Level + 1; I < Dimensions.size(); ++I) {
    uint64_t D = std::max<uint64_t>(Dimensions[I], 1);
    Inner = Inner > End / D ? End : Inner * D;
  }
  bool Last = Level + 1 >= Dimensions.size();
  std::string Text = "{";
  for (size_t I = Begin; I < End; I += Last ? 1 : Inner) {
    if (I > Begin)
      Text += ", ";
    Text += Last
                ? valueText(V, V.Init[I])
                : braces(V, Dimensions, Level + 1, I, std::min<size_t>(I + Inner, End));
  }
  return Text + "}";
}

static std::string initText(const Variable &V) {
  std::vector<uint64_t> Dimensions = V.Dimensions;
  if (V.Lanes > 1)
    Dimensions.push_back(V.Lanes);
  return Dimensions.empty() ? valueText(V, V.Init[0])
                            : braces(V, Dimensions, 0, 0, V.Init.size());
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
  if (!V.Init.empty())
    Text += " = " + initText(V);
  if (!V.ReferenceInit.empty())
    Text += " = " + V.ReferenceInit;
  return Text;
}

} // namespace argus::ptx
