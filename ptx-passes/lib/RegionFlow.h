//===- RegionFlow.h - which marks are open where ----------------*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_PTXPASSES_REGIONFLOW_H
#define ARGUS_PTXPASSES_REGIONFLOW_H

#include "Markers.h"
#include "argus/passes/SiteStack.h"
#include "argus/ptx/Cfg.h"

#include <map>
#include <optional>
#include <set>

namespace argus::ptxpasses {

/// The open marks of one function, by the rules of the bitcode's RegionFlow: where
/// paths meet, what is open on all of them, in the same order, stays open. Ends of
/// marks that are not open are ends of the callers' and say nothing here.
class RegionFlow {
public:
  /// File: stands for the text in errors. Throws ptx::ParseError.
  RegionFlow(const ptx::Function &F, const std::string &File);

  const ptx::Cfg &graph() const { return G; }
  /// False where control never gets to the block.
  bool reached(unsigned Block) const { return In[Block].has_value(); }
  const SiteStack &entry(unsigned Block) const { return *In[Block]; }
  SiteStack exit(unsigned Block) const;
  /// What the statement makes of the stack; the marker that it is, if it is one.
  const Marker *step(unsigned Statement, SiteStack &Open) const;
  /// Sites that some way out of the function, or to where paths meet, leaves open. Not
  /// those without an end in the function.
  std::set<unsigned> unclosed(const ptx::Function &F) const;

private:
  void solve();

  ptx::Cfg G;
  std::map<unsigned, Marker> Markers; ///< by statement
  std::vector<std::optional<SiteStack>> In;
};

/// How much of both is the same, from the outermost on.
size_t commonPrefix(const SiteStack &A, const SiteStack &B);

} // namespace argus::ptxpasses

#endif // ARGUS_PTXPASSES_REGIONFLOW_H
