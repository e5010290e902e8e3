//===- Linked.h - capsules of units that one device image is linked of -*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Relocatable device code (-fgpu-rdc): each translation unit leaves a capsule, and the
// linker makes one image of all. An image has one region table; events and contexts
// carry its numbers.
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_PASSES_LINKED_H
#define ARGUS_PASSES_LINKED_H

#include "argus/passes/Capsule.h"
#include "argus/passes/Variant.h"
#include "llvm/ADT/ArrayRef.h"
#include <set>

namespace argus {

/// Whether the capsule is of relocatable device code.
bool isRelocatable(const Capsule &C);

/// Gives all units the image's region table and numbers their markers by it. A site
/// that several units have, from a header, is one site; so is a kernel. Numbers, if
/// given: by unit, the image's numbers of its sites.
llvm::Error shareRegionTable(std::vector<Capsule> &Units,
                             std::vector<std::vector<unsigned>> *Numbers = nullptr);

/// enumerateRegionPaths of the image, across calls from unit to unit.
llvm::Expected<std::vector<RegionPath>>
enumerateLinkedPaths(llvm::ArrayRef<Capsule> Units, std::vector<KernelScopes> &Scopes);

/// What the units of a trace variant must agree on.
struct LinkedTrace {
  std::vector<unsigned> Sites; ///< with those that may enclose them
  UnitRole Role;               ///< of the unit
};

/// By name, the role has the externally visible functions; those of one unit follow
/// from the unit. Of what nvcc compiled it has all.
llvm::Expected<LinkedTrace> planLinkedTrace(llvm::ArrayRef<Capsule> Units,
                                            unsigned Unit,
                                            llvm::ArrayRef<unsigned> Sites);

} // namespace argus

#endif // ARGUS_PASSES_LINKED_H
