//===- PlanFile.h - the plan of an answered query, for the next ---*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An answered query leaves `plan.json` in its run's directory: the plan as it turned
// out, with what each task took. A plan for the same question starts from it.
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_TOOL_ANSWER_PLANFILE_H
#define ARGUS_TOOL_ANSWER_PLANFILE_H

#include "plan/Explain.h"
#include "query/Query.h"
#include "support/Files.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace argus {

constexpr const char PlanFileName[] = "plan.json";

/// Equal for two queries that have one plan.
std::string questionOf(const Query &Q, const std::string &ProgramDigest);

/// How often timed runs are made, in words.
std::string repeatsOf(const Query &Q);

/// Targets that control tasks found.
using FoundTargets = std::map<std::string, std::vector<std::string>>;

void writePlanFile(const fs::path &File, const Tasks &Plan, const PlanContext &Context,
                   const std::string &Question);

struct LastPlan {
  FoundTargets Found;
  std::map<std::string, RealCost> Costs; ///< Kept is not known
};

/// Of the latest of the store's runs that answered the question.
std::optional<LastPlan> findLastPlan(const fs::path &Runs, const std::string &Question);

} // namespace argus

#endif // ARGUS_TOOL_ANSWER_PLANFILE_H
