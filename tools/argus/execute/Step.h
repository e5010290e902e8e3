//===- Step.h - what the executor runs --------------------------*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_TOOL_EXECUTE_STEP_H
#define ARGUS_TOOL_EXECUTE_STEP_H

#include "support/Failure.h"

#include <cstddef>
#include <functional>
#include <optional>
#include <string>

namespace argus {

/// Counted from 0 in the order in which steps are added.
using StepId = size_t;

enum class StepKind {
  Inline,  ///< on the thread that called Executor::run()
  Compute, ///< on a core
  Collect, ///< one at a time for each resource; without a resource, on a core
};

struct Step {
  std::string Name; ///< "build trace gemm.cu sm_90a"
  StepKind Kind = StepKind::Compute;
  std::string Resource = {};  ///< of Collect: "cuda:UUID"; may be empty
  std::function<void()> Work; ///< blocks until it is done; may throw Failure
  double Estimate = 0;        ///< seconds; 0: unknown
  /// Runs when those before it have ended, however they did.
  bool Anyway = false;
};

struct Outcome {
  enum State { Waiting, Running, Done, Failed, Skipped };
  State Is = Waiting;
  std::optional<Failure> Why; ///< of Failed; of Skipped that of `Because`
  StepId Because = 0;         ///< of Failed itself; of Skipped the step that failed
  bool Reused = false;        ///< what it makes was there
  double Seconds = 0;

  bool ended() const { return Is != Waiting && Is != Running; }
};

} // namespace argus

#endif // ARGUS_TOOL_EXECUTE_STEP_H
