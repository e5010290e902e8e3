//===- Precision.h - how sure the report's values are -------------*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_TOOL_REPORT_PRECISION_H
#define ARGUS_TOOL_REPORT_PRECISION_H

#include "plan/Repeats.h"
#include "report/Report.h"

#include <string>
#include <vector>

namespace argus {

/// What the last call of `decide` found, for the report.
PrecisionSummary summarisePrecision(double AskedPercent, unsigned Groups,
                                    Verdict Stopped,
                                    const std::vector<Precision> &Values);

/// "precision: 2 % asked, worst 1.3 % (gemm/mainloop duration.p50), 3 groups\n"
std::string precisionLine(const PrecisionSummary &P);

} // namespace argus

#endif // ARGUS_TOOL_REPORT_PRECISION_H
