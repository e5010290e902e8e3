//===- Markers.cpp - region markers in the IR -------------------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "argus/passes/Markers.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/InlineAsm.h"

using namespace llvm;

namespace argus {

StringRef toString(MarkerKind Kind) {
  static constexpr StringLiteral Names[] = {"begin", "end", "trip"};
  return Names[static_cast<unsigned>(Kind)];
}

std::string markerText(MarkerKind Kind, unsigned Site) {
  return ("argus." + toString(Kind) + " " + Twine(Site)).str();
}

std::optional<Marker> asMarker(const Instruction &I) {
  const auto *Call = dyn_cast<CallInst>(&I);
  const auto *Asm = Call ? dyn_cast<InlineAsm>(Call->getCalledOperand()) : nullptr;
  if (!Asm)
    return std::nullopt;
  StringRef Text = Asm->getAsmString();
  if (!Text.consume_front("argus."))
    return std::nullopt;
  const auto [Word, Number] = Text.split(' ');
  unsigned Site;
  for (MarkerKind Kind : {MarkerKind::Begin, MarkerKind::End, MarkerKind::Trip})
    if (Word == toString(Kind) && !Number.getAsInteger(10, Site))
      return Marker{Kind, Site};
  return std::nullopt;
}

void applyMarker(const Marker &M, RegionFlow::Stack &S) {
  if (M.Kind == MarkerKind::Trip)
    return;
  if (M.Kind == MarkerKind::Begin) {
    S.push_back(M.Site);
    return;
  }
  auto Last = std::find(S.rbegin(), S.rend(), M.Site);
  if (Last != S.rend())
    S.erase(std::next(Last).base());
}

} // namespace argus
