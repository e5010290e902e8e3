//===- TraceReader.h - trace bytes to chunks ----------------------*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_TOOL_JOIN_TRACEREADER_H
#define ARGUS_TOOL_JOIN_TRACEREADER_H

#include "argus/Abi.h"
#include "collect/RuntimeLog.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace argus {

/// What one lane of one warp recorded during one launch.
struct Chunk {
  ArgusChunkHeader Header = {};
  int Module = 0;
  int Device = 0;
  std::string_view Events; ///< 8 bytes each, those that are there
  uint64_t Dropped = 0;    ///< executed but beyond the chunk's capacity; exact
  bool Open = false;       ///< the lane did not reach the kernel's end

  uint32_t eventCount() const {
    return static_cast<uint32_t>(Events.size() / sizeof(ArgusEvent));
  }
  ArgusEvent event(uint32_t Index) const;
};

struct TraceData {
  std::vector<Chunk> Chunks;
  uint64_t LostEvents = 0;           ///< of lanes that found no chunk
  uint64_t LostChunks = 0;           ///< such lanes
  uint64_t MaxEvents = 0;            ///< that any lane executed
  uint64_t MaxRequested = 0;         ///< chunks asked for between two drains
  std::vector<std::string> Problems; ///< parts of the file that make no sense
};

/// Never throws; `Trace` must outlive the result.
TraceData readTrace(std::string_view Trace, const std::vector<DrainRecord> &Drains);

} // namespace argus

#endif // ARGUS_TOOL_JOIN_TRACEREADER_H
