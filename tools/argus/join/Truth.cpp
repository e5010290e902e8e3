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

/// The paths of a stack's regions, outermost first, the kernel's own in front.
std::vector<std::string> pathsOf(const CapsuleInfo &Capsule, const KernelInfo &Kernel,
                                 const std::vector<unsigned> &Stack) {
  std::vector<std::string> Paths = {Kernel.Name};
  for (const unsigned Site : Stack)
    if (Site < Capsule.Sites.size())
      Paths.push_back(Paths.back() + "/" + Capsule.Sites[Site].Name);
  return Paths;
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
    for (const EnteredRecord &R : Counts.Entered)
      if (const KernelInfo *Kernel = kernelOf(R))
        Table[{R.Kernel, marked(R, *Kernel).back()}].Entries += R.Warps;
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
  std::vector<std::string> marked(const Record &R, const KernelInfo &Kernel) const {
    return pathsOf(*Builds.at(R.Ptx).Capsule, Kernel, Counts.sites(R.Ptx, R.Stack));
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

  void add(const ExecutedRecord &R, const KernelInfo &Kernel) {
    const Owner Is = ownerOfRecord(R);
    const std::vector<std::string> Attributed =
        pathsOf(*Builds.at(R.Ptx).Capsule, Kernel, Is.Stack);
    const std::vector<std::string> Marked = marked(R, Kernel);
    for (const std::string &Path : Attributed)
      Table[{R.Kernel, Path}].Attributed += R.Warps;
    if (Is.Class == CodeClass::SharedByCall)
      Table[{R.Kernel, Attributed.back()}].Shared += R.Warps;
    for (const std::string &Path : Marked) {
      TruthCounts &Row = Table[{R.Kernel, Path}];
      Row.Marked += R.Warps;
      if (std::find(Attributed.begin(), Attributed.end(), Path) != Attributed.end())
        Row.Both += R.Warps;
    }
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
