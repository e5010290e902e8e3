//===- Collect.h - gathers what one run of the program left -------*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_TOOL_COLLECT_COLLECT_H
#define ARGUS_TOOL_COLLECT_COLLECT_H

#include "collect/RuntimeLog.h"
#include "support/Files.h"

#include <vector>

namespace argus {

struct CollectedProcess {
  RuntimeLog Log;
  fs::path Trace; ///< trace-<pid>.bin; empty where there is none
};

/// Every process of the run that the runtime was loaded into and that registered a
/// module or launched a kernel: first those that have a rank, by it, then the others,
/// in order of their process ids. Shells and other helpers that the program starts
/// leave logs too but are no part of the measurement.
std::vector<CollectedProcess> collectRun(const fs::path &Directory);

} // namespace argus

#endif // ARGUS_TOOL_COLLECT_COLLECT_H
