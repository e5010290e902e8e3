//===- RuntimeLog.h - what the runtime wrote about one process ----*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The records of `runtime-<pid>.jsonl`; their meaning is in argus/Abi.h.
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_TOOL_COLLECT_RUNTIMELOG_H
#define ARGUS_TOOL_COLLECT_RUNTIMELOG_H

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace argus {

struct DeviceRecord {
  int Device = 0;
  std::string Name;
  std::string Arch;
  std::string Uuid;
  int Sms = 0;
  double ClockKhz = 0;
  int Driver = 0;
};

struct ModuleRecord {
  int Module = 0;
  std::string ModuleId;
  std::string Path; ///< the binary that holds it
  std::string Source;
  bool Swapped = false;
};

struct LaunchRecord {
  uint64_t Launch = 0;
  int Module = 0;
  int Device = 0;
  std::string Kernel; ///< mangled
  std::array<uint64_t, 3> Grid = {1, 1, 1};
  std::array<uint64_t, 3> Block = {1, 1, 1};
  uint64_t SharedBytes = 0;
  bool Captured = false;
  bool Concurrent = false; ///< with others, whose number its chunks may carry
  int Error = 0;

  uint64_t ctas() const { return Grid[0] * Grid[1] * Grid[2]; }
  uint64_t warpsPerCta() const { return (Block[0] * Block[1] * Block[2] + 31) / 32; }
  uint64_t warps() const { return ctas() * warpsPerCta(); }
};

struct DrainRecord {
  int Module = 0;
  int Device = 0;
  uint64_t Offset = 0; ///< in trace-<pid>.bin
  uint64_t Bytes = 0;
  uint64_t ChunkBytes = 0;
  uint64_t Chunks = 0;
  uint64_t Requested = 0;
  uint64_t LostEvents = 0;
  uint64_t LostChunks = 0;
};

struct MessageRecord {
  std::string Level; ///< "warning" or "error"
  std::string Text;
};

struct RuntimeLog {
  int Pid = 0;
  int Abi = 0;
  std::optional<unsigned> Rank; ///< among the program's processes
  std::string Exe;
  std::vector<std::string> Arguments;
  std::vector<DeviceRecord> Devices;
  std::vector<ModuleRecord> Modules;
  std::vector<LaunchRecord> Launches;
  std::map<uint64_t, double> GpuNs; ///< by launch
  std::vector<DrainRecord> Drains;
  std::vector<MessageRecord> Messages;
  std::vector<std::string> Files; ///< shared libraries, as the loader calls them
  std::string EndReason;          ///< empty: the process ended before its runtime could
  std::vector<std::string> Problems; ///< lines that could not be understood

  const ModuleRecord *module(int Number) const;
  const LaunchRecord *launch(uint64_t Number) const;
};

/// One log for each "process" record: a program that replaces itself by exec goes on in
/// the same file. Never throws: what cannot be understood is in `Problems`, with its
/// line number. A last line without its newline is what a killed process leaves and is
/// passed over.
std::vector<RuntimeLog> parseRuntimeLogs(std::string_view Text);

} // namespace argus

#endif // ARGUS_TOOL_COLLECT_RUNTIMELOG_H
