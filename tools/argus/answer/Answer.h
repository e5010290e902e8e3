//===- Answer.h - answers a query by its plan ---------------------*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_TOOL_ANSWER_ANSWER_H
#define ARGUS_TOOL_ANSWER_ANSWER_H

#include "answer/Session.h"
#include "plan/Tasks.h"
#include "report/Report.h"
#include "report/Timeline.h"
#include "support/Failure.h"

#include <optional>

namespace argus {

struct Answer {
  Report Content;
  Timeline Drawn; ///< for Content.Timeline
  /// What went wrong first; the rest of the report is there all the same.
  std::optional<Failure> Failed = {};
};

/// ToolsProblem: why no variant can be built; empty: it can.
PlanRequest planRequest(const Query &Q, const std::string &ToolsProblem);

/// Carries out the plan and makes the report; what could not be had is in its
/// `unmeasured`. Throws Failure where nothing can be said.
Answer answerQuery(Session &S);

} // namespace argus

#endif // ARGUS_TOOL_ANSWER_ANSWER_H
