//===- LinkTimeNote.h - nvlink's optimisation of an image ---------*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_TOOL_BUILD_LINKTIMENOTE_H
#define ARGUS_TOOL_BUILD_LINKTIMENOTE_H

#include "model/Program.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace argus {

/// What nvlink notes in an image that it optimised (-dlto), in options that it takes.
struct LinkTimeNote {
  std::vector<std::string> Optimiser; ///< those that decide what it makes PTX of
  std::vector<std::string> Linker;    ///< those that decide what it links
};

/// None where it did not optimise. Options for ptxas are not read: ptxas notes them.
std::optional<LinkTimeNote> readLinkTimeNote(std::string_view NotedOptions);

/// Why the units of an image that nvlink optimised cannot be mapped; empty where they
/// can: all of them were left for it, or none was.
std::string linkTimeProblem(const CapsuleInfo &Capsule);

} // namespace argus

#endif // ARGUS_TOOL_BUILD_LINKTIMENOTE_H
