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

const std::vector<Signal> &signals() {
  static const std::vector<Signal> All = {
      {"duration", "reference trace", "observed",
       "time of each region per warp: count, total, percentiles, share of the kernel"},
      {"timeline", "reference trace", "observed",
       "every interval on its SM, CTA and warp, for ui.perfetto.dev"},
  };
  return All;
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

const Signal &findSignal(std::string_view Name) {
  std::vector<std::string> Known;
  for (const Signal &S : signals()) {
    if (Name == S.Name)
      return S;
    Known.push_back(S.Name);
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
