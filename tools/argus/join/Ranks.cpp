//===- Ranks.cpp - the ranks of a program's processes ---------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "join/Ranks.h"

#include <algorithm>
#include <fmt/format.h>

namespace argus {

std::vector<std::optional<unsigned>>
ranksOf(const std::vector<const RuntimeLog *> &Logs) {
  std::vector<std::optional<unsigned>> Ranks;
  for (const RuntimeLog *Log : Logs)
    Ranks.push_back(Log->Rank);
  return Ranks;
}

std::string whyNoRank(const std::vector<const RuntimeLog *> &Logs, const Scope &S) {
  const auto InScope = [&](const RuntimeLog *Log) { return S.holdsRank(Log->Rank); };
  if (!S.Rank || std::any_of(Logs.begin(), Logs.end(), InScope))
    return {};
  std::set<unsigned> Ranks;
  for (const RuntimeLog *Log : Logs)
    if (Log->Rank)
      Ranks.insert(*Log->Rank);
  const std::string Asked = "the query's scope (rank=" + toString(*S.Rank) + ")";
  if (Ranks.empty())
    return Asked +
           " needs ranks, and nothing that started the program's processes gave "
           "them any: mpirun, srun with several tasks and torchrun do";
  return Asked + fmt::format(" holds none of the program's ranks, which are {} to {}",
                             *Ranks.begin(), *Ranks.rbegin());
}

std::set<int> pidsInScope(const std::vector<const RuntimeLog *> &Logs, const Scope &S) {
  std::set<int> Pids;
  for (const RuntimeLog *Log : Logs)
    if (S.holdsRank(Log->Rank))
      Pids.insert(Log->Pid);
  return Pids;
}

} // namespace argus
