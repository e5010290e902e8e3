//===- ExecutionCounts.cpp - what the virtual device executed -------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "collect/ExecutionCounts.h"

#include "argus/VirtualCounts.h"
#include "support/Text.h"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace argus {

using nlohmann::json;

static void addRecord(const json &R, ExecutionCounts &Counts) {
  const std::string Type = R.at("type");
  if (Type == "stack") {
    Counts.Stacks[{R.at("ptx"), R.at("stack")}] = {R.at("parent"), R.at("site")};
  } else if (Type == "executed") {
    Counts.Executed.push_back({R.at("ptx"), R.at("kernel"), R.at("launch"),
                               R.at("line"), R.at("source_line"), R.at("stack"),
                               R.at("warps"), R.at("threads")});
  } else if (Type == "entered" || Type == "trips") {
    auto &List = Type == "trips" ? Counts.Trips : Counts.Entered;
    List.push_back({R.at("ptx"), R.at("kernel"), R.at("launch"), R.at("stack"),
                    R.at("warps"), R.at("threads")});
  } else if (Type == "fault") {
    Counts.Faults.push_back({R.at("kernel"), R.at("launch"), R.at("text")});
  }
}

void addExecutionCounts(const std::string &Text, ExecutionCounts &Counts) {
  size_t Number = 0;
  for (const std::string &Line : split(Text, '\n')) {
    ++Number;
    if (Line.empty())
      continue;
    try {
      addRecord(json::parse(Line), Counts);
    } catch (const json::exception &Error) {
      Counts.Problems.push_back(fmt::format("line {}: {}", Number, Error.what()));
    }
  }
}

/// The process whose counts a file has; none: it is another file.
static std::optional<int> pidOf(const fs::path &File) {
  const std::string_view Prefix = ARGUS_VIRTUAL_COUNTS_PREFIX;
  const std::string Name = File.stem().string();
  if (Name.rfind(Prefix, 0) != 0 || File.extension() != ARGUS_VIRTUAL_COUNTS_SUFFIX)
    return std::nullopt;
  return static_cast<int>(
      parseNumber(std::string_view(Name).substr(Prefix.size())).value_or(0));
}

ExecutionCounts readExecutionCounts(const fs::path &Directory,
                                    const std::set<int> *Pids) {
  std::vector<fs::path> Files;
  for (const auto &Entry : fs::directory_iterator(Directory))
    if (const auto Pid = pidOf(Entry.path()); Pid && (!Pids || Pids->count(*Pid)))
      Files.push_back(Entry.path());
  std::sort(Files.begin(), Files.end());
  ExecutionCounts Counts;
  for (const fs::path &File : Files)
    addExecutionCounts(readFile(File), Counts);
  return Counts;
}

std::vector<unsigned> ExecutionCounts::sites(const std::string &Ptx,
                                             unsigned Stack) const {
  std::vector<unsigned> Open;
  // A parent is always an older stack, so damaged records cannot make a circle.
  for (auto At = Stacks.find({Ptx, Stack}); At != Stacks.end();) {
    Open.push_back(At->second.second);
    const unsigned Parent = At->second.first;
    At = Parent < At->first.second ? Stacks.find({Ptx, Parent}) : Stacks.end();
  }
  std::reverse(Open.begin(), Open.end());
  return Open;
}

std::string ptxDigest(std::string_view Ptx) {
  // Fowler, Noll, Vo: FNV-1a with 64 bits.
  uint64_t Hash = 0xcbf29ce484222325u;
  for (const char C : Ptx)
    Hash = (Hash ^ static_cast<unsigned char>(C)) * 0x100000001b3u;
  return fmt::format("{:016x}", Hash);
}

} // namespace argus
