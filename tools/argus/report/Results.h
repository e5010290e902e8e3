//===- Results.h - the runs of a query to its report --------------*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_TOOL_REPORT_RESULTS_H
#define ARGUS_TOOL_REPORT_RESULTS_H

#include "report/Evidence.h"
#include "report/Report.h"

namespace argus {

/// Every signal of the query is missing for one reason.
void missAll(Report &R, const std::string &Reason);

/// Adds to the report what the runs measured. Takes the joined samples out of them.
void addResults(Report &R, Evidence &All);

} // namespace argus

#endif // ARGUS_TOOL_REPORT_RESULTS_H
