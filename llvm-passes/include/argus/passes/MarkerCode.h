//===- MarkerCode.h - the code that nvcc's markers are made of ----*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_PASSES_MARKERCODE_H
#define ARGUS_PASSES_MARKERCODE_H

namespace argus {

/// The line in `.loc` of the class whose constructor and destructor are the markers. It
/// is beyond the lines of any text, and says nothing of the code around a marker.
constexpr unsigned MarkerCodeLine = 1000000000;

} // namespace argus

#endif // ARGUS_PASSES_MARKERCODE_H
