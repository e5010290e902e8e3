//===- BuildSteps.cpp - variants as steps of the executor -----------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "build/BuildSteps.h"

#include "build/LinkedVariants.h"

#include <fmt/format.h>
#include <memory>
#include <thread>

namespace argus {

static BuiltVariant noted(BuiltVariant Built) {
  if (Built.Reused)
    Executor::reused();
  return Built;
}

StepId addVariant(Executor &Steps, const VariantJob &Job, const BuildTools &Tools,
                  BuiltVariant &Into, const std::vector<StepId> &After) {
  const std::string Name =
      fmt::format("build {} {} {}", Job.kind(), Job.capsule().Source, Job.Arch);
  if (Job.parts() == 0)
    return Steps.add({Name,
                      StepKind::Compute,
                      {},
                      [Job, &Tools, &Into] { Into = noted(buildPart(Job, Tools)); }},
                     After);
  const std::vector<VariantJob> Parts = partsOf(Job);
  const auto Built = std::make_shared<std::vector<BuiltVariant>>(Parts.size());
  std::vector<StepId> Before;
  for (size_t I = 0; I < Parts.size(); ++I)
    Before.push_back(Steps.add(
        {fmt::format("{} unit {}", Name, I),
         StepKind::Compute,
         {},
         [Part = Parts[I], &Tools, Built, I] { (*Built)[I] = buildPart(Part, Tools); }},
        After));
  return Steps.add(
      {Name + " link",
       StepKind::Compute,
       {},
       [Job, &Tools, Built, &Into] { Into = noted(linkVariants(Job, *Built, Tools)); }},
      Before);
}

std::vector<BuiltVariant> buildVariants(const std::vector<VariantJob> &Jobs,
                                        const BuildTools &Tools) {
  std::vector<BuiltVariant> Built(Jobs.size());
  ThreadRunner Threads;
  const unsigned Cores = std::max(1u, std::thread::hardware_concurrency());
  Progress Shown(Verbosity::Quiet, Cores, progressOnStderr());
  Executor Steps(Cores, Threads, Shown);
  std::vector<StepId> Ids;
  for (size_t I = 0; I < Jobs.size(); ++I)
    Ids.push_back(addVariant(Steps, Jobs[I], Tools, Built[I]));
  Steps.run();
  for (const StepId Id : Ids)
    if (const auto &Why = Steps.outcome(Id).Why)
      throw *Why;
  return Built;
}

void buildMapped(std::vector<ModuleBuild> &Modules, const BuildTools &Tools) {
  const ModuleJobs Work(Modules, false);
  std::vector<VariantJob> Jobs;
  for (const ModuleJobs::Target &T : Work.targets())
    Jobs.push_back(*Work.job(T, BuildKind::Mapped, {}));
  std::vector<BuiltVariant> Built = buildVariants(Jobs, Tools);
  for (size_t I = 0; I < Jobs.size(); ++I) {
    Work.targets()[I].Build->Mapped = std::move(Built[I]);
    Work.compare(Work.targets()[I]);
  }
}

} // namespace argus
