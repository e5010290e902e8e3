//===- LinkTimeObject.h - an object for nvlink's optimiser ------*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_NVCC_LINKTIMEOBJECT_H
#define ARGUS_NVCC_LINKTIMEOBJECT_H

#include "nvcc/NvccSteps.h"
#include "support/Files.h"
#include <string>
#include <vector>

namespace argus {

/// Device code in nvlink's intermediate form (`kind=nvvm`) that a fatbinary is made of.
struct LinkTimeImage {
  std::string Arch; ///< "sm_90a"
  std::string File;
};

/// The images that a call of fatbinary packs.
std::vector<LinkTimeImage> linkTimeImages(const NvccStep &Fatbinary);

/// Packs `Image` as the call of fatbinary packed the unit's own, and puts it into a
/// copy of the host's object without its code. nvlink reads there what the host's code
/// refers to, and without that it optimises otherwise. Returns the object; empty where
/// `Object` has no place for it, since its code is left for the host's own link time
/// optimisation.
std::string linkTimeObject(const NvccStep &Fatbinary, const LinkTimeImage &Image,
                           const std::string &Object, const fs::path &Scratch);

} // namespace argus

#endif // ARGUS_NVCC_LINKTIMEOBJECT_H
