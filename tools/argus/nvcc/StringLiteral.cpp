//===- StringLiteral.cpp - what a string literal says -----------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "nvcc/StringLiteral.h"
#include <cctype>
#include <optional>

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

} // namespace argus
