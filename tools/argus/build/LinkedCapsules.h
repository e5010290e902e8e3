//===- LinkedCapsules.h - the units of a binary's linked image ----*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A binary of relocatable device code (-fgpu-rdc) has one image for all its units. This
// header shows LLVM types: for the sources that are compiled with LLVM only.
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_TOOL_BUILD_LINKEDCAPSULES_H
#define ARGUS_TOOL_BUILD_LINKEDCAPSULES_H

#include "argus/passes/Capsule.h"

#include <string>
#include <vector>

namespace argus {

struct LinkedImage {
  std::string ModuleId;           ///< of the image; independent of the units' order
  std::vector<std::string> Units; ///< module ids, sorted
  std::vector<std::vector<Capsule>> Capsules; ///< by architecture, then by unit
  /// Why they cannot be linked; empty where they can.
  std::string Problem;
};

/// The image that a binary's units of relocatable device code are linked to; none where
/// it has no such unit. Architectures that not all units have are left out. Code that
/// nvlink optimised has the architectures of the binary's images: of intermediate code
/// for several, nvlink takes one's.
std::vector<LinkedImage> linkedImages(const std::vector<CapsuleContainer> &Containers,
                                      const std::string &Binary);

/// Whether a container is a unit of the linked image.
bool isLinkedUnit(const CapsuleContainer &Container);

} // namespace argus

#endif // ARGUS_TOOL_BUILD_LINKEDCAPSULES_H
