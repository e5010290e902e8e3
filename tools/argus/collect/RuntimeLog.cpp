//===- RuntimeLog.cpp - what the runtime wrote about one process ----------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "collect/RuntimeLog.h"

#include "argus/Abi.h"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace argus {

using nlohmann::json;

namespace {

std::array<uint64_t, 3> dimensions(const json &Value) {
  return Value.get<std::array<uint64_t, 3>>();
}

void readProcess(RuntimeLog &Log, const json &R) {
  Log.Pid = R.at("pid");
  Log.Abi = R.at("abi");
  Log.Exe = R.at("exe");
  Log.Arguments = R.at("argv").get<std::vector<std::string>>();
  if (R.contains("rank"))
    Log.Rank = R.at("rank").get<unsigned>();
  if (Log.Abi != ARGUS_ABI_VERSION)
    Log.Problems.push_back(fmt::format("the runtime speaks ABI version {}, argus {}",
                                       Log.Abi, ARGUS_ABI_VERSION));
}

void readDevice(RuntimeLog &Log, const json &R) {
  DeviceRecord D;
  D.Device = R.at("device");
  D.Name = R.at("name");
  D.Arch = R.at("arch");
  D.Uuid = R.at("uuid");
  D.Sms = R.at("sms");
  D.ClockKhz = R.at("clock_khz");
  D.Driver = R.at("driver");
  Log.Devices.push_back(std::move(D));
}

void readModule(RuntimeLog &Log, const json &R) {
  ModuleRecord M;
  M.Module = R.at("module");
  M.ModuleId = R.at("module_id");
  M.Path = R.at("path");
  M.Source = R.at("source");
  M.Swapped = R.at("swapped");
  Log.Modules.push_back(std::move(M));
}

void readLaunch(RuntimeLog &Log, const json &R) {
  LaunchRecord L;
  L.Launch = R.at("launch");
  L.Module = R.at("module");
  L.Device = R.at("device");
  L.Kernel = R.at("kernel");
  L.Grid = dimensions(R.at("grid"));
  L.Block = dimensions(R.at("block"));
  L.SharedBytes = R.at("shared_bytes");
  L.Captured = R.at("captured");
  L.Concurrent = R.value("concurrent", false);
  L.Error = R.at("error");
  Log.Launches.push_back(std::move(L));
}

void readDrain(RuntimeLog &Log, const json &R) {
  DrainRecord D;
  D.Module = R.at("module");
  D.Device = R.at("device");
  D.Offset = R.at("offset");
  D.Bytes = R.at("bytes");
  D.ChunkBytes = R.at("chunk_bytes");
  D.Chunks = R.at("chunks");
  D.Requested = R.at("requested");
  D.LostEvents = R.at("lost_events");
  D.LostChunks = R.at("lost_chunks");
  Log.Drains.push_back(D);
}

void readRecord(RuntimeLog &Log, const json &R) {
  const std::string Type = R.at("type");
  if (Type == "process")
    readProcess(Log, R);
  else if (Type == "device")
    readDevice(Log, R);
  else if (Type == "module")
    readModule(Log, R);
  else if (Type == "launch")
    readLaunch(Log, R);
  else if (Type == "time")
    Log.GpuNs[R.at("launch").get<uint64_t>()] = R.at("gpu_ns");
  else if (Type == "drain")
    readDrain(Log, R);
  else if (Type == "message")
    Log.Messages.push_back({R.at("level"), R.at("text")});
  else if (Type == "files")
    Log.Files = R.at("paths").get<std::vector<std::string>>();
  else if (Type == "end")
    Log.EndReason = R.at("reason");
  else
    Log.Problems.push_back("unknown record type '" + Type + "'");
}

} // namespace

const ModuleRecord *RuntimeLog::module(int Number) const {
  const auto At = std::find_if(Modules.begin(), Modules.end(),
                               [=](const auto &M) { return M.Module == Number; });
  return At == Modules.end() ? nullptr : &*At;
}

const LaunchRecord *RuntimeLog::launch(uint64_t Number) const {
  // Written in order, except where threads launch at once.
  if (Number >= 1 && Number <= Launches.size() && Launches[Number - 1].Launch == Number)
    return &Launches[Number - 1];
  const auto At = std::find_if(Launches.begin(), Launches.end(),
                               [=](const auto &L) { return L.Launch == Number; });
  return At == Launches.end() ? nullptr : &*At;
}

std::vector<RuntimeLog> parseRuntimeLogs(std::string_view Text) {
  std::vector<RuntimeLog> Logs;
  size_t Line = 0;
  for (size_t End = Text.find('\n'); End != std::string_view::npos;
       End = Text.find('\n')) {
    ++Line;
    const std::string_view Bytes = Text.substr(0, End);
    Text.remove_prefix(End + 1);
    if (Bytes.empty())
      continue;
    const json Record = json::parse(Bytes, nullptr, /*allow_exceptions=*/false);
    const bool Starts = Record.is_object() && Record.value("type", "") == "process";
    if (Starts || Logs.empty())
      Logs.emplace_back();
    try {
      readRecord(Logs.back(), Record);
    } catch (const json::exception &Error) {
      Logs.back().Problems.push_back(fmt::format("line {}: {}", Line, Error.what()));
    }
  }
  return Logs;
}

} // namespace argus
