//===- Warps.h - chunks of lanes to event streams of warps --------*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_TOOL_JOIN_WARPS_H
#define ARGUS_TOOL_JOIN_WARPS_H

#include "join/TraceReader.h"

#include <vector>

namespace argus {

/// One execution of a kernel by one warp: the lanes that recorded for it, the lane
/// that began first in front.
struct WarpChunks {
  std::vector<const Chunk *> Lanes;

  const ArgusChunkHeader &first() const { return Lanes.front()->Header; }
};

/// Groups by (module, device, launch, kernel, CTA, warp), in that order. A launch that
/// was recorded once and replayed (CUDA graphs) gives several executions with equal
/// coordinates: each has one chunk of a lane, and the same lane is the first of each. A
/// lane that lags behind may begin its chunk when the first one has closed its own.
std::vector<WarpChunks> groupWarps(const std::vector<Chunk> &Chunks);

struct TimedEvent {
  uint64_t Clock = 0; ///< 64-bit cycle counter of the warp's SM
  uint16_t Site = 0;
  uint8_t Kind = 0; ///< ArgusEventKind
  uint8_t Lane = 0;
};

struct WarpTrace {
  uint64_t Begin = 0; ///< cycles; the kernel's begin and end in this warp
  uint64_t End = 0;
  bool Open = false; ///< no lane told its end: `End` is the last that is known
  std::vector<TimedEvent> Events; ///< by clock
  uint64_t Dropped = 0;
  uint64_t ClockErrors = 0; ///< events whose clock contradicts the anchors
};

/// Restores the 64-bit clocks from the 40 recorded bits and the lanes' anchors, and
/// merges the lanes.
WarpTrace mergeLanes(const WarpChunks &Warp);

} // namespace argus

#endif // ARGUS_TOOL_JOIN_WARPS_H
