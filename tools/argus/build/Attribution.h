//===- Attribution.h - instructions of a mapped build by region -*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_TOOL_BUILD_ATTRIBUTION_H
#define ARGUS_TOOL_BUILD_ATTRIBUTION_H

#include "build/ContextOwners.h"
#include "build/Cubin.h"
#include "model/Program.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace argus {

/// Consecutive instructions of one owner and one source place.
struct PcRange {
  uint64_t Begin = 0, End = 0; ///< bytes from the kernel's begin; End not included
  size_t Owner = 0;            ///< in KernelMap::Owners
  std::string File;            ///< empty: no single place known
  unsigned Line = 0;
  uint64_t instructions() const { return (End - Begin) / InstructionBytes; }
};

/// An owner, and the region that it means.
struct PcOwner {
  argus::Owner Is;
  std::optional<size_t> Region;     ///< in the capsule; none: the kernel itself
  std::vector<std::string> Sharing; ///< paths of what shares it, where known
};

/// A called function. ptxas puts a copy behind each kernel that calls it.
struct CalledFunction {
  std::string Symbol;
  std::string Name; ///< mangled; empty: a helper of ptxas, such as a division
  uint64_t Begin = 0, End = 0;
  std::vector<std::string> Callers; ///< paths of regions that call it, sorted
};

struct RegionInstructions {
  uint64_t Exclusive = 0; ///< in the region and in none inside it
  uint64_t Inclusive = 0;
  uint64_t Inferred = 0; ///< of Exclusive
  uint64_t Shared = 0;   ///< of Exclusive: merged, or called from several regions
  uint64_t Ranges = 0;   ///< of Exclusive: runs of consecutive instructions
  uint64_t First = 0, Last = 0; ///< offsets of the first and last such instruction
};

/// Every instruction of a kernel's code has one owner.
struct KernelMap {
  uint64_t Total = 0;
  std::map<CodeClass, uint64_t> Classes;   ///< instructions of each; their sum is Total
  std::map<std::string, uint64_t> Causes;  ///< of the unattributed ones
  std::vector<RegionInstructions> Regions; ///< as the capsule lists its regions
  std::vector<PcOwner> Owners;
  std::vector<PcRange> Ranges; ///< cover the code, in order, without overlap
  std::vector<CalledFunction> Functions;

  uint64_t count(CodeClass Class) const {
    const auto At = Classes.find(Class);
    return At == Classes.end() ? 0 : At->second;
  }
};

/// Maps the code of one kernel. `Kernel` is its number in the capsule. The time grows
/// with the number of instructions, contexts and regions, not with their product.
KernelMap mapKernel(const CapsuleInfo &Capsule, unsigned Kernel,
                    const CubinKernel &Code, const ContextTable &Origins);

} // namespace argus

#endif // ARGUS_TOOL_BUILD_ATTRIBUTION_H
