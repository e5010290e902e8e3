//===- SpanCheck.h - spans whose halves do not match --------------*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_PLUGIN_SPANCHECK_H
#define ARGUS_PLUGIN_SPANCHECK_H

#include "RegionSites.h"
#include "argus/passes/RegionFlow.h"
#include "llvm/IR/Module.h"

namespace argus {

/// Where a function begins a span without ending it, or the other way round, the spans
/// of that name in the whole module become one site, whose halves are matched along the
/// calls.
void joinSpansAcrossFunctions(llvm::Module &M, const RegionTable &Table);

/// Reports each span that some way through a kernel leaves open, ends twice or begins
/// twice, at its first mark. The flow is that of a module whose spans are joined, its
/// kernels listed in Table.
void reportSpanConflicts(const ModuleFlow &Flow, const RegionTable &Table,
                         const SiteNumbering &Sites, clang::DiagnosticsEngine &Diags);

} // namespace argus

#endif // ARGUS_PLUGIN_SPANCHECK_H
