//===- Query.h - what the user asks for ---------------------------*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_TOOL_QUERY_QUERY_H
#define ARGUS_TOOL_QUERY_QUERY_H

#include "query/Scope.h"
#include "support/Status.h"

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

namespace argus {

/// The query as text, before validation: one field an option, absent where not given.
struct QueryOptions {
  std::vector<std::string> Regions;
  std::vector<std::string> Signals; ///< each may hold several, comma-separated
  std::optional<std::string> Scope;
  std::optional<std::string> Device;
  std::optional<std::string> Repeat;
  std::optional<std::string> Precision;
  std::optional<std::string> MaxRepeat;
  std::optional<std::string> MaxSeconds;
  std::optional<std::string> Warmup;
  std::optional<std::string> Launcher;
  std::optional<std::string> Store;
  std::optional<std::string> Out;
  std::optional<std::string> Budget;
  std::optional<std::string> Events;
  std::optional<std::string> Timeout;
  std::optional<std::string> MemoryLimit;
  std::optional<std::string> TimeLimit;
  bool NoReplay = false;
  bool Quiet = false, Verbose = false; ///< no part of the question
  std::vector<std::string> Command;
};

constexpr double DefaultTimeLimit = 600;
constexpr double DefaultPrecision = 2; ///< per cent
constexpr unsigned DefaultMostGroups = 10;
constexpr double DefaultRepeatSeconds = 60;

struct Query {
  std::vector<std::string> Regions; ///< patterns; empty: all
  std::vector<std::string> Signals; ///< names known to findSignal, without repeats
  argus::Scope Scope;
  std::optional<unsigned> Device; ///< the N of cuda:N; none: auto, or virtual
  bool Virtual = false;           ///< on the virtual device
  std::optional<unsigned> Repeat; ///< groups of A B B A; none: until precise
  double PrecisionPercent = DefaultPrecision; ///< half of the 95 % interval
  unsigned MostGroups = DefaultMostGroups;
  double RepeatSeconds = DefaultRepeatSeconds; ///< for groups behind the first
  std::optional<unsigned> Warmup;    ///< reference runs not used; none: by the device
  std::vector<std::string> Launcher; ///< words in front of what starts each run
  std::string Store = ".argus";
  std::string Out;                            ///< empty: a new directory in the store
  double BudgetPercent = 5;                   ///< of kernel time that a variant may add
  std::optional<uint32_t> Events;             ///< per chunk; none: sized by Argus
  std::optional<double> TimeoutSeconds;       ///< of each run of the program
  std::optional<uint64_t> MemoryBytes;        ///< that a run may have resident
  double TimeLimitSeconds = DefaultTimeLimit; ///< of a launch on the virtual device
  bool NoReplay = false; ///< no kernel is to be replayed or to run alone
  Verbosity Shown = Verbosity::Normal;
  std::vector<std::string> Command;

  bool wants(std::string_view Signal) const;
};

/// Throws Failure(BadUsage) with the option and what it takes.
Query makeQuery(const QueryOptions &Options);

/// Reads a query file's content. Throws Failure(BadUsage) that starts with `Name`.
QueryOptions parseQueryFile(const std::string &Text, const std::string &Name);

/// `Options` where given, else what `File` says.
QueryOptions overlay(QueryOptions File, const QueryOptions &Options);

/// "virtual", "cuda:N" or "auto".
std::string deviceName(const Query &Q);

/// Seconds of --time-limit. Throws Failure(BadUsage).
double timeLimitOption(const std::string &Text);

/// In the shape that a query file has.
nlohmann::json toJson(const Query &Q);

} // namespace argus

#endif // ARGUS_TOOL_QUERY_QUERY_H
