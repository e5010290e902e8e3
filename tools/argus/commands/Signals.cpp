//===- Signals.cpp - argus signals ----------------------------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "query/Signals.h"
#include "commands/Commands.h"
#include "plan/Runs.h"
#include "report/TextTable.h"
#include "support/Text.h"

#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <unistd.h>

namespace argus {

namespace {

/// What answering with a signal takes on a GPU.
struct Cost {
  std::vector<std::string> Needs, Runs, Perturbs;
};

void addOnce(std::vector<std::string> &To, const std::string &Text) {
  if (std::find(To.begin(), To.end(), Text) == To.end())
    To.push_back(Text);
}

bool perturbs(EffectKind Kind) {
  switch (Kind) {
  case EffectKind::AddsCode:
  case EffectKind::Delays:
  case EffectKind::SerialisesKernels:
  case EffectKind::ReplaysKernels:
  case EffectKind::SlowsKernels:
    return true;
  default:
    return false;
  }
}

Cost costOf(const Recipe &Signal) {
  PlanRequest Request;
  Request.Signals = {Signal.Name};
  Request.Inapplicable = {Capability::VirtualDevice};
  Tasks Plan(allRecipes(), Request);
  while (!Plan.unexpanded().empty())
    Plan.expand(*Plan.unexpanded().begin(), {{"any"}});
  Cost Of;
  for (const TaskId T : Plan.inOrder()) {
    const Task &Each = Plan.graph()[T];
    for (const Capability C : Each.Recipe->Requires)
      addOnce(Of.Needs, toString(C));
    for (const Effect &E : Each.Effects)
      if (perturbs(E.Kind))
        addOnce(Of.Perturbs, Each.Recipe->Name + " " + toString(E));
  }
  for (const PlannedRun &Run : planRuns(Plan).All)
    for (const TaskId T : Run.Collections)
      addOnce(Of.Runs, Plan.graph()[T].Recipe->Name);
  return Of;
}

} // namespace

ExitCode listSignals(bool Json) {
  auto List = nlohmann::ordered_json::array();
  TextTable Table("llllll",
                  {"signal", "qualifier", "needs", "runs", "perturbs", "meaning"});
  for (const Recipe *S : signals()) {
    const Cost Of = costOf(*S);
    List.push_back({{"name", S->Name},
                    {"evidence", S->Evidence},
                    {"qualifier", S->Qualifier},
                    {"scope", S->Coordinates},
                    {"needs", Of.Needs},
                    {"runs", Of.Runs},
                    {"perturbs", Of.Perturbs},
                    {"meaning", S->Meaning}});
    Table.add({S->Name, S->Qualifier, join(Of.Needs, ", "), join(Of.Runs, ", "),
               join(Of.Perturbs, ", "), S->Meaning});
  }
  if (Json)
    std::printf("%s\n", List.dump(2).c_str());
  else
    std::fputs(Table.text(styleOf(STDOUT_FILENO)).c_str(), stdout);
  return ExitCode::Done;
}

} // namespace argus
