//===- Collect.cpp - gathers what one run of the program left -------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "collect/Collect.h"

#include <algorithm>
#include <tuple>

namespace argus {

/// Process ids differ from run to run; ranks do not, nor do programs and arguments.
static bool before(const CollectedProcess &A, const CollectedProcess &B) {
  const auto Key = [](const RuntimeLog &Log) {
    return std::tuple(!Log.Rank, Log.Rank.value_or(0), Log.Exe, Log.Arguments, Log.Pid);
  };
  return Key(A.Log) < Key(B.Log);
}

std::vector<CollectedProcess> collectRun(const fs::path &Directory) {
  std::vector<CollectedProcess> Processes;
  for (const auto &Entry : fs::directory_iterator(Directory)) {
    const std::string Name = Entry.path().filename().string();
    constexpr std::string_view Prefix = "runtime-", Suffix = ".jsonl";
    if (Name.rfind(Prefix, 0) != 0 || Entry.path().extension() != Suffix)
      continue;
    const std::string Id =
        Name.substr(Prefix.size(), Name.size() - Prefix.size() - Suffix.size());
    const fs::path Trace = Directory / ("trace-" + Id + ".bin");
    for (RuntimeLog &Log : parseRuntimeLogs(readFile(Entry.path())))
      if (!Log.Modules.empty() || !Log.Launches.empty())
        Processes.push_back({std::move(Log), fs::exists(Trace) ? Trace : fs::path()});
  }
  std::stable_sort(Processes.begin(), Processes.end(), before);
  return Processes;
}

} // namespace argus
