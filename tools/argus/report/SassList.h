//===- SassList.h - annotated machine code ----------------------*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_TOOL_REPORT_SASSLIST_H
#define ARGUS_TOOL_REPORT_SASSLIST_H

#include "build/Disassembly.h"
#include "report/RegionList.h"

namespace argus {

/// One line for each instruction of a kernel with a map: offset, text, and at the right
/// the region, the class where it is not plain, and the source place.
std::string sassAsText(const CapsuleInfo &Capsule, const KernelListing &Kernel,
                       const std::map<uint64_t, std::string> &Code,
                       const TextStyle &Style);

} // namespace argus

#endif // ARGUS_TOOL_REPORT_SASSLIST_H
