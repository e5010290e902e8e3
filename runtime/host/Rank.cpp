//===- Rank.cpp - the number of this process among its program's -----------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Rank.h"

#include <cerrno>
#include <climits>
#include <cstdlib>
#include <cstring>

namespace argus::rt {

namespace {

/// A launcher's variables. Size is the number of processes that have a rank of it.
struct Source {
  const char *Rank;
  const char *Size;
  const char *OtherSize;
  bool NeedsSize; ///< the name alone may mean anything
};

// MPI's own come first: where mpirun or torchrun start the processes of a Slurm job's
// step, the step has one task, or its tasks are not the ranks.
constexpr Source Sources[] = {
    {"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE", nullptr, false},
    {"PMIX_RANK", "OMPI_COMM_WORLD_SIZE", "SLURM_STEP_NUM_TASKS", false},
    {"PMI_RANK", "PMI_SIZE", nullptr, false},
    {"MV2_COMM_WORLD_RANK", "MV2_COMM_WORLD_SIZE", nullptr, false},
    {"RANK", "WORLD_SIZE", nullptr, true},
    {"SLURM_PROCID", "SLURM_STEP_NUM_TASKS", nullptr, true},
};

std::optional<unsigned> number(const char *Name, const char *Text,
                               std::vector<std::string> &Problems) {
  char *End = nullptr;
  errno = 0;
  const unsigned long long Value = std::strtoull(Text, &End, 10);
  if (errno == 0 && Text[0] >= '0' && Text[0] <= '9' && *End == 0 && Value <= INT_MAX)
    return static_cast<unsigned>(Value);
  Problems.push_back(std::string(Name) + "='" + Text + "' is no rank; it is ignored");
  return std::nullopt;
}

} // namespace

std::optional<unsigned> readRank(const char *(*Get)(const char *),
                                 std::vector<std::string> &Problems) {
  // The only process of a launcher may be one that starts others, as Argus itself is
  // where it was started by one: its rank is taken where no other is.
  std::optional<unsigned> OfOnlyProcess;
  for (const Source &S : Sources) {
    const char *Rank = Get(S.Rank);
    const char *Size = Get(S.Size);
    if (!Size && S.OtherSize)
      Size = Get(S.OtherSize);
    if (!Rank || !*Rank || (S.NeedsSize && !Size))
      continue;
    const auto Value = number(S.Rank, Rank, Problems);
    if (Value && !(Size && std::strcmp(Size, "1") == 0))
      return Value;
    // A Slurm step of one task is nearly always what starts the program.
    if (!OfOnlyProcess && std::strcmp(S.Rank, "SLURM_PROCID") != 0)
      OfOnlyProcess = Value;
  }
  return OfOnlyProcess;
}

} // namespace argus::rt
