//===- Discovery.h - what the program's first run tells -----------*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_TOOL_ANSWER_DISCOVERY_H
#define ARGUS_TOOL_ANSWER_DISCOVERY_H

#include "answer/Session.h"
#include "join/DoneRun.h"
#include "report/Report.h"

#include <string>

namespace argus {

/// Before anything runs: damaged capsules can be told from the program's file, and a
/// query that names what is not there, where no run will load more. Scripts have none.
/// Throws Failure(BadUsage).
void readProgram(Session &S);
void requireKnown(const Session &S);

/// Finds the modules whose builds the query needs, for S.Builds. Returns why there is
/// nothing to measure; empty: there is. Throws Failure(BadUsage) where the query and
/// the program contradict each other.
std::string findModules(Session &S, const DoneRun &Reference, Report &R);

/// The device that the kernels ran on.
std::optional<DeviceRecord> deviceOf(const DoneRun &Run);

} // namespace argus

#endif // ARGUS_TOOL_ANSWER_DISCOVERY_H
