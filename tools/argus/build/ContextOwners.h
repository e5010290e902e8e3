//===- ContextOwners.h - whose code a context is, in a kernel ---*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_TOOL_BUILD_CONTEXTOWNERS_H
#define ARGUS_TOOL_BUILD_CONTEXTOWNERS_H

#include "build/Contexts.h"

#include <map>
#include <string>
#include <vector>

namespace argus {

/// Classes of instructions; docs/identity.md defines each.
enum class CodeClass {
  Region,       ///< of one place in a region
  Outside,      ///< of one place in the kernel, in no region
  Inferred,     ///< without location; where its result is used
  Shared,       ///< merged by the compiler from several places
  SharedByCall, ///< of a called function that several regions call
  Unattributed,
  Padding, ///< never executed
};

const char *toString(CodeClass Class);
const char *toString(ContextOrigin Origin);

/// Whose code something is. Stacks are whole: the callers' regions are in them.
struct Owner {
  CodeClass Class = CodeClass::Unattributed;
  ContextOrigin From = ContextOrigin::Unknown;
  SiteStack Stack;             ///< of the region; the nearest common one where shared
  std::vector<SiteStack> Many; ///< that share or use it, where known; sorted
  const char *Cause = "";      ///< Unattributed: why
};

/// The owner of code that belongs to all of these (at least one).
Owner ownerOf(std::vector<SiteStack> Stacks, CodeClass One, CodeClass Several,
              ContextOrigin From);

/// Answers for one kernel. A called function knows its own regions; its callers', out
/// to the kernel, come from the calls that the optimiser left.
class ContextOwners {
public:
  ContextOwners(const ContextTable &Table, std::string Kernel);

  /// `Line` is a line of the mapped build's line table; 0: there is none.
  Owner owner(unsigned Line) const;
  /// Of code in a function that has no context of its own.
  Owner ownerOfEntry(const std::string &Function) const;
  /// Regions (whole stacks) that a function is called in, sorted; none for a function
  /// that the kernel does not reach. The kernel itself is called in no region.
  const std::vector<SiteStack> &callersOf(const std::string &Function) const;
  bool isKernel(const std::string &Function) const {
    return Function.empty() || Function == Kernel;
  }

private:
  void walk();

  const ContextTable &Table;
  std::string Kernel;
  std::map<std::string, std::vector<SiteStack>> Callers;
};

} // namespace argus

#endif // ARGUS_TOOL_BUILD_CONTEXTOWNERS_H
