//===- Markers.h - region markers in PTX ------------------------*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_PTXPASSES_MARKERS_H
#define ARGUS_PTXPASSES_MARKERS_H

#include "argus/ptx/Module.h"

namespace argus::ptxpasses {

/// A `.pragma "argus.begin 3";` or the like in a function's body.
struct Marker {
  unsigned Statement; ///< in Function::Body
  unsigned Kind;      ///< ArgusEventKind
  unsigned Site;
};

/// In the text's order. Throws ptx::ParseError at one that is malformed.
std::vector<Marker> findMarkers(const ptx::Function &F, const std::string &File);

} // namespace argus::ptxpasses

#endif // ARGUS_PTXPASSES_MARKERS_H
