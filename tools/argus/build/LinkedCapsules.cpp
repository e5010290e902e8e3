//===- LinkedCapsules.cpp - the units of a binary's linked image ----------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "build/LinkedCapsules.h"

#include "argus/passes/Linked.h"
#include "build/Capsules.h"

#include <algorithm>

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

std::vector<LinkedImage> linkedImages(const std::vector<CapsuleContainer> &Containers) {
  std::vector<const CapsuleContainer *> Units;
  for (const CapsuleContainer &C : Containers)
    if (isLinkedUnit(C))
      Units.push_back(&C);
  if (Units.empty())
    return {};
  std::sort(Units.begin(), Units.end(),
            [](const auto *A, const auto *B) { return A->ModuleId < B->ModuleId; });
  LinkedImage Image;
  std::string All;
  for (const CapsuleContainer *Unit : Units) {
    Image.Units.push_back(Unit->ModuleId);
    All += Unit->ModuleId;
  }
  Image.ModuleId = digestOf(All).substr(0, 32);
  for (const Capsule &First : Units.front()->Capsules) {
    std::vector<Capsule> OfArch;
    for (const CapsuleContainer *Unit : Units)
      if (const Capsule *C = capsuleFor(*Unit, First.Arch))
        OfArch.push_back(*C);
    if (OfArch.size() == Units.size())
      Image.Capsules.push_back(std::move(OfArch));
  }
  return {std::move(Image)};
}

} // namespace argus
