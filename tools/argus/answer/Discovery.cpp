//===- Discovery.cpp - what the program's first run tells -----------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "answer/Discovery.h"

#include "build/Capsules.h"
#include "join/Ranks.h"
#include "query/Regions.h"
#include "support/Failure.h"

#include <fmt/format.h>

namespace argus {

void readProgram(Session &S) {
  if (MappedFile(S.Program).bytes().substr(0, 4) == "\177ELF")
    S.Modules.binary(S.Program);
}

void requireKnown(const Session &S) {
  requireKnownRegions(S.Q.Regions, S.Modules.knownPaths());
  requireKnownKernel(S.Q.Scope, S.Modules.knownKernels());
  requireKnownScope(S.Q.Scope, S.Modules.knownRoles(), S.Modules.countTrips());
}

std::optional<DeviceRecord> deviceOf(const DoneRun &Run) {
  for (const CollectedProcess &P : Run.Processes)
    for (const LaunchRecord &Launch : P.Log.Launches)
      for (const DeviceRecord &D : P.Log.Devices)
        if (D.Device == Launch.Device)
          return D;
  return std::nullopt;
}

static std::string whyNothing(const LaunchCounts &Counts, const Query &Q) {
  if (Counts.All == 0)
    return "the program launched no kernel of its modules with capsules";
  if (Counts.Marked == 0)
    return fmt::format("the program launched {} kernels, none of which has a marked "
                       "region",
                       Counts.All);
  if (Counts.InScope == 0)
    return fmt::format("the query's scope ({}) holds none of the {} launches of marked "
                       "kernels",
                       toString(Q.Scope), Counts.Marked);
  return "";
}

std::string findModules(Session &S, const DoneRun &Reference, Report &R) {
  const std::vector<const RuntimeLog *> Logs = Reference.logs();
  size_t Modules = 0;
  for (const RuntimeLog *Log : Logs)
    for (const ModuleRecord &Module : Log->Modules) {
      S.Modules.container(Module);
      ++Modules;
    }
  if (Modules == 0)
    throw noCapsule(S.Program +
                    ": no capsule, in the program or a library that it loads");
  const std::vector<ContainerInfo> &Own = S.Modules.known(S.Program);
  for (const std::string &Problem : {unmappedSources(Own), changedSources(Own)})
    if (!Problem.empty())
      R.Messages.push_back({Reference.Id, "warning", Problem});
  requireKnown(S);
  LaunchCounts Counts;
  for (const ModuleUse &Use : findUses(Logs, S.Q.Scope, S.Modules, Counts))
    S.Builds.push_back(planBuild(Use));
  R.Device = deviceOf(Reference);
  if (std::string Why = whyNoRank(Logs, S.Q.Scope); !Why.empty())
    return Why;
  return whyNothing(Counts, S.Q);
}

} // namespace argus
