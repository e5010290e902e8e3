//===- Evidence.h - what a query's runs and builds brought --------*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the synthesis rules of signals (plan/recipes/) make fields of the report from.
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_TOOL_REPORT_EVIDENCE_H
#define ARGUS_TOOL_REPORT_EVIDENCE_H

#include "build/Images.h"
#include "join/DoneRun.h"
#include "join/Truth.h"
#include "report/Timeline.h"

#include <deque>
#include <functional>
#include <string>
#include <vector>

namespace argus {

struct Evidence {
  std::deque<DoneRun> Runs; ///< those that ended well, in their order; the first is a
                            ///< reference run
  const std::vector<ModuleBuild> *Builds = nullptr;
  /// The stable number of a region.
  std::function<uint64_t(const KernelInfo &Kernel, const std::string &Path)> RegionId;
  std::vector<TruthTable> Truth;   ///< by process; empty: there is none
  std::string TruthRun;            ///< its id
  const Timeline *Drawn = nullptr; ///< of the first trace run
  fs::path TimelineFile;           ///< that it goes to
};

} // namespace argus

#endif // ARGUS_TOOL_REPORT_EVIDENCE_H
