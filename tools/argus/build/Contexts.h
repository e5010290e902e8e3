//===- Contexts.h - what a mapped build says of its origins -----*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_TOOL_BUILD_CONTEXTS_H
#define ARGUS_TOOL_BUILD_CONTEXTS_H

#include "argus/passes/SiteStack.h"

#include <string>
#include <vector>

namespace argus {

/// How the context of an instruction is known; docs/identity.md explains each.
enum class ContextOrigin { Unknown, Entry, Known, Merged, Inferred };

/// A place that an instruction of a mapped build can come from.
struct ContextInfo {
  std::string File; ///< empty: no single place known
  unsigned Line = 0;
  unsigned Column = 0;
  SiteStack Stack; ///< as far as the function knows; its callers' regions are around it
  ContextOrigin From = ContextOrigin::Known;
  std::string Function = {};                ///< mangled; empty: the kernel itself
  std::vector<SiteStack> Contributors = {}; ///< inferred: the regions of the users
  SiteStack Roles = {};                     ///< sites of roles, as Stack those of regions
};

/// A call that the optimiser left.
struct CallInfo {
  std::string Caller; ///< mangled
  std::string Callee; ///< mangled; empty: indirect
  SiteStack Stack;    ///< regions of the caller around it
};

struct ContextTable {
  std::vector<ContextInfo> Contexts; ///< by line of the mapped build's line table
  std::vector<CallInfo> Calls;
  std::vector<std::string> AddressTaken; ///< functions that indirect calls may reach
};

} // namespace argus

#endif // ARGUS_TOOL_BUILD_CONTEXTS_H
