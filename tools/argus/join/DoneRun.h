//===- DoneRun.h - one run of the program and what it left --------*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_TOOL_JOIN_DONERUN_H
#define ARGUS_TOOL_JOIN_DONERUN_H

#include "collect/Collect.h"
#include "collect/GpuState.h"
#include "join/Join.h"
#include "plan/Plan.h"

#include <optional>
#include <string>
#include <vector>

namespace argus {

struct DoneRun {
  RunKind Kind = RunKind::Reference;
  std::string Id;                 ///< "trace-2"
  std::vector<std::string> Tasks; ///< of the plan: "trace"
  std::string Key;                ///< of its artifact in the store
  fs::path Directory;             ///< what it left
  double Seconds = 0;
  bool Reused = false;            ///< from the store
  std::optional<GpuSummary> Gpu;  ///< while it went on
  std::vector<std::string> Notes; ///< on how its processes ended
  bool Discarded = false;         ///< no number comes from it
  std::vector<CollectedProcess> Processes;
  JoinedRun Joined; ///< of a trace run
  /// Of a run on the virtual device that ended with status 0: the first kernel that did
  /// not reach its end, with fault and place; empty: all did.
  std::string Fault;

  std::vector<const RuntimeLog *> logs() const {
    std::vector<const RuntimeLog *> Logs;
    for (const CollectedProcess &P : Processes)
      Logs.push_back(&P.Log);
    return Logs;
  }
};

} // namespace argus

#endif // ARGUS_TOOL_JOIN_DONERUN_H
