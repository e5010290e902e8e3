//===- Truth.cpp - the regions of what was executed, told twice -----------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "join/Truth.h"

#include "build/ContextOwners.h"

#include <algorithm>

namespace argus {

namespace {

const KernelInfo *findKernel(const CapsuleInfo &Capsule, const std::string &Mangled) {
  for (const KernelInfo &K : Capsule.Kernels)
    if (K.Mangled == Mangled)
      return &K;
  return nullptr;
}

using Names = std::vector<std::string>;

/// The paths of what is open, outermost first.
struct OpenPaths {
  Names Regions; ///< the kernel's own in front
  Names Roles;
};

OpenPaths pathsOf(const CapsuleInfo &Capsule, const KernelInfo &Kernel,
                  const std::vector<unsigned> &Stack) {
  OpenPaths Paths = {{Kernel.Name}, {}};
  for (const unsigned Site : Stack) {
    if (Site >= Capsule.Sites.size())
      continue;
    const SiteInfo &Info = Capsule.Sites[Site];
    if (Info.isRegion())
      Paths.Regions.push_back(Paths.Regions.back() + "/" + Info.Name);
    else if (Info.Form == SiteForm::Role)
      Paths.Roles.push_back((Paths.Roles.empty() ? "" : Paths.Roles.back() + "/") +
                            Info.Name);
  }
  return Paths;
}

bool holds(const Names &List, const std::string &Name) {
  return std::find(List.begin(), List.end(), Name) != List.end();
}

Names either(Names A, const Names &B) {
  for (const std::string &Name : B)
    if (!holds(A, Name))
      A.push_back(Name);
  return A;
}

class Joiner {
public:
  Joiner(const ExecutionCounts &Counts, const std::map<std::string, TruthBuild> &Builds,
         const Scope &S)
      : Counts(Counts), Builds(Builds), S(S) {}

  TruthTable run() {
    for (const ExecutedRecord &R : Counts.Executed)
      if (const KernelInfo *Kernel = kernelOf(R))
        add(R, *Kernel);
    addEntries(Counts.Entered, &TruthCounts::Entries);
    addEntries(Counts.Trips, &TruthCounts::Trips);
    return std::move(Table);
  }

private:
  template <typename Record> const KernelInfo *kernelOf(const Record &R) const {
    const auto Build = Builds.find(R.Ptx);
    if (Build == Builds.end() || !S.holdsLaunch(R.Launch))
      return nullptr;
    const KernelInfo *Kernel = findKernel(*Build->second.Capsule, R.Kernel);
    return Kernel && S.holdsKernel(Kernel->Name, Kernel->Mangled) ? Kernel : nullptr;
  }

  template <typename Record>
  OpenPaths marked(const Record &R, const KernelInfo &Kernel) const {
    return pathsOf(*Builds.at(R.Ptx).Capsule, Kernel, Counts.sites(R.Ptx, R.Stack));
  }

  /// The begin of a role or loop is none of the region around it.
  bool countsFor(const EnteredRecord &R, uint64_t TruthCounts::*Field) const {
    const std::vector<unsigned> Open = Counts.sites(R.Ptx, R.Stack);
    const std::vector<SiteInfo> &Sites = Builds.at(R.Ptx).Capsule->Sites;
    if (Open.empty() || Open.back() >= Sites.size())
      return false;
    return Field == &TruthCounts::Trips || Sites[Open.back()].isRegion();
  }

  void addEntries(const std::vector<EnteredRecord> &Records,
                  uint64_t TruthCounts::*Field) {
    for (const EnteredRecord &R : Records) {
      const KernelInfo *Kernel = kernelOf(R);
      if (!Kernel || !countsFor(R, Field))
        continue;
      const OpenPaths Open = marked(R, *Kernel);
      TruthRow &Row = Table[{R.Kernel, Open.Regions.back()}];
      Row.RolesKnown &= !Open.Roles.empty();
      if (!S.holdsAnyRole(Open.Roles))
        continue;
      Row.*Field += R.Warps;
      for (const std::string &Role : Open.Roles)
        Row.Roles[Role].*Field += R.Warps;
    }
  }

  /// A called function's code has a place in each region that calls it, and counts do
  /// not tell for which it was executed: they go to the nearest common one.
  Owner ownerOfRecord(const ExecutedRecord &R) {
    auto At = Owners.find({R.Ptx, R.Kernel});
    if (At == Owners.end())
      At = Owners
               .emplace(std::pair(R.Ptx, R.Kernel),
                        ContextOwners(*Builds.at(R.Ptx).Origins, R.Kernel))
               .first;
    return At->second.owner(R.SourceLine);
  }

  OpenPaths attributed(const ExecutedRecord &R, const KernelInfo &Kernel,
                       const Owner &Is) const {
    const TruthBuild &Build = Builds.at(R.Ptx);
    OpenPaths Paths = {pathsOf(*Build.Capsule, Kernel, Is.Stack).Regions, {}};
    if (R.SourceLine < Build.Origins->Contexts.size())
      Paths.Roles =
          pathsOf(*Build.Capsule, Kernel, Build.Origins->Contexts[R.SourceLine].Roles)
              .Roles;
    return Paths;
  }

  void add(const ExecutedRecord &R, const KernelInfo &Kernel) {
    const Owner Is = ownerOfRecord(R);
    const OpenPaths Attributed = attributed(R, Kernel, Is);
    if (Is.Class == CodeClass::SharedByCall)
      Table[{R.Kernel, Attributed.Regions.back()}].Shared += R.Warps;
    const OpenPaths Marked = marked(R, Kernel);
    for (const std::string &Path : either(Attributed.Regions, Marked.Regions)) {
      const bool InA = holds(Attributed.Regions, Path);
      const bool InM = holds(Marked.Regions, Path);
      TruthRow &Row = Table[{R.Kernel, Path}];
      count(Row, InA && S.holdsAnyRole(Attributed.Roles),
            InM && S.holdsAnyRole(Marked.Roles), R.Warps);
      for (const std::string &Role : either(Attributed.Roles, Marked.Roles))
        count(Row.Roles[Role], InA && holds(Attributed.Roles, Role),
              InM && holds(Marked.Roles, Role), R.Warps);
    }
  }

  static void count(TruthCounts &To, bool Attributed, bool Marked, uint64_t Warps) {
    To.Attributed += Attributed ? Warps : 0;
    To.Marked += Marked ? Warps : 0;
    To.Both += Attributed && Marked ? Warps : 0;
  }

  const ExecutionCounts &Counts;
  const std::map<std::string, TruthBuild> &Builds;
  const Scope &S;
  std::map<std::pair<std::string, std::string>, ContextOwners> Owners; ///< by kernel
  TruthTable Table;
};

} // namespace

double TruthCounts::agreement() const {
  const uint64_t Either = Attributed + Marked - Both;
  return Either ? static_cast<double>(Both) / static_cast<double>(Either) : 1;
}

TruthTable joinTruth(const ExecutionCounts &Counts,
                     const std::map<std::string, TruthBuild> &Builds, const Scope &S) {
  return Joiner(Counts, Builds, S).run();
}

} // namespace argus
