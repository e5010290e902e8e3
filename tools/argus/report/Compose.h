//===- Compose.h - results to the rows of a report ----------------*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_TOOL_REPORT_COMPOSE_H
#define ARGUS_TOOL_REPORT_COMPOSE_H

#include "build/Images.h"
#include "join/Synthesis.h"
#include "join/Truth.h"
#include "report/Report.h"

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace argus {

struct ComposeInput {
  const Synthesis *Results = nullptr;
  const std::vector<ModuleBuild> *Modules = nullptr;
  std::map<KernelKey, RunTimes> ReferenceTimes, TraceTimes;
  std::vector<std::string> ReferenceRuns, TraceRuns; ///< their ids
  uint64_t LostEvents = 0; ///< that no kernel can be named for
  bool SeveralProcesses = false;
  std::vector<std::optional<unsigned>> Ranks; ///< by process
  /// The stable number of a region.
  std::function<uint64_t(const KernelInfo &Kernel, const std::string &Path)> RegionId;
};

/// Adds kernels, the regions that the query selects, and what could not be measured.
void composeResults(Report &R, const ComposeInput &Input);

/// Adds to the rows of regions what the truth run says of them, process by process. A
/// region whose markers and trace tell different counts is flagged.
void composeTruth(Report &R, const std::vector<TruthTable> &Truth,
                  const std::string &Run);

} // namespace argus

#endif // ARGUS_TOOL_REPORT_COMPOSE_H
