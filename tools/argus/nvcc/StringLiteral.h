//===- StringLiteral.h - what a string literal says -------------*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_NVCC_STRINGLITERAL_H
#define ARGUS_NVCC_STRINGLITERAL_H

#include <string>
#include <string_view>

namespace argus {

/// Appends the characters of the literal whose quote is at `At`, escapes replaced, and
/// moves `At` behind it. False: it has no end, or an escape that is none of C++'s.
bool readStringLiteral(std::string_view Text, size_t &At, std::string &Out);

} // namespace argus

#endif // ARGUS_NVCC_STRINGLITERAL_H
