//===- PlanFile.cpp - the plan of an answered query, for the next ---------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "answer/PlanFile.h"

#include "plan/Repeats.h"
#include "support/Digest.h"

#include <algorithm>
#include <fmt/format.h>

namespace argus {

using Json = nlohmann::ordered_json;

std::string questionOf(const Query &Q, const std::string &ProgramDigest) {
  nlohmann::json Asked = toJson(Q);
  for (const char *Elsewhere : {"out", "store"})
    Asked.erase(Elsewhere);
  Asked["program"] = ProgramDigest;
  return digestOf(Asked.dump()).substr(0, 32);
}

std::string repeatsOf(const Query &Q) {
  const RepeatRules Rules = repeatRules(Q);
  const char *Group = Q.Virtual ? "reference, it" : "reference, it, it, reference";
  if (Rules.Groups)
    return fmt::format("{} x ({})", *Rules.Groups, Group);
  return fmt::format("({}) until within {:g} %, at most {} times", Group,
                     Rules.PrecisionPercent, Rules.MostGroups);
}

void writePlanFile(const fs::path &File, const Tasks &Plan, const PlanContext &Context,
                   const std::string &Question) {
  Json Document = explainPlan(Plan, Context);
  Document["question"] = Question;
  writeFile(File, Document.dump(2) + "\n");
}

/// Null where the file is none of ours, or of another version.
static Json readDocument(const fs::path &File, const std::string &Question) {
  std::error_code Error;
  if (!fs::is_regular_file(File, Error))
    return {};
  const Json Document = Json::parse(readFile(File), nullptr, false);
  const bool Ours = Document.is_object() && Document.value("schema_version", 0) == 1 &&
                    Document.value("question", "") == Question;
  return Ours ? Document : Json();
}

static LastPlan toPlan(const Json &Document) {
  LastPlan Last;
  for (const Json &Control : Document.at("found"))
    Last.Found[Control.at("control")] =
        Control.at("targets").get<std::vector<std::string>>();
  for (const Json &Task : Document.at("tasks"))
    if (Task.contains("real")) {
      const Json &Real = Task["real"];
      RealCost &Cost = Last.Costs[Task.at("id")];
      Cost.Seconds = Real.at("seconds");
      Cost.Artifacts = Real.at("artifacts").get<std::vector<std::string>>();
    }
  return Last;
}

std::optional<LastPlan> findLastPlan(const fs::path &Runs,
                                     const std::string &Question) {
  std::vector<fs::path> All;
  std::error_code Error;
  for (const auto &Entry : fs::directory_iterator(Runs, Error))
    All.push_back(Entry.path());
  // Their names begin with the time.
  std::sort(All.rbegin(), All.rend());
  for (const fs::path &Run : All)
    try {
      if (const Json Document = readDocument(Run / PlanFileName, Question);
          !Document.is_null())
        return toPlan(Document);
    } catch (const Json::exception &) { // of another version: no help, no harm
    }
  return std::nullopt;
}

} // namespace argus
