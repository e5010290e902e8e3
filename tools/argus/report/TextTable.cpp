//===- TextTable.cpp - aligned columns ------------------------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "report/TextTable.h"

#include "support/Text.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

namespace argus {

constexpr const char Gap[] = "  ";
constexpr size_t GapWidth = 2;
constexpr size_t SmallestFirstColumn = 12;

std::string TextStyle::bold(const std::string &Text) const {
  return Colour ? "\033[1m" + Text + "\033[0m" : Text;
}

std::string TextStyle::warning(const std::string &Text) const {
  return Colour ? "\033[33m" + Text + "\033[0m" : Text;
}

TextStyle styleOf(int Fd) {
  TextStyle Style;
  if (!isatty(Fd))
    return Style;
  winsize Size = {};
  if (ioctl(Fd, TIOCGWINSZ, &Size) == 0)
    Style.Width = Size.ws_col;
  const char *NoColour = std::getenv("NO_COLOR");
  const char *Terminal = std::getenv("TERM");
  Style.Colour =
      !(NoColour && *NoColour) && Terminal && std::string(Terminal) != "dumb";
  return Style;
}

void TextTable::addWarning(std::vector<std::string> Row) {
  Warnings.push_back(Rows.size());
  Rows.push_back(std::move(Row));
}

std::vector<size_t> TextTable::widths(size_t Limit) const {
  std::vector<size_t> Widths;
  for (const auto &Row : Rows)
    for (size_t I = 0; I < Row.size(); ++I) {
      Widths.resize(std::max(Widths.size(), I + 1));
      Widths[I] = std::max(Widths[I], displayWidth(Row[I]));
    }
  size_t Others = 0;
  for (size_t I = 1; I < Widths.size(); ++I)
    Others += GapWidth + Widths[I];
  if (Limit && Widths[0] + Others > Limit) {
    const size_t Left = Limit > Others ? Limit - Others : 0;
    Widths[0] = std::min(Widths[0], std::max(Left, SmallestFirstColumn));
  }
  return Widths;
}

/// Keeps the end, which tells paths apart.
static std::string shorten(const std::string &Text, size_t Width) {
  if (displayWidth(Text) <= Width)
    return Text;
  size_t From = Text.size();
  for (size_t Kept = 1; Kept < Width && From > 0; ++Kept)
    do
      --From;
    while (From > 0 && (static_cast<unsigned char>(Text[From]) & 0xC0) == 0x80);
  return "…" + Text.substr(From);
}

std::string TextTable::text(const TextStyle &Style, size_t Indent) const {
  const std::vector<size_t> Widths =
      widths(Style.Width > Indent ? Style.Width - Indent : Style.Width);
  std::string Result;
  for (size_t R = 0; R < Rows.size(); ++R) {
    std::string Line(Indent, ' ');
    for (size_t I = 0; I < Rows[R].size(); ++I) {
      const std::string Cell = I ? Rows[R][I] : shorten(Rows[R][I], Widths[0]);
      const std::string Padding(Widths[I] - std::min(Widths[I], displayWidth(Cell)),
                                ' ');
      Line += (I ? Gap : "") + (Alignment[I] == 'l' ? Cell + Padding : Padding + Cell);
    }
    Line.erase(Line.find_last_not_of(' ') + 1);
    if (R == 0)
      Line = Style.bold(Line);
    else if (std::find(Warnings.begin(), Warnings.end(), R) != Warnings.end())
      Line = Style.warning(Line);
    Result += Line + "\n";
  }
  return Result;
}

std::string shortNumber(double Value) {
  const double Size = std::abs(Value);
  if (Size == 0)
    return "0";
  if (Size >= 1000)
    return fmt::format("{:.0f}", Value);
  const int Digits = 3 - static_cast<int>(std::floor(std::log10(Size)));
  return fmt::format("{:.{}f}", Value, std::clamp(Digits, 0, 6));
}

} // namespace argus
