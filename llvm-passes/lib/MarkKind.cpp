//===- MarkKind.cpp - the words and names of marks in the source ----------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "argus/passes/MarkKind.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/ConvertUTF.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/Unicode.h"

namespace argus {

static constexpr size_t MaxNameCharacters = 128;

std::optional<MarkKind> kindOfWord(llvm::StringRef Word) {
  return llvm::StringSwitch<std::optional<MarkKind>>(Word)
      .Case("region", MarkKind::Region)
      .Case("scope", MarkKind::Scope)
      .Case("begin", MarkKind::Begin)
      .Case("end", MarkKind::End)
      .Case("role", MarkKind::Role)
      .Case("iteration", MarkKind::Iteration)
      .Default(std::nullopt);
}

RegionForm formOf(MarkKind Kind) {
  switch (Kind) {
  case MarkKind::Region:
    return RegionForm::Statement;
  case MarkKind::Function:
    return RegionForm::Function;
  case MarkKind::Scope:
    return RegionForm::Scope;
  case MarkKind::Begin:
  case MarkKind::End:
    return RegionForm::Span;
  case MarkKind::Role:
    return RegionForm::Role;
  case MarkKind::Iteration:
    return RegionForm::Iteration;
  }
  llvm_unreachable("all kinds are handled");
}

std::string nameProblem(llvm::StringRef Name, llvm::StringRef What) {
  const std::string Whose = ("a " + llvm::Twine(What) + "'s name").str();
  if (Name.empty())
    return Whose + " must not be empty";
  if (Name.contains('/'))
    return Whose + " must not contain '/', which separates nested " + What.str() + "s";
  size_t Characters = 0;
  const auto *At = reinterpret_cast<const llvm::UTF8 *>(Name.begin());
  const auto *End = reinterpret_cast<const llvm::UTF8 *>(Name.end());
  for (; At != End; ++Characters) {
    llvm::UTF32 Point;
    if (llvm::convertUTF8Sequence(&At, End, &Point, llvm::strictConversion) !=
        llvm::conversionOK)
      return Whose + " must be valid UTF-8";
    if (!llvm::sys::unicode::isPrintable(Point))
      return Whose + " must consist of printable characters";
  }
  if (Characters > MaxNameCharacters)
    return Whose + " has at most 128 characters, this one has " +
           std::to_string(Characters);
  return "";
}

} // namespace argus
