//===- Plan.cpp - argus plan ----------------------------------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "answer/Answer.h"
#include "answer/PlanFile.h"
#include "answer/Tools.h"
#include "commands/Commands.h"
#include "execute/Process.h"
#include "store/Store.h"
#include "support/Digest.h"

#include <algorithm>
#include <cstdio>

namespace argus {

namespace {

/// Starts from what the last answer of the same question found, if there was one.
void addKnown(Tasks &Plan, PlanContext &Context, const Query &Q,
              const std::string &Question) {
  if (!fs::exists(fs::path(Q.Store) / "runs"))
    return;
  const auto Last = findLastPlan(fs::path(Q.Store) / "runs", Question);
  if (!Last)
    return;
  for (const auto &[Control, Targets] : Last->Found)
    if (Plan.unexpanded().count(Control)) {
      std::vector<Target> Found;
      for (const std::string &Name : Targets)
        Found.push_back({Name});
      Plan.expand(Control, Found);
    }
  Context.Costs = Last->Costs;
  Store Kept(Q.Store, Store::Access::Read);
  for (auto &[Task, Cost] : Context.Costs) {
    const auto &Keys = Cost.Artifacts;
    Cost.Kept = std::all_of(Keys.begin(), Keys.end(),
                            [&](const std::string &Key) { return Kept.contains(Key); });
    if (Task == "reference" && !Keys.empty())
      Context.ProgramSeconds = Cost.Seconds / static_cast<double>(Keys.size());
  }
}

} // namespace

ExitCode explainQuery(const Query &Q, PlanFormat Format, bool Explain) {
  const std::string Program = findProgram(Q.Command.front());
  BuildTools Tools;
  argus::Tasks Plan(allRecipes(), planRequest(Q, findTools(nullptr, Tools)));
  PlanContext Context;
  Context.Signals = Q.Signals;
  Context.Device = deviceName(Q);
  Context.Repeats = repeatsOf(Q);
  addKnown(Plan, Context, Q, questionOf(Q, digestOf(MappedFile(Program).bytes())));
  const auto Explained = explainPlan(Plan, Context);
  std::string Text;
  if (Format == PlanFormat::Json)
    Text = Explained.dump(2) + "\n";
  else
    Text =
        Format == PlanFormat::Dot ? planAsDot(Plan) : planAsText(Explained, !Explain);
  std::fputs(Text.c_str(), stdout);
  const auto &Lost = Plan.lost();
  return std::any_of(Lost.begin(), Lost.end(), [](const auto &L) { return L.Whole; })
             ? ExitCode::Unmeasured
             : ExitCode::Done;
}

} // namespace argus
