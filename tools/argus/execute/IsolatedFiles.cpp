//===- IsolatedFiles.cpp - what Argus and its workers tell each other -----===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "execute/Isolated.h"

#include "support/Failure.h"

#include <nlohmann/json.hpp>

namespace argus {

using nlohmann::json;

/// JSON has text only; other bytes become a list of numbers.
static json bytes(const std::string &Text) {
  try {
    (void)json(Text).dump();
    return Text;
  } catch (const json::type_error &) {
    return std::vector<uint8_t>(Text.begin(), Text.end());
  }
}

static std::string bytesOf(const json &Value) {
  if (Value.is_string())
    return Value.get<std::string>();
  const auto Bytes = Value.get<std::vector<uint8_t>>();
  return {Bytes.begin(), Bytes.end()};
}

template <typename T> static json orNull(const std::optional<T> &Value) {
  return Value ? json(*Value) : json();
}

template <typename T> static std::optional<T> optionalOf(const json &Value) {
  return Value.is_null() ? std::nullopt : std::optional<T>(Value.get<T>());
}

/// Runs `Parse` on the document; what is wrong with it becomes a Failure.
template <typename F>
static auto parsed(const std::string &Text, const std::string &Name, F Parse) {
  try {
    return Parse(json::parse(Text));
  } catch (const json::exception &Error) {
    throw Failure(ExitCode::Internal, Name + ": " + Error.what());
  }
}

std::string toJson(const IsolatedRequest &Request, const fs::path &WorkingDirectory) {
  const ProcessRequest &P = Request.Program;
  json Command = json::array(), Variables = json::array();
  for (const std::string &Word : P.Command)
    Command.push_back(bytes(Word));
  for (const auto &[Name, Value] : P.Environment)
    Variables.push_back({bytes(Name), bytes(Value)});
  return json{{"command", Command},
              {"environment", Variables},
              {"directory", bytes(WorkingDirectory.string())},
              {"stdin", bytes(P.Stdin)},
              {"stdin_offset", P.StdinOffset},
              {"stdout", bytes(P.Stdout)},
              {"stderr", bytes(P.Stderr)},
              {"timeout_seconds", orNull(P.TimeoutSeconds)},
              {"end_seconds", P.EndSeconds},
              {"memory_bytes", orNull(Request.MemoryBytes)},
              {"output_bytes", Request.OutputBytes},
              {"interactive", Request.Interactive}}
             .dump(2) +
         "\n";
}

IsolatedRequest parseIsolatedRequest(const std::string &Text, const std::string &Name,
                                     fs::path &WorkingDirectory) {
  return parsed(Text, Name, [&](const json &Document) {
    IsolatedRequest Request;
    ProcessRequest &P = Request.Program;
    for (const json &Word : Document.at("command"))
      P.Command.push_back(bytesOf(Word));
    if (P.Command.empty())
      throw Failure(ExitCode::Internal, Name + ": names no program");
    for (const json &Variable : Document.at("environment"))
      P.Environment[bytesOf(Variable.at(0))] = bytesOf(Variable.at(1));
    WorkingDirectory = bytesOf(Document.at("directory"));
    P.Stdin = bytesOf(Document.at("stdin"));
    P.StdinOffset = Document.value("stdin_offset", int64_t{0});
    P.Stdout = bytesOf(Document.at("stdout"));
    P.Stderr = bytesOf(Document.at("stderr"));
    P.TimeoutSeconds = optionalOf<double>(Document.at("timeout_seconds"));
    P.EndSeconds = Document.at("end_seconds").get<double>();
    Request.MemoryBytes = optionalOf<uint64_t>(Document.at("memory_bytes"));
    Request.OutputBytes = Document.at("output_bytes").get<uint64_t>();
    Request.Interactive = Document.at("interactive").get<bool>();
    return Request;
  });
}

std::string toJson(const IsolatedResult &Result) {
  // On one line: it may have to go through a terminal.
  return json{{"exit_status", Result.ExitStatus},
              {"signal", Result.Signal},
              {"timed_out", Result.TimedOut},
              {"dumped_core", Result.DumpedCore},
              {"seconds", Result.Seconds},
              {"not_started", Result.NotStarted},
              {"output_error", Result.OutputError},
              {"over_memory", Result.OverMemory},
              {"peak_resident_bytes", Result.PeakResidentBytes},
              {"core", Result.Core},
              {"stdout_dropped", Result.StdoutDropped},
              {"stderr_dropped", Result.StderrDropped},
              {"left_behind", Result.LeftBehind},
              {"unkillable", Result.Unkillable}}
      .dump(-1, ' ', true, json::error_handler_t::replace);
}

IsolatedResult parseIsolatedResult(const std::string &Text, const std::string &Name) {
  return parsed(Text, Name, [&](const json &Document) {
    IsolatedResult Result;
    Result.ExitStatus = Document.at("exit_status").get<int>();
    Result.Signal = Document.at("signal").get<int>();
    Result.TimedOut = Document.at("timed_out").get<bool>();
    Result.DumpedCore = Document.at("dumped_core").get<bool>();
    Result.Seconds = Document.at("seconds").get<double>();
    Result.NotStarted = Document.at("not_started").get<std::string>();
    Result.OutputError = Document.at("output_error").get<std::string>();
    Result.OverMemory = Document.at("over_memory").get<bool>();
    Result.PeakResidentBytes = Document.at("peak_resident_bytes").get<uint64_t>();
    Result.Core = Document.at("core").get<std::string>();
    Result.StdoutDropped = Document.at("stdout_dropped").get<uint64_t>();
    Result.StderrDropped = Document.at("stderr_dropped").get<uint64_t>();
    Result.LeftBehind = Document.at("left_behind").get<unsigned>();
    Result.Unkillable = Document.at("unkillable").get<unsigned>();
    return Result;
  });
}

} // namespace argus
