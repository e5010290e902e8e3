//===- StringLiteral.h - what a string literal says -------------*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_NVCC_STRINGLITERAL_H
#define ARGUS_NVCC_STRINGLITERAL_H

#include <optional>
#include <string>
#include <string_view>

namespace argus {

/// Appends the characters of the literal whose quote is at `At`, escapes replaced, and
/// moves `At` behind it. False: it has no end, or an escape that is none of C++'s.
bool readStringLiteral(std::string_view Text, size_t &At, std::string &Out);

/// The code point at `At`, which is moved behind it; nothing if it is not valid UTF-8.
std::optional<char32_t> readUtf8(std::string_view Text, size_t &At);

/// False for controls, format characters, separators of lines, private use and what
/// is no character. What Unicode has not assigned is taken as printable.
bool isPrintable(char32_t Point);

} // namespace argus

#endif // ARGUS_NVCC_STRINGLITERAL_H
