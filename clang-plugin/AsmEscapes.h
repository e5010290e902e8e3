//===- AsmEscapes.h - which '%' of an asm text names an operand ---*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// nvcc reads a '%' as an operand only where one can be meant, and hands "%laneid" to
// ptxas as it stands. Clang wants "%%laneid" in each asm that has a colon.
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_ASM_ESCAPES_H
#define ARGUS_ASM_ESCAPES_H

#include <cctype>
#include <cstdlib>
#include <string>
#include <string_view>

namespace argus {

/// Whether what follows a '%' is an operand or another escape of clang's: "%%", "%0",
/// "%[name]", both with a letter before, "%=", "%{", "%|", "%}".
inline bool isAsmEscape(std::string_view Rest, unsigned Operands) {
  const auto At = [&](size_t I) { return I < Rest.size() ? Rest[I] : '\0'; };
  if (At(0) == '%')
    return true;
  if (Operands == 0)
    return false;
  // A number beyond them stands in templates that nobody instantiates; nvcc looks no
  // sooner. Where one is, ptxas refuses it.
  if (std::isdigit(static_cast<unsigned char>(At(0))))
    return std::strtoul(std::string(Rest).c_str(), nullptr, 10) < Operands;
  if (std::isalpha(static_cast<unsigned char>(At(0))))
    return std::isdigit(static_cast<unsigned char>(At(1))) || At(1) == '[';
  return At(0) != '_';
}

/// `Text`, a piece of the asm's text as it is spelled, with each '%' doubled that names
/// no operand. `Operands`: how many the statement has.
inline std::string escapePercents(std::string_view Text, unsigned Operands) {
  std::string Result;
  for (size_t I = 0; I < Text.size(); ++I) {
    Result += Text[I];
    if (Text[I] != '%')
      continue;
    if (!isAsmEscape(Text.substr(I + 1), Operands))
      Result += '%';
    else if (I + 1 < Text.size() && Text[I + 1] == '%')
      Result += Text[++I];
  }
  return Result;
}

} // namespace argus

#endif // ARGUS_ASM_ESCAPES_H
