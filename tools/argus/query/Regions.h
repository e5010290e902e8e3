//===- Regions.h - selects regions by name, path or glob ----------*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_TOOL_QUERY_REGIONS_H
#define ARGUS_TOOL_QUERY_REGIONS_H

#include "model/Program.h"
#include "query/Scope.h"

#include <string>
#include <vector>

namespace argus {

/// A kernel's name without the arguments that tell it from another of its name:
/// "gemm<float, 3>(float*)" is "gemm".
std::string withoutArguments(const std::string &Kernel);

/// The path as its ID knows it: with the kernel's name without arguments.
std::string plainPath(const std::string &Path);

/// `Pattern` selects `Path` ("gemm/mainloop/wait") where it is the last component, the
/// whole path, a tail of it from a component on, or a glob that matches one of those.
/// The kernel may be named without its arguments.
bool regionMatches(const std::string &Pattern, const std::string &Path);

/// True without patterns: the default is every region.
bool anyRegionMatches(const std::vector<std::string> &Patterns,
                      const std::string &Path);

/// Throws Failure(BadUsage) for the first pattern that selects no path, with the
/// nearest name or path.
void requireKnownRegions(const std::vector<std::string> &Patterns,
                         const std::vector<std::string> &Paths);

/// Throws Failure(BadUsage), naming the nearest known kernel, where the scope names one
/// that is not among `Kernels`.
void requireKnownKernel(const Scope &S, const std::vector<KernelInfo> &Kernels);

/// Throws Failure(BadUsage), as requireKnownRegions, where the scope names a role that
/// none of `Roles` is, or trips where the program counts none.
void requireKnownScope(const Scope &S, const std::vector<std::string> &Roles,
                       bool CountsTrips);

} // namespace argus

#endif // ARGUS_TOOL_QUERY_REGIONS_H
