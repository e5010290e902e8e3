//===- Results.h - the runs of a query to its report --------------*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_TOOL_COMMANDS_RESULTS_H
#define ARGUS_TOOL_COMMANDS_RESULTS_H

#include "build/Images.h"
#include "commands/Programs.h"
#include "report/Report.h"

#include <vector>

namespace argus {

/// Every signal of the query is missing for one reason.
void missAll(Report &R, const std::string &Reason);

/// Adds to the report what the runs measured; the first of them is the reference.
/// Takes the joined samples out of `Done`.
void addResults(Report &R, std::vector<DoneRun> &Done,
                const std::vector<ModuleBuild> &Builds);

} // namespace argus

#endif // ARGUS_TOOL_COMMANDS_RESULTS_H
