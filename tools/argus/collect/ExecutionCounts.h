//===- ExecutionCounts.h - what the virtual device executed -----*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_TOOL_COLLECT_EXECUTIONCOUNTS_H
#define ARGUS_TOOL_COLLECT_EXECUTIONCOUNTS_H

#include "support/Files.h"

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace argus {

/// The records of argus/VirtualCounts.h that a run left. Ptx: digest of the PTX text.
struct ExecutedRecord {
  std::string Ptx, Kernel; ///< mangled
  uint64_t Launch = 0;
  unsigned Line = 0;       ///< of the PTX
  unsigned SourceLine = 0; ///< of the `.loc` above it; 0: none
  unsigned Stack = 0;
  uint64_t Warps = 0, Threads = 0;
};

struct EnteredRecord {
  std::string Ptx, Kernel;
  uint64_t Launch = 0;
  unsigned Stack = 0;
  uint64_t Warps = 0, Threads = 0;
};

/// A launch that did not reach its end.
struct FaultRecord {
  std::string Kernel; ///< mangled
  uint64_t Launch = 0;
  std::string Text; ///< names kernel, fault and place
};

struct ExecutionCounts {
  std::vector<ExecutedRecord> Executed;
  std::vector<EnteredRecord> Entered;
  std::vector<EnteredRecord> Trips; ///< of the loop on top of the stack
  std::vector<FaultRecord> Faults;
  std::vector<std::string> Problems; ///< lines that could not be read

  /// The open sites of a stack, outermost first.
  std::vector<unsigned> sites(const std::string &Ptx, unsigned Stack) const;

  /// (PTX, stack) -> (parent, site)
  std::map<std::pair<std::string, unsigned>, std::pair<unsigned, unsigned>> Stacks;
};

/// Adds what one file says.
void addExecutionCounts(const std::string &Text, ExecutionCounts &Counts);

/// Of these processes of a run, of all without `Pids`, in the order of the files'
/// names.
ExecutionCounts readExecutionCounts(const fs::path &Directory,
                                    const std::set<int> *Pids = nullptr);

/// The name by which the records call a PTX text: FNV-1a, 16 hex digits.
std::string ptxDigest(std::string_view Ptx);

} // namespace argus

#endif // ARGUS_TOOL_COLLECT_EXECUTIONCOUNTS_H
