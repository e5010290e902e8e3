//===- KernelNames.cpp - tells kernels of one name apart ------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "build/KernelNames.h"

#include "argus/passes/RegionTable.h"
#include "llvm/Demangle/Demangle.h"

#include <cstdlib>
#include <map>
#include <set>

namespace argus {

namespace {

std::string take(char *Text) {
  std::string Result = Text ? Text : "";
  std::free(Text);
  return Result;
}

/// "ns::gemm<float, 3>", with parameters "ns::gemm<float, 3>(float*, int)". Empty where
/// the name is not mangled.
std::string demangled(const std::string &Mangled, bool Parameters) {
  llvm::ItaniumPartialDemangler Demangler;
  const std::string Source = sourceKernelName(Mangled);
  if (Demangler.partialDemangle(Source.c_str()) || !Demangler.isFunction())
    return "";
  const std::string Name = take(Demangler.getFunctionName(nullptr, nullptr));
  if (Name.empty() || !Parameters)
    return Name;
  return Name + take(Demangler.getFunctionParameters(nullptr, nullptr));
}

/// Shown -> mangled. Kernels of internal linkage may have one name in several units;
/// nothing longer tells them apart.
using Names = std::map<std::string, std::set<std::string>>;

template <typename Visit>
void forEachKernel(std::vector<ContainerInfo> &Containers, Visit See) {
  for (ContainerInfo &Container : Containers)
    for (CapsuleInfo &Capsule : Container.Capsules)
      for (unsigned K = 0; K < Capsule.Kernels.size(); ++K)
        See(Capsule, K);
}

Names namesOf(std::vector<ContainerInfo> &Containers) {
  Names Result;
  forEachKernel(Containers, [&](const CapsuleInfo &Capsule, unsigned K) {
    Result[Capsule.Kernels[K].Name].insert(
        sourceKernelName(Capsule.Kernels[K].Mangled));
  });
  return Result;
}

void rename(CapsuleInfo &Capsule, unsigned K, const std::string &Name) {
  const size_t Length = Capsule.Kernels[K].Name.size();
  for (RegionInfo &Region : Capsule.Regions)
    if (Region.Kernel == K)
      Region.Path = Name + Region.Path.substr(Length);
  Capsule.Kernels[K].Name = Name;
}

} // namespace

void tellKernelsApart(std::vector<ContainerInfo> &Containers) {
  for (const bool Parameters : {false, true}) {
    const Names Used = namesOf(Containers);
    forEachKernel(Containers, [&](CapsuleInfo &Capsule, unsigned K) {
      const KernelInfo &Kernel = Capsule.Kernels[K];
      if (Used.at(Kernel.Name).size() < 2)
        return;
      const std::string Longer = demangled(Kernel.Mangled, Parameters);
      if (!Longer.empty())
        rename(Capsule, K, Longer);
    });
  }
}

} // namespace argus
