//===- Explain.cpp - a plan in words, JSON and dot ------------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plan/Explain.h"

#include "support/Text.h"

#include <algorithm>
#include <boost/graph/graphviz.hpp>
#include <fmt/format.h>
#include <set>
#include <sstream>

namespace argus {

using Json = nlohmann::ordered_json;

namespace {

class Explanation {
public:
  Explanation(const Tasks &Plan, const PlanContext &Context)
      : Plan(Plan), Graph(Plan.graph()), Context(Context), Made(planRuns(Plan)) {}

  Json document() {
    Json D;
    D["schema_version"] = 1;
    D["signals"] = Context.Signals;
    D["device"] = Context.Device;
    D["tasks"] = Json::array();
    for (const TaskId T : Plan.inOrder())
      D["tasks"].push_back(task(T));
    D["runs"] = Json::array();
    for (size_t I = 0; I < Made.All.size(); ++I)
      D["runs"].push_back(run(I));
    D["stages"] = Json::array();
    for (const PlannedStage &Stage : Made.Stages)
      D["stages"].push_back({{"runs", Stage.Runs.size()}, {"bound", Stage.Bound}});
    D["found"] = Json::array();
    for (const std::string &Control : Plan.expanded())
      D["found"].push_back(
          {{"control", Control}, {"targets", Plan.targetsOf(Control)}});
    D["unexpanded"] = Json::array();
    for (const std::string &Control : Plan.unexpanded())
      D["unexpanded"].push_back({{"control", Control}, {"tasks", waiting(Control)}});
    D["lost"] = Json::array();
    for (const Lost &L : Plan.lost())
      D["lost"].push_back(
          {{"signal", L.Signal}, {"reason", L.Reason}, {"whole", L.Whole}});
    return D;
  }

private:
  Json task(TaskId T) const {
    const Task &Of = Graph[T];
    Json Row = {{"id", Of.id()},
                {"kind", toString(Of.Recipe->Kind)},
                {"meaning", Of.Recipe->Meaning},
                {"takes", Json::array()},
                {"effects", Json::array()},
                {"estimated_s", estimate(T)}};
    for (auto [E, End] = boost::in_edges(T, Graph); E != End; ++E)
      Row["takes"].push_back(Graph[boost::source(*E, Graph)].id());
    for (const Effect &E : Of.Effects)
      Row["effects"].push_back(toString(E));
    if (const auto Cost = Context.Costs.find(Of.id()); Cost != Context.Costs.end())
      Row["real"] = {{"seconds", Cost->second.Seconds},
                     {"artifacts", Cost->second.Artifacts},
                     {"in_store", Cost->second.Kept}};
    return Row;
  }

  /// Null: nothing is known of the program's own time.
  Json estimate(TaskId T) const {
    const Recipe &Of = *Graph[T].Recipe;
    if (Of.Kind != TaskKind::Collect)
      return Of.Seconds;
    return Context.ProgramSeconds ? Json(Of.Seconds + *Context.ProgramSeconds) : Json();
  }

  std::vector<std::string> waiting(const std::string &Control) const {
    std::vector<std::string> Names;
    for (const Recipe *R : Plan.waitingFor(Control))
      Names.push_back(R->Name);
    return Names;
  }

  std::string nameOf(size_t Run) const {
    return Graph[Made.All[Run].Collections.front()].id();
  }

  Json run(size_t I) const {
    const PlannedRun &Run = Made.All[I];
    Json Row;
    Row["name"] = nameOf(I);
    Row["stage"] = Run.Stage;
    Row["image"] = Run.Image;
    Row["collects"] = Json::array();
    std::set<std::string> Signals;
    std::set<TaskId> Seen;
    for (const TaskId T : Run.Collections) {
      Row["collects"].push_back(Graph[T].id());
      addSignals(T, Signals, Seen);
    }
    Row["for"] = Signals;
    Row["repeats"] = isTimed(Plan, Run) ? Context.Repeats : "once";
    Row["apart_from"] = Json::array();
    for (size_t Other = 0; Other < Made.All.size(); ++Other)
      if (Other != I)
        Row["apart_from"].push_back(apart(I, Other));
    return Row;
  }

  /// The signals that a task's product ends up in.
  void addSignals(TaskId T, std::set<std::string> &Signals,
                  std::set<TaskId> &Seen) const {
    const Recipe &Of = *Graph[T].Recipe;
    if (!Seen.insert(T).second)
      return;
    if (Of.Signal)
      Signals.insert(Of.Name);
    for (auto [E, End] = boost::out_edges(T, Graph); E != End; ++E)
      addSignals(boost::target(*E, Graph), Signals, Seen);
    // What waits for targets has no edges yet.
    if (Of.Kind == TaskKind::Control && Plan.unexpanded().count(Of.Name))
      Signals.insert(Context.Signals.begin(), Context.Signals.end());
  }

  Json apart(size_t I, size_t Other) const {
    const PlannedRun &A = Made.All[I], &B = Made.All[Other];
    Json Row = {{"run", nameOf(Other)}};
    for (const TaskId X : A.Collections)
      for (const TaskId Y : B.Collections)
        if (const Rule *R = conflict(Graph[X].Effects, Graph[Y].Effects)) {
          Row["rule"] = R->Name;
          Row["why"] = R->Why;
          return Row;
        }
    Row["why"] = A.Stage == B.Stage  ? "fewer runs cannot hold all collections"
                 : A.Stage > B.Stage ? "it comes first: this run needs what it brings"
                                     : "it comes later: it needs what other runs bring";
    return Row;
  }

