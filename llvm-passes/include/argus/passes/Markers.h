//===- Markers.h - region markers in the IR -----------------------*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The capsule's bitcode marks regions, roles and counted loops by calls of operand-less
// inline assembly, "argus.begin N" and "argus.end N", N being the site, and each trip
// of a counted loop by "argus.trip N" at the begin of the loop's body. What else they
// change is noted at compile time (PlainCode.h), so that deleting them gives what a
// compile without them gives. "argus.begin N across" and "argus.end N across" mark a
// span whose halves may lie in different functions.
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_PASSES_MARKERS_H
#define ARGUS_PASSES_MARKERS_H

#include "llvm/ADT/StringRef.h"
#include "llvm/IR/Instructions.h"
#include <optional>
#include <string>

namespace argus {

enum class MarkerKind { Begin, End, Trip };

struct Marker {
  MarkerKind Kind;
  unsigned Site;
  bool Across = false; ///< the other half may lie in another function
};

/// "begin", "end" or "trip".
llvm::StringRef toString(MarkerKind Kind);

/// The text of the assembly that marks a place of a site: "argus.begin 3".
std::string markerText(MarkerKind Kind, unsigned Site);

/// The marker that a call is, if any.
std::optional<Marker> asMarker(const llvm::CallInst &Call);

/// The marker that an instruction is, if any. Passes ask each instruction of a module.
inline std::optional<Marker> asMarker(const llvm::Instruction &I) {
  const auto *Call = llvm::dyn_cast<llvm::CallInst>(&I);
  return Call ? asMarker(*Call) : std::nullopt;
}

/// Makes a marker one of a span across functions, of this site. I is a marker.
void setAcross(llvm::Instruction &I, unsigned Site);

} // namespace argus

#endif // ARGUS_PASSES_MARKERS_H
