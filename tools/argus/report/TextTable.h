//===- TextTable.h - aligned columns ------------------------------*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_TOOL_REPORT_TEXTTABLE_H
#define ARGUS_TOOL_REPORT_TEXTTABLE_H

#include <cstddef>
#include <string>
#include <vector>

namespace argus {

/// What the place that the text goes to can show.
struct TextStyle {
  size_t Width = 0; ///< columns; 0: no limit
  bool Colour = false;

  std::string bold(const std::string &Text) const;
  std::string warning(const std::string &Text) const;
};

/// The style of a file descriptor: plain and unlimited unless it is a terminal.
TextStyle styleOf(int Fd);

/// `Alignment` has an 'l' or 'r' for each column. The first column gives way where the
/// width is not enough.
class TextTable {
public:
  TextTable(std::string Alignment, std::vector<std::string> Header)
      : Rows{std::move(Header)}, Alignment(std::move(Alignment)) {}

  void add(std::vector<std::string> Row) { Rows.push_back(std::move(Row)); }
  /// Shown in the style's warning colour.
  void addWarning(std::vector<std::string> Row);
  std::string text(const TextStyle &Style, size_t Indent = 0) const;

private:
  std::vector<size_t> widths(size_t Limit) const;

  std::vector<std::vector<std::string>> Rows;
  std::vector<size_t> Warnings; ///< rows
  std::string Alignment;
};

/// About four significant digits: "12.35", "0.04200", "1234".
std::string shortNumber(double Value);

} // namespace argus

#endif // ARGUS_TOOL_REPORT_TEXTTABLE_H
