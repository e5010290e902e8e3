//===- Conflicts.h - which of many tasks may not share a run --------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_TOOL_PLAN_CONFLICTS_H
#define ARGUS_TOOL_PLAN_CONFLICTS_H

#include "plan/Coloring.h"
#include "plan/Effect.h"

#include <vector>

namespace argus {

/// What `conflict` says of each two of the tasks that have these effects. It looks at
/// effects that are alike but for their points once, not at pairs of tasks: ten
/// thousand probes have fifty million.
ConflictGraph conflictsAmong(const std::vector<const std::vector<Effect> *> &Tasks);

} // namespace argus

#endif // ARGUS_TOOL_PLAN_CONFLICTS_H
