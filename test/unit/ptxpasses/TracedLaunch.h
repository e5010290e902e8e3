//===- TracedLaunch.h - a launch with a trace arena -------------*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_TEST_UNIT_PTXPASSES_TRACEDLAUNCH_H
#define ARGUS_TEST_UNIT_PTXPASSES_TRACEDLAUNCH_H

#include "Machine.h"
#include "argus/Abi.h"

#include <map>
#include <string>
#include <vector>

namespace argus {

/// Events by {site, ArgusEventKind}.
using EventCounts = std::map<std::pair<unsigned, unsigned>, uint64_t>;

struct Shape {
  vm::Dim3 Grid, Block;
  int N = 5; ///< the kernel's third argument
};

struct Chunk {
  ArgusChunkHeader Head;
  std::vector<ArgusEvent> Events; ///< those that fitted
};

struct Trace {
  std::string Error;
  std::vector<int> Out; ///< what the kernel computed
  ArgusArenaHeader Arena;
  std::vector<Chunk> Chunks; ///< those that were taken
  uint64_t executed() const; ///< events, with those that were dropped or lost
  EventCounts counts() const;
};

struct Arena {
  unsigned EventsPerChunk = 4096, Chunks = 256;
  bool Reserved = true; ///< the launch's warps have chunks from the third on
};

/// What the machine counted at the markers themselves.
struct Truth {
  std::string Error;
  std::vector<int> Out;
  EventCounts Counts;
};

Truth truthOf(const std::string &Ptx, const std::string &Kernel, const Shape &S);
Trace traceOf(const std::string &Ptx, const std::string &Kernel, const Shape &S,
              const Arena &A = {});

} // namespace argus

#endif // ARGUS_TEST_UNIT_PTXPASSES_TRACEDLAUNCH_H
