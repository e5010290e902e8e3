//===- Attribution.h - instructions of a mapped build by region ---*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_TOOL_BUILD_ATTRIBUTION_H
#define ARGUS_TOOL_BUILD_ATTRIBUTION_H

#include "build/Cubin.h"
#include "build/Variants.h"
#include "model/Program.h"

#include <cstdint>
#include <vector>

namespace argus {

struct RegionInstructions {
  uint64_t Exclusive = 0; ///< in the region and in none inside it
  uint64_t Inclusive = 0;
};

struct KernelInstructions {
  uint64_t Total = 0;
  uint64_t Outside = 0; ///< of the kernel itself, in no region
  uint64_t Shared = 0;  ///< of called functions whose caller's region cannot be told
  uint64_t Merged = 0;  ///< from several places of one region; counted there too
  uint64_t Unattributed = 0;               ///< of unknown origin
  std::vector<RegionInstructions> Regions; ///< as the capsule lists its regions
};

/// Counts the instructions of one kernel. `Kernel` is its number in the capsule.
KernelInstructions countInstructions(const CapsuleInfo &Capsule, unsigned Kernel,
                                     const CubinKernel &Code,
                                     const std::vector<ContextInfo> &Contexts);

} // namespace argus

#endif // ARGUS_TOOL_BUILD_ATTRIBUTION_H
