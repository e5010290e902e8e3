//===- LinkedCapsules.cpp - the units of a binary's linked image ----------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "build/LinkedCapsules.h"

#include "argus/passes/Linked.h"
#include "build/Capsules.h"
#include "build/Fatbin.h"

#include <algorithm>
#include <cstdlib>
#include <set>

namespace argus {

bool isLinkedUnit(const CapsuleContainer &Container) {
  return !Container.Capsules.empty() && isRelocatable(Container.Capsules.front());
}

static const Capsule *capsuleFor(const CapsuleContainer &Container,
                                 const std::string &Arch) {
  for (const Capsule &C : Container.Capsules)
    if (C.Arch == Arch)
      return &C;
  return nullptr;
}

/// The first unit that another compiler compiled than the one before all; null: none.
static const CapsuleContainer *
unitOfOtherCompiler(const std::vector<const CapsuleContainer *> &Units) {
  const auto byNvcc = [](const CapsuleContainer *Unit) {
    return Unit->Capsules.front().Ptx.has_value();
  };
  for (const CapsuleContainer *Unit : Units)
    if (byNvcc(Unit) != byNvcc(Units.front()))
      return Unit;
  return nullptr;
}

namespace {

using UnitsOfArch = std::vector<Capsule>;

bool areForLinkTime(const UnitsOfArch &Units) {
  const std::optional<PtxSource> &Ptx = Units.front().Ptx;
  return Ptx && Ptx->LinkTime;
}

/// 90 of "sm_90a".
int numberOf(const std::string &Arch) { return std::atoi(Arch.c_str() + 3); }

/// What nvlink takes for an architecture that the units have no code of their own for:
/// that of the newest one before.
const UnitsOfArch *newestBefore(const std::vector<UnitsOfArch> &All,
                                const std::string &Arch) {
  const UnitsOfArch *Best = nullptr;
  for (const UnitsOfArch &Units : All)
    if (const int Own = numberOf(Units.front().Arch);
        Own <= numberOf(Arch) && (!Best || Own > numberOf(Best->front().Arch)))
      Best = &Units;
  return Best;
}

/// Gives code that nvlink optimised the architectures that it was linked for. An object
/// has no image yet, and keeps its own.
void takeLinkedArchs(std::vector<UnitsOfArch> &Capsules, const std::string &Binary) {
  if (std::none_of(Capsules.begin(), Capsules.end(), areForLinkTime))
    return;
  std::set<std::string> Linked;
  for (const Fatbin &F : readFatbins(Binary))
    for (const FatbinImage &Image : F.Images)
      if (Image.IsElf)
        Linked.insert(Image.Arch);
  const auto Left =
      std::stable_partition(Capsules.begin(), Capsules.end(), [&](const auto &Units) {
        return !areForLinkTime(Units) || Linked.count(Units.front().Arch) != 0;
      });
  if (Left != Capsules.begin()) {
    Capsules.erase(Left, Capsules.end());
    return;
  }
  std::vector<UnitsOfArch> Taken;
  for (const std::string &Arch : Linked)
    if (const UnitsOfArch *Units = newestBefore(Capsules, Arch)) {
      Taken.push_back(*Units);
      for (Capsule &C : Taken.back())
        C.Arch = Arch;
    }
  if (!Taken.empty())
    Capsules = std::move(Taken);
}

} // namespace

std::vector<LinkedImage> linkedImages(const std::vector<CapsuleContainer> &Containers,
                                      const std::string &Binary) {
  std::vector<const CapsuleContainer *> Units;
  for (const CapsuleContainer &C : Containers)
    if (isLinkedUnit(C))
      Units.push_back(&C);
  if (Units.empty())
    return {};
  // nvcc gives its linker and the host's the same order, and the addresses of constants
  // in the code follow it. What clang makes does not depend on it.
  if (!Units.front()->Capsules.front().Ptx)
    std::sort(Units.begin(), Units.end(),
              [](const auto *A, const auto *B) { return A->ModuleId < B->ModuleId; });
  LinkedImage Image;
  for (const CapsuleContainer *Unit : Units)
    Image.Units.push_back(Unit->ModuleId);
  std::sort(Image.Units.begin(), Image.Units.end());
  std::string All;
  for (const std::string &Unit : Image.Units)
    All += Unit;
  Image.ModuleId = digestOf(All).substr(0, 32);
  if (const auto *Other = unitOfOtherCompiler(Units))
    Image.Problem =
        Other->Capsules.front().Source +
        ": one image of relocatable device code holds units that nvcc "
        "compiled and units that clang compiled: compile all by one of them";
  for (const Capsule &First : Units.front()->Capsules) {
    std::vector<Capsule> OfArch;
    for (const CapsuleContainer *Unit : Units)
      if (const Capsule *C = capsuleFor(*Unit, First.Arch))
        OfArch.push_back(*C);
    if (OfArch.size() == Units.size())
      Image.Capsules.push_back(std::move(OfArch));
  }
  takeLinkedArchs(Image.Capsules, Binary);
  return {std::move(Image)};
}

} // namespace argus