  const Tasks &Plan;
  const TaskGraph &Graph;
  const PlanContext &Context;
  const Runs Made;
};

std::string costOf(const Json &Task) {
  const Json Real = Task.value("real", Json());
  if (!Real.is_null())
    return fmt::format("{:.2f} s when last done{}{}", Real["seconds"].get<double>(),
                       Real["artifacts"].size() > 1
                           ? fmt::format(" ({} times)", Real["artifacts"].size())
                           : "",
                       Real["in_store"].get<bool>() ? ", in the store" : "");
  if (Task["estimated_s"].is_null())
    return "as long as the program takes";
  return fmt::format("about {:.1f} s", Task["estimated_s"].get<double>());
}

std::string listed(const Json &Words) {
  return join(Words.get<std::vector<std::string>>(), ", ");
}

std::string runAsText(const Json &Run, size_t Number, const Json &Tasks, bool Brief) {
  std::string Text =
      fmt::format("run {}: {} ({} code, {})\n", Number, Run["name"].get<std::string>(),
                  Run["image"].get<std::string>(), Run["repeats"].get<std::string>());
  for (const Json &Task : Tasks) {
    const auto &All = Run["collects"];
    if (std::find(All.begin(), All.end(), Task["id"]) != All.end())
      Text += fmt::format("  collects {}: {}\n    cost: {}\n",
                          Task["id"].get<std::string>(),
                          Task["meaning"].get<std::string>(), costOf(Task));
  }
  Text += fmt::format("  for {}\n", listed(Run["for"]));
  if (!Brief)
    for (const Json &Other : Run["apart_from"])
      Text += fmt::format("  apart from {}: {}{}\n", Other["run"].get<std::string>(),
                          Other["why"].get<std::string>(),
                          Other.contains("rule")
                              ? fmt::format(" [{}]", Other["rule"].get<std::string>())
                              : "");
  return Text;
}

} // namespace

Json explainPlan(const Tasks &Plan, const PlanContext &Context) {
  return Explanation(Plan, Context).document();
}

std::string planAsText(const Json &Explained, bool Brief) {
  std::string Text = fmt::format("plan for {} on {}\n", listed(Explained["signals"]),
                                 Explained["device"].get<std::string>());
  for (const Json &Task : Explained["tasks"])
    if (Task["kind"] == "transform")
      Text += fmt::format("build {}: {}\n  cost: {}\n", Task["id"].get<std::string>(),
                          Task["meaning"].get<std::string>(), costOf(Task));
  size_t Number = 0, Bound = 0;
  for (const Json &Run : Explained["runs"])
    Text += runAsText(Run, ++Number, Explained["tasks"], Brief);
  for (const Json &Stage : Explained["stages"])
    Bound += Stage["bound"].get<size_t>();
  Text +=
      fmt::format("{} kinds of runs; by the rules of interference, no plan has fewer "
                  "than {}\n",
                  Number, Bound);
  for (const Json &Open : Explained["unexpanded"])
    Text += fmt::format("not known before '{}' is done: how many of {} there are\n",
                        Open["control"].get<std::string>(), listed(Open["tasks"]));
  for (const Json &L : Explained["lost"])
    Text +=
        fmt::format("{}: {}: {}\n", L["whole"].get<bool>() ? "not measured" : "less",
                    L["signal"].get<std::string>(), L["reason"].get<std::string>());
  return Text;
}

std::string planAsDot(const Tasks &Plan) {
  const TaskGraph &Graph = Plan.graph();
  const Runs Made = planRuns(Plan);
  const auto Quoted = [](const std::string &Text) {
    return boost::escape_dot_string(Text);
  };
  std::ostringstream Text;
  Text << "digraph plan {\n  rankdir=LR;\n";
  for (const TaskId T : boost::make_iterator_range(boost::vertices(Graph)))
    Text << fmt::format("  {} [label={}, shape={}];\n", T, Quoted(Graph[T].id()),
                        Graph[T].Recipe->Kind == TaskKind::Collect     ? "ellipse"
                        : Graph[T].Recipe->Kind == TaskKind::Control   ? "diamond"
                        : Graph[T].Recipe->Kind == TaskKind::Transform ? "box"
                                                                       : "note");
  for (size_t I = 0; I < Made.All.size(); ++I) {
    Text << fmt::format("  subgraph cluster_{} {{\n    label=\"run {}\";\n   ", I,
                        I + 1);
    for (const TaskId T : Made.All[I].Collections)
      Text << " " << T << ";";
    Text << "\n  }\n";
  }
  for (const auto &Edge : boost::make_iterator_range(boost::edges(Graph)))
    Text << fmt::format("  {} -> {}{};\n", boost::source(Edge, Graph),
                        boost::target(Edge, Graph),
                        Graph[Edge].Optional ? " [style=dashed]" : "");
  Text << "}\n";
  return Text.str();
}

} // namespace argus
