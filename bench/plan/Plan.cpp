//===- Plan.cpp - how fast ten thousand probes are planned ----------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A query that becomes 10,000 probes over 200 sites: closure, expansion and runs; asked
// for: less than a second and 500 MiB. Beside it Boost's sequential colouring of the
// same conflicts. `runs` is how many runs each makes of them, `bound` the largest
// clique.
//
//===----------------------------------------------------------------------===//

#include "plan/Runs.h"

#include <benchmark/benchmark.h>
#include <boost/graph/adjacency_matrix.hpp>
#include <boost/graph/sequential_vertex_coloring.hpp>
#include <list>
#include <sys/resource.h>

using namespace argus;

namespace {

struct Probes {
  Probes() {
    Find.Name = "sites";
    Find.Kind = TaskKind::Control;
    Build.Name = "probe-build";
    Build.Kind = TaskKind::Transform;
    Build.ForEach = "sites";
    Probe.Name = "probe";
    Probe.Needs = {"probe-build"};
    Probe.ForEach = "iterations";
    Probe.Effects = {{EffectKind::RunsImage, "probes"},
                     {EffectKind::AddsCode, "", EffectOf::Whose::Region},
                     {EffectKind::Delays, "", EffectOf::Whose::Role},
                     {EffectKind::MeasuresOperation, "", EffectOf::Whose::Role}};
    Iterations.Name = "iterations";
    Iterations.Kind = TaskKind::Control;
    Iterations.Needs = {"sites"};
    Signal.Name = "async";
    Signal.Kind = TaskKind::Synthesise;
    Signal.Signal = true;
    Signal.Needs = {"probe"};
    for (uint32_t Site = 0; Site < 200; ++Site) {
      Target S;
      S.Name = "site" + std::to_string(Site);
      Sites.push_back(S);
      for (uint32_t Iteration = 0; Iteration < 50; ++Iteration) {
        Target P;
        P.Name = S.Name + "," + std::to_string(Iteration);
        P.Parent = S.Name;
        P.Region = "gemm/mainloop/" + S.Name;
        P.Role = "role" + std::to_string(Site % 4);
        P.At = {Iteration, Site};
        P.Cta = (Site * 50 + Iteration) % 132;
        Found.push_back(P);
      }
    }
  }

  Tasks plan() const {
    Tasks Plan(RecipeBook({&Find, &Build, &Probe, &Iterations, &Signal}),
               PlanRequest{{"async"}});
    Plan.expand("sites", Sites);
    Plan.expand("iterations", Found);
    return Plan;
  }

  Recipe Find, Build, Probe, Iterations, Signal;
  std::vector<Target> Sites, Found;
};

double residentMiB() {
  rusage Usage{};
  getrusage(RUSAGE_SELF, &Usage);
  return static_cast<double>(Usage.ru_maxrss) / 1024;
}

void plan(benchmark::State &State) {
  const Probes All;
  size_t Count = 0, Bound = 0;
  for (auto _ : State) {
    const Runs Planned = planRuns(All.plan());
    Count = Planned.All.size();
    Bound = Planned.Stages.back().Bound;
  }
  State.counters["runs"] = static_cast<double>(Count);
  State.counters["bound"] = static_cast<double>(Bound);
  State.counters["peak_MiB"] = residentMiB();
}

/// The same conflicts, each looked at by the rules, and Boost's colouring.
void boostColoring(benchmark::State &State) {
  const Probes All;
  size_t Count = 0;
  for (auto _ : State) {
    const Tasks Plan = All.plan();
    const std::vector<TaskId> Members = Plan.tasksOf(All.Probe);
    boost::adjacency_matrix<boost::undirectedS> Graph(Members.size());
    for (size_t A = 0; A < Members.size(); ++A)
      for (size_t B = 0; B < A; ++B)
        if (conflict(Plan.graph()[Members[A]].Effects,
                     Plan.graph()[Members[B]].Effects))
          boost::add_edge(A, B, Graph);
    std::vector<size_t> Colors(Members.size());
    Count = boost::sequential_vertex_coloring(
        Graph, boost::make_iterator_property_map(
                   Colors.begin(), boost::get(boost::vertex_index, Graph)));
  }
  State.counters["runs"] = static_cast<double>(Count);
}

BENCHMARK(plan)->Unit(benchmark::kMillisecond);
BENCHMARK(boostColoring)->Unit(benchmark::kMillisecond)->Iterations(1);

} // namespace

BENCHMARK_MAIN();
