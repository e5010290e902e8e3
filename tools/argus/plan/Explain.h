//===- Explain.h - a plan in words, JSON and dot ------------------*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_TOOL_PLAN_EXPLAIN_H
#define ARGUS_TOOL_PLAN_EXPLAIN_H

#include "plan/Runs.h"

#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

namespace argus {

/// What a task took when it was last done for the same question.
struct RealCost {
  double Seconds = 0;                      ///< all of its runs together
  std::vector<std::string> Artifacts = {}; ///< keys in the store, one each time
  bool Kept = false; ///< the store has all of them: it is not done again
};

struct PlanContext {
  std::vector<std::string> Signals;
  std::string Device;  ///< "virtual"
  std::string Repeats; ///< how often timed runs are made, in words
  std::optional<double> ProgramSeconds = {};  ///< that the program itself takes
  std::map<std::string, RealCost> Costs = {}; ///< by task
};

/// The document that docs/schema/plan.schema.json describes: tasks in order, runs with
/// what they collect, why they are there and what keeps them apart, what is not known
/// yet, and what is lost.
nlohmann::ordered_json explainPlan(const Tasks &Plan, const PlanContext &Context);

/// The same for people. Brief: without what keeps runs apart.
std::string planAsText(const nlohmann::ordered_json &Explained, bool Brief);

/// The task graph for Graphviz, with the runs as clusters.
std::string planAsDot(const Tasks &Plan);

} // namespace argus

#endif // ARGUS_TOOL_PLAN_EXPLAIN_H
