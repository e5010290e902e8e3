//===- Signals.cpp - what can be asked for --------------------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "query/Signals.h"

#include "support/Failure.h"
#include "support/Text.h"

#include <algorithm>

namespace argus {

std::vector<const Recipe *> signals() {
  std::vector<const Recipe *> Found;
  for (const Recipe *R : allRecipes().all())
    if (R->Signal)
      Found.push_back(R);
  return Found;
}

/// Names that users may know from the documentation but that need a later version.
static const std::vector<std::string> &laterSignals() {
  static const std::vector<std::string> Names = {
      "async",     "async_timeline", "exposed_latency", "handoff",
      "stalls",    "instructions",   "memory",          "sync",
      "resources", "throughput",     "imbalance",       "launches",
      "overlap"};
  return Names;
}

const Recipe &findSignal(std::string_view Name) {
  std::vector<std::string> Known;
  for (const Recipe *S : signals()) {
    if (Name == S->Name)
      return *S;
    Known.push_back(S->Name);
  }
  const std::string Quoted = "'" + std::string(Name) + "'";
  const std::string Available = "available signals: " + join(Known, ", ");
  const auto &Later = laterSignals();
  if (std::find(Later.begin(), Later.end(), Name) != Later.end())
    throw badUsage("signal " + Quoted + " is not measured by this version of argus",
                   Available);
  throw badUsage("unknown signal " + Quoted + suggestion(Name, Known), Available);
}

} // namespace argus
