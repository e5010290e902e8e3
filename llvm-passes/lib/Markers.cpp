//===- Markers.cpp - region markers in the IR -------------------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "argus/passes/Markers.h"
#include "llvm/ADT/Twine.h"
#include "llvm/IR/InlineAsm.h"

using namespace llvm;

namespace argus {

static constexpr StringLiteral AcrossWord = " across";

StringRef toString(MarkerKind Kind) {
  static constexpr StringLiteral Names[] = {"begin", "end", "trip"};
  return Names[static_cast<unsigned>(Kind)];
}

std::string markerText(MarkerKind Kind, unsigned Site) {
  return ("argus." + toString(Kind) + " " + Twine(Site)).str();
}

std::optional<Marker> asMarker(const CallInst &Call) {
  const auto *Asm = dyn_cast<InlineAsm>(Call.getCalledOperand());
  if (!Asm)
    return std::nullopt;
  StringRef Text = Asm->getAsmString();
  if (!Text.consume_front("argus."))
    return std::nullopt;
  const bool Across = Text.consume_back(AcrossWord);
  const auto [Word, Number] = Text.split(' ');
  unsigned Site;
  for (MarkerKind Kind : {MarkerKind::Begin, MarkerKind::End, MarkerKind::Trip})
    if (Word == toString(Kind) && !Number.getAsInteger(10, Site))
      return Marker{Kind, Site, Across};
  return std::nullopt;
}

void setAcross(Instruction &I, unsigned Site) {
  auto &Call = cast<CallInst>(I);
  const auto *Asm = cast<InlineAsm>(Call.getCalledOperand());
  const std::string Text = markerText(asMarker(I)->Kind, Site) + AcrossWord.str();
  Call.setCalledOperand(InlineAsm::get(
      Call.getFunctionType(), Text, Asm->getConstraintString(), Asm->hasSideEffects()));
}

} // namespace argus
