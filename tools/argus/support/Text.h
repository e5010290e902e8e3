//===- Text.h - small functions on names and words ----------------*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_TOOL_SUPPORT_TEXT_H
#define ARGUS_TOOL_SUPPORT_TEXT_H

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace argus {

/// Levenshtein distance in bytes.
size_t editDistance(std::string_view A, std::string_view B);

/// The candidate nearest to `Word`, or none where even that one is no likely
/// misspelling: more than two edits and more than a third of the word.
std::optional<std::string> nearest(std::string_view Word,
                                   const std::vector<std::string> &Candidates);

/// " (did you mean 'x'?)", or nothing.
std::string suggestion(std::string_view Word,
                       const std::vector<std::string> &Candidates);

/// Shell glob over the whole text; `*` crosses '/'.
bool globMatches(const std::string &Pattern, const std::string &Text);
bool isGlob(std::string_view Text);

std::vector<std::string> split(std::string_view Text, char Separator);
std::string join(const std::vector<std::string> &Parts, std::string_view Separator);

/// The whole text as a decimal number.
std::optional<uint64_t> parseNumber(std::string_view Text);
std::optional<double> parseReal(std::string_view Text);

/// Bytes of "64M", "8G", "8GiB" or "8.5g": units of 1024; a number alone is bytes.
std::optional<uint64_t> parseSize(std::string_view Text);
/// "936 MiB", three digits.
std::string sizeText(uint64_t Bytes);

/// The words as one line for a POSIX shell.
std::string shellQuote(const std::vector<std::string> &Words);

/// The words of a line as a POSIX shell makes them of it, variables, globs and '~'
/// included, commands in it not. None where it cannot: `Problem` says why.
std::optional<std::vector<std::string>> shellSplit(const std::string &Line,
                                                   std::string &Problem);

/// Columns that the text takes on a terminal, for UTF-8 without wide characters.
size_t displayWidth(std::string_view Text);

} // namespace argus

#endif // ARGUS_TOOL_SUPPORT_TEXT_H
