//===- StringLiteral.cpp - what a string literal says -----------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "nvcc/StringLiteral.h"
#include <algorithm>
#include <cctype>

namespace argus {

namespace {

void appendUtf8(char32_t Point, std::string &Out) {
  if (Point < 0x80) {
    Out += static_cast<char>(Point);
    return;
  }
  const int Tails = Point < 0x800 ? 1 : Point < 0x10000 ? 2 : 3;
  static constexpr unsigned Leads[] = {0, 0xC0, 0xE0, 0xF0};
  Out += static_cast<char>(Leads[Tails] | (Point >> (6 * Tails)));
  for (int I = Tails - 1; I >= 0; --I)
    Out += static_cast<char>(0x80 | ((Point >> (6 * I)) & 0x3F));
}

/// Reads up to `Most` digits.
std::optional<char32_t> readNumber(std::string_view Text, size_t &At, unsigned Base,
                                   size_t Most) {
  char32_t Value = 0;
  size_t Count = 0;
  for (; Count < Most && At < Text.size(); ++Count, ++At) {
    const auto C = static_cast<unsigned char>(Text[At]);
    if (!std::isxdigit(C) || (Base == 8 && (C < '0' || C > '7')))
      break;
    Value = Value * Base + (std::isdigit(C) ? C - '0' : std::tolower(C) - 'a' + 10);
  }
  return Count ? std::optional<char32_t>(Value) : std::nullopt;
}

/// At: behind the backslash.
bool readEscape(std::string_view Text, size_t &At, std::string &Out) {
  static constexpr std::string_view Letters = "ntrabfv\\\"'?",
                                    Meanings = "\n\t\r\a\b\f\v\\\"'?";
  const char C = Text[At];
  if (const size_t Known = Letters.find(C); Known != std::string_view::npos) {
    ++At;
    Out += Meanings[Known];
    return true;
  }
  std::optional<char32_t> Value;
  if (C == 'u' || C == 'U') {
    const size_t Digits = C == 'u' ? 4 : 8, From = ++At;
    Value = readNumber(Text, At, 16, Digits);
    if (!Value || At - From != Digits || *Value > 0x10FFFF)
      return false;
    appendUtf8(*Value, Out);
    return true;
  }
  if (C == 'x')
    Value = readNumber(Text, ++At, 16, 8);
  else if (C >= '0' && C <= '7')
    Value = readNumber(Text, At, 8, 3);
  if (!Value || *Value > 0xFF)
    return false;
  Out += static_cast<char>(*Value);
  return true;
}

} // namespace

bool readStringLiteral(std::string_view Text, size_t &At, std::string &Out) {
  for (++At; At < Text.size() && Text[At] != '"';) {
    if (Text[At] != '\\') {
      Out += Text[At++];
      continue;
    }
    ++At;
    if (At == Text.size() || !readEscape(Text, At, Out))
      return false;
  }
  if (At >= Text.size())
    return false;
  ++At;
  return true;
}

std::optional<char32_t> readUtf8(std::string_view Text, size_t &At) {
  const auto Lead = static_cast<unsigned char>(Text[At++]);
  if (Lead < 0x80)
    return Lead;
  if (Lead < 0xC2 || Lead > 0xF4)
    return std::nullopt;
  const int Tails = Lead < 0xE0 ? 1 : Lead < 0xF0 ? 2 : 3;
  char32_t Point = Lead & (0x3F >> Tails);
  for (int I = 0; I < Tails; ++I, ++At) {
    if (At >= Text.size() || (static_cast<unsigned char>(Text[At]) & 0xC0) != 0x80)
      return std::nullopt;
    Point = Point << 6 | (static_cast<unsigned char>(Text[At]) & 0x3F);
  }
  static constexpr char32_t Least[] = {0, 0x80, 0x800, 0x10000};
  if (Point < Least[Tails] || Point > 0x10FFFF || (Point >= 0xD800 && Point < 0xE000))
    return std::nullopt;
  return Point;
}

bool isPrintable(char32_t Point) {
  // General categories Cc, Cf, Zl, Zp and Co of the Unicode Standard; the soft hyphen
  // is printable, as it is to clang.
  static constexpr std::pair<char32_t, char32_t> Unprintable[] = {
      {0x0, 0x1F},        {0x7F, 0x9F},       {0x600, 0x605},     {0x61C, 0x61C},
      {0x6DD, 0x6DD},     {0x70F, 0x70F},     {0x890, 0x891},     {0x8E2, 0x8E2},
      {0x180E, 0x180E},   {0x200B, 0x200F},   {0x2028, 0x202E},   {0x2060, 0x206F},
      {0xE000, 0xF8FF},   {0xFDD0, 0xFDEF},   {0xFEFF, 0xFEFF},   {0xFFF9, 0xFFFB},
      {0x110BD, 0x110BD}, {0x110CD, 0x110CD}, {0x13430, 0x1343F}, {0x1BCA0, 0x1BCA3},
      {0x1D173, 0x1D17A}, {0xE0001, 0xE007F}, {0xF0000, 0x10FFFF}};
  if ((Point & 0xFFFE) == 0xFFFE)
    return false;
  return std::none_of(
      std::begin(Unprintable), std::end(Unprintable),
      [&](const auto &R) { return R.first <= Point && Point <= R.second; });
}

} // namespace argus
