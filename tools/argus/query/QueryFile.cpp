//===- QueryFile.cpp - a query as a JSON file -----------------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "query/Query.h"

#include "support/Failure.h"
#include "support/Text.h"

#include <algorithm>
#include <fmt/format.h>

namespace argus {

using nlohmann::json;

namespace {

/// Turns the values of one query file into the texts that options take.
class FileReader {
public:
  explicit FileReader(const std::string &Name) : Name(Name) {}

  Failure bad(std::string_view Key, std::string_view Why) const {
    return badUsage(fmt::format("{}: \"{}\": {}", Name, Key, Why));
  }

  std::vector<std::string> texts(std::string_view Key, const json &Value) const {
    if (Value.is_string())
      return {Value.get<std::string>()};
    const auto Bad = [&] { return bad(Key, "expected a string or a list of strings"); };
    if (!Value.is_array() && !Value.is_null())
      throw Bad();
    std::vector<std::string> Result;
    for (const json &Item : Value) {
      if (!Item.is_string())
        throw Bad();
      Result.push_back(Item.get<std::string>());
    }
    return Result;
  }

  /// Null stands for the default, so that a report's query can be asked again.
  std::optional<std::string> text(std::string_view Key, const json &Value) const {
    if (Value.is_null())
      return std::nullopt;
    if (Value.is_string())
      return Value.get<std::string>();
    if (Value.is_number())
      return Value.dump();
    throw bad(Key, "expected a string or a number");
  }

  bool flag(std::string_view Key, const json &Value) const {
    if (!Value.is_boolean() && !Value.is_null())
      throw bad(Key, "expected true or false");
    return Value.is_boolean() && Value.get<bool>();
  }

  std::optional<std::string> scope(const json &Value) const {
    if (!Value.is_object())
      return text("scope", Value);
    std::vector<std::string> Parts;
    for (const auto &[Key, Part] : Value.items())
      if (const auto Text = text("scope", Part))
        Parts.push_back(Key + "=" + *Text);
    if (Parts.empty())
      return std::nullopt;
    return join(Parts, ",");
  }

private:
  const std::string &Name;
};

} // namespace

QueryOptions parseQueryFile(const std::string &Text, const std::string &Name) {
  json Document;
  try {
    Document = json::parse(Text);
  } catch (const json::parse_error &Error) {
    throw badUsage(fmt::format("{}: not JSON: {}", Name, Error.what()));
  }
  if (!Document.is_object())
    throw badUsage(Name + ": a query file holds one JSON object");
  const FileReader Reader(Name);
  QueryOptions Options;
  const std::vector<std::pair<std::string, std::optional<std::string> *>> Simple = {
      {"device", &Options.Device},
      {"repeat", &Options.Repeat},
      {"precision", &Options.Precision},
      {"max_repeat", &Options.MaxRepeat},
      {"max_seconds", &Options.MaxSeconds},
      {"warmup", &Options.Warmup},
      {"launcher", &Options.Launcher},
      {"store", &Options.Store},
      {"out", &Options.Out},
      {"budget", &Options.Budget},
      {"events", &Options.Events},
      {"timeout", &Options.Timeout},
      {"memory_limit", &Options.MemoryLimit},
      {"time_limit", &Options.TimeLimit}};
  std::vector<std::string> Keys = {"region", "signal", "scope", "command", "no_replay"};
  for (const auto &[Key, Field] : Simple)
    Keys.push_back(Key);
  for (const auto &[Key, Value] : Document.items()) {
    const auto At = std::find_if(Simple.begin(), Simple.end(),
                                 [K = Key](const auto &S) { return S.first == K; });
    if (At != Simple.end())
      *At->second = Reader.text(Key, Value);
    else if (Key == "region")
      Options.Regions = Reader.texts(Key, Value);
    else if (Key == "signal")
      Options.Signals = Reader.texts(Key, Value);
    else if (Key == "command")
      Options.Command = Reader.texts(Key, Value);
    else if (Key == "no_replay")
      Options.NoReplay = Reader.flag(Key, Value);
    else if (Key == "scope")
      Options.Scope = Reader.scope(Value);
    else if (Document.contains("query") && Document.contains("regions"))
      throw badUsage(Name + ": is a report, whose \"query\" is the query",
                     "write that member to a file of its own");
    else
      throw Reader.bad(Key, "unknown key" + suggestion(Key, Keys));
  }
  return Options;
}

json toJson(const Query &Q) {
  json Scope = json::object();
  if (Q.Scope.Rank)
    Scope["rank"] = toString(*Q.Scope.Rank);
  if (Q.Scope.Kernel)
    Scope["kernel"] = *Q.Scope.Kernel;
  if (Q.Scope.Launch)
    Scope["launch"] = toString(*Q.Scope.Launch);
  if (Q.Scope.Cta)
    Scope["cta"] = toString(*Q.Scope.Cta);
  if (Q.Scope.Warp)
    Scope["warp"] = toString(*Q.Scope.Warp);
  if (Q.Scope.Role)
    Scope["role"] = *Q.Scope.Role;
  if (Q.Scope.Iter)
    Scope["iter"] = toString(*Q.Scope.Iter);
  const auto OrNull = [](const auto &Value) { return Value ? json(*Value) : json(); };
  return {{"region", Q.Regions},
          {"signal", Q.Signals},
          {"scope", Scope},
          {"device", deviceName(Q)},
          {"repeat", OrNull(Q.Repeat)},
          {"precision", Q.PrecisionPercent},
          {"max_repeat", Q.MostGroups},
          {"max_seconds", Q.RepeatSeconds},
          {"warmup", OrNull(Q.Warmup)},
          {"launcher", Q.Launcher.empty() ? json() : json(shellQuote(Q.Launcher))},
          {"store", Q.Store},
          {"out", Q.Out.empty() ? json() : json(Q.Out)},
          {"budget", Q.BudgetPercent},
          {"events", OrNull(Q.Events)},
          {"timeout", OrNull(Q.TimeoutSeconds)},
          {"memory_limit", OrNull(Q.MemoryBytes)},
          {"time_limit", Q.Virtual ? json(Q.TimeLimitSeconds) : json()},
          {"no_replay", Q.NoReplay},
          {"command", Q.Command}};
}

} // namespace argus
