//===- Ranks.h - the ranks of a program's processes ---------------*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_TOOL_JOIN_RANKS_H
#define ARGUS_TOOL_JOIN_RANKS_H

#include "collect/RuntimeLog.h"
#include "query/Scope.h"

#include <optional>
#include <set>
#include <string>
#include <vector>

namespace argus {

/// By process.
std::vector<std::optional<unsigned>>
ranksOf(const std::vector<const RuntimeLog *> &Logs);

/// Why a scope by rank holds none of the processes; empty: it does, or names no rank.
std::string whyNoRank(const std::vector<const RuntimeLog *> &Logs, const Scope &S);

/// The ids of the processes whose rank is in scope.
std::set<int> pidsInScope(const std::vector<const RuntimeLog *> &Logs, const Scope &S);

} // namespace argus

#endif // ARGUS_TOOL_JOIN_RANKS_H
