//===- RegionList.h - what argus regions prints -------------------*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_TOOL_REPORT_REGIONLIST_H
#define ARGUS_TOOL_REPORT_REGIONLIST_H

#include "build/Attribution.h"
#include "build/Identity.h"
#include "build/Ptxas.h"
#include "report/TextTable.h"

#include <optional>
#include <string>
#include <vector>

namespace argus {

struct KernelListing {
  unsigned Kernel = 0; ///< in the capsule
  KernelIdentity Identity;
  std::optional<Resources> Taken; ///< by the mapped build
  std::vector<PtxasNote> Notes;   ///< likewise, of this kernel
  std::optional<KernelMap> Map;   ///< none: of other code than the program runs
  /// What nvcc's build of the same source takes, and what ptxas says of it.
  std::optional<Resources> NvccTaken;
  std::vector<PtxasNote> NvccNotes;
};

struct CapsuleListing {
  const ContainerInfo *Container = nullptr;
  const CapsuleInfo *Capsule = nullptr;
  std::vector<KernelListing> Kernels;
  std::vector<std::string> Notes;
};

std::string regionsAsJson(const std::string &Binary,
                          const std::vector<CapsuleListing> &List);
std::string regionsAsText(const std::vector<CapsuleListing> &List,
                          const TextStyle &Style);

/// "statement", "function", "scope" or "span".
const char *toString(SiteForm Form);

} // namespace argus

#endif // ARGUS_TOOL_REPORT_REGIONLIST_H
