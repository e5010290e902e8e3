//===- Signals.h - what can be asked for --------------------------*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_TOOL_QUERY_SIGNALS_H
#define ARGUS_TOOL_QUERY_SIGNALS_H

#include "plan/Recipe.h"

#include <string_view>
#include <vector>

namespace argus {

/// The recipes of the signals that this version measures, by name.
std::vector<const Recipe *> signals();

/// Throws Failure(BadUsage) for a name that this version does not measure: the nearest
/// name where it is unknown, and so said where the design knows it.
const Recipe &findSignal(std::string_view Name);

} // namespace argus

#endif // ARGUS_TOOL_QUERY_SIGNALS_H
