//===- Modules.cpp - the capsules of the modules that a program used ------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "build/Modules.h"

#include "build/Capsules.h"
#include "support/Failure.h"

#include <algorithm>
#include <set>

namespace argus {

const std::vector<ContainerInfo> &ModuleSet::binary(const std::string &Path) {
  auto At = Binaries.find(Path);
  if (At == Binaries.end())
    At = Binaries.emplace(Path, loadContainers(Path)).first;
  return At->second;
}

const ContainerInfo &ModuleSet::container(const ModuleRecord &Module) {
  for (const ContainerInfo &C : binary(Module.Path))
    if (C.is(Module.ModuleId))
      return C;
  if (binary(Module.Path).empty())
    throw noCapsule(Module.Path + ": has no Argus capsule for the module of " +
                    Module.Source + " that the program loaded");
  throw badUsage(Module.Path + ": has no capsule for the module of " + Module.Source +
                     " that the program loaded",
                 "the file was built again, or stripped, while argus ran: run again");
}

const std::vector<ContainerInfo> &ModuleSet::known(const std::string &Path) const {
  static const std::vector<ContainerInfo> None;
  const auto At = Binaries.find(Path);
  return At == Binaries.end() ? None : At->second;
}

std::vector<std::string> ModuleSet::knownPaths() const {
  std::set<std::string> Paths;
  for (const auto &[Path, Containers] : Binaries)
    for (const ContainerInfo &Container : Containers)
      for (const CapsuleInfo &Capsule : Container.Capsules)
        for (const RegionInfo &Region : Capsule.Regions) {
          Paths.insert(Capsule.Kernels[Region.Kernel].Name);
          Paths.insert(Region.Path);
        }
  return {Paths.begin(), Paths.end()};
}

std::vector<KernelInfo> ModuleSet::knownKernels() const {
  std::vector<KernelInfo> Kernels;
  for (const auto &[Path, Containers] : Binaries)
    for (const ContainerInfo &Container : Containers)
      for (const CapsuleInfo &Capsule : Container.Capsules)
        for (unsigned K = 0; K < Capsule.Kernels.size(); ++K)
          if (std::any_of(Capsule.Regions.begin(), Capsule.Regions.end(),
                          [&](const RegionInfo &R) { return R.Kernel == K; }))
            Kernels.push_back(Capsule.Kernels[K]);
  return Kernels;
}

std::vector<std::string> ModuleSet::knownRoles() const {
  std::set<std::string> Roles;
  for (const auto &[Path, Containers] : Binaries)
    for (const ContainerInfo &Container : Containers)
      for (const CapsuleInfo &Capsule : Container.Capsules)
        for (const KernelInfo &Kernel : Capsule.Kernels)
          Roles.insert(Kernel.Roles.begin(), Kernel.Roles.end());
  return {Roles.begin(), Roles.end()};
}

bool ModuleSet::countTrips() const {
  for (const auto &[Path, Containers] : Binaries)
    for (const ContainerInfo &Container : Containers)
      for (const CapsuleInfo &Capsule : Container.Capsules)
        for (const RegionInfo &Region : Capsule.Regions)
          if (Region.Counted)
            return true;
  return false;
}

std::string deviceArch(const RuntimeLog &Log, int Device) {
  for (const DeviceRecord &D : Log.Devices)
    if (D.Device == Device)
      return D.Arch;
  // CUDA could not tell the device of the launch.
  return Log.Devices.empty() ? std::string() : Log.Devices.front().Arch;
}

namespace {

/// The kernel with this mangled name where some capsule has a region in it.
const KernelInfo *markedKernel(const ContainerInfo &Container,
                               const std::string &Mangled) {
  for (const CapsuleInfo &Capsule : Container.Capsules)
    for (const RegionInfo &Region : Capsule.Regions)
      if (Capsule.Kernels[Region.Kernel].Mangled == Mangled)
        return &Capsule.Kernels[Region.Kernel];
  return nullptr;
}

void addUse(std::vector<ModuleUse> &Uses, const ContainerInfo &Container,
            const std::vector<ContainerInfo> &Siblings, const std::string &Arch) {
  auto At = std::find_if(Uses.begin(), Uses.end(),
                         [&](const ModuleUse &U) { return U.Container == &Container; });
  if (At == Uses.end()) {
    ModuleUse Use;
    Use.Container = &Container;
    Use.Siblings = &Siblings;
    At = Uses.insert(Uses.end(), Use);
  }
  At->DeviceArchs.insert(Arch);
}

/// Of all launches: those out of scope run the traced images, too.
void noteBlockSizes(std::vector<ModuleUse> &Uses,
                    const std::vector<const RuntimeLog *> &Logs, ModuleSet &Modules) {
  for (const RuntimeLog *Log : Logs)
    for (const LaunchRecord &Launch : Log->Launches) {
      const ModuleRecord *Module = Log->module(Launch.Module);
      if (!Module)
        continue;
      const ContainerInfo *Container = &Modules.container(*Module);
      for (ModuleUse &Use : Uses)
        if (Use.Container == Container) {
          uint64_t &Threads = Use.BlockThreads[Launch.Kernel];
          Threads =
              std::max(Threads, Launch.Block[0] * Launch.Block[1] * Launch.Block[2]);
        }
    }
}

} // namespace

std::vector<ModuleUse> findUses(const std::vector<const RuntimeLog *> &Logs,
                                const Scope &S, ModuleSet &Modules,
                                LaunchCounts &Counts) {
  std::vector<ModuleUse> Uses;
  for (const RuntimeLog *Log : Logs)
    for (const LaunchRecord &Launch : Log->Launches) {
      ++Counts.All;
      const ModuleRecord *Module = Log->module(Launch.Module);
      if (!Module)
        continue;
      const ContainerInfo &Container = Modules.container(*Module);
      const KernelInfo *Kernel = markedKernel(Container, Launch.Kernel);
      if (!Kernel)
        continue;
      ++Counts.Marked;
      if (!S.holdsRank(Log->Rank) || !S.holdsLaunch(Launch.Launch) ||
          !S.holdsKernel(Kernel->Name, Kernel->Mangled) ||
          !S.holdsAnyRole(Kernel->Roles))
        continue;
      ++Counts.InScope;
      addUse(Uses, Container, Modules.binary(Module->Path),
             deviceArch(*Log, Launch.Device));
    }
  noteBlockSizes(Uses, Logs, Modules);
  return Uses;
}

} // namespace argus
