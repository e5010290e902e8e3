//===- RegionCalls.h - marks and calls of marked PTX ------------*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_PTXPASSES_REGIONCALLS_H
#define ARGUS_PTXPASSES_REGIONCALLS_H

#include "argus/ptx/Module.h"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace argus::ptxpasses {

/// A call, or the begin of a mark, with the marks that are open in the function there.
struct RegionStep {
  std::vector<unsigned> Open; ///< a SiteStack; at a begin, its last has begun
  std::string Callee;         ///< empty: a begin, or a call through a pointer
  bool Indirect = false;
  /// Where a call through a pointer may lead: the functions whose address is taken and
  /// that have the sizes of its prototype's parameters and results. PTX has no types of
  /// arguments beyond that.
  std::vector<std::string> Targets;
};

/// What the functions of a module do with marks. Each function's steps are in the order
/// of its text.
struct RegionCalls {
  /// Throws ptx::ParseError. File: stands for the text there.
  RegionCalls(const ptx::Module &M, const std::string &File);

  std::map<std::string, std::vector<RegionStep>> Of; ///< functions with a body
  /// Sites that a path leaves open: a begin without its end, which no scope closes.
  std::set<unsigned> Unclosed;
};

/// The sites of a module that are no regions.
struct CoordinateSites {
  std::set<unsigned> Roles, Loops;

  bool isRegion(unsigned Site) const {
    return !Roles.count(Site) && !Loops.count(Site);
  }
};

/// The sites, the counted loops whose trips count to them, those that may be open
/// around all these, so that paths and trips can be told, and the roles that the
/// kernels that hold them can reach: what the trace variants from bitcode record.
/// `Calls`: the module's.
std::set<unsigned> sitesToRecord(const ptx::Module &M, const RegionCalls &Calls,
                                 const std::set<unsigned> &Sites,
                                 const CoordinateSites &Coordinates);

} // namespace argus::ptxpasses

#endif // ARGUS_PTXPASSES_REGIONCALLS_H
