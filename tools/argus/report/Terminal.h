//===- Terminal.h - the report as a table -------------------------*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_TOOL_REPORT_TERMINAL_H
#define ARGUS_TOOL_REPORT_TERMINAL_H

#include "report/Report.h"
#include "report/TextTable.h"

#include <string>

namespace argus {

/// Without the signals that are missing altogether, which are errors and go to stderr.
std::string reportAsText(const Report &R, const TextStyle &Style);

} // namespace argus

#endif // ARGUS_TOOL_REPORT_TERMINAL_H
