//===- LinkTime.h - units that nvlink optimised as one ------------*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_PASSES_LINKTIME_H
#define ARGUS_PASSES_LINKTIME_H

#include "argus/passes/Capsule.h"
#include "llvm/ADT/ArrayRef.h"

namespace argus {

/// The objects of the units that nvlink optimises to the shipped code, or to code with
/// markers. Each unit has LinkTimeCode.
std::vector<llvm::StringRef> linkTimeObjects(llvm::ArrayRef<Capsule> Units,
                                             bool Marked);

/// The units as one capsule, of the PTX that nvlink made of their objects
/// (`nvlink -dlto -lineinfo --emit-ptx`). Its sites are those of the units' shared
/// table, its lines are numbered through: unit by unit, by the name that `.file` has.
/// Lines of files that no unit has become 0.
llvm::Expected<Capsule> optimisedAsOne(std::vector<Capsule> Units, llvm::StringRef Ptx,
                                       bool Marked);

} // namespace argus

#endif // ARGUS_PASSES_LINKTIME_H
