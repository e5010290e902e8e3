//===- TraceReader.cpp - trace bytes to chunks ----------------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "join/TraceReader.h"

#include <algorithm>
#include <cstring>
#include <fmt/format.h>

namespace argus {

ArgusEvent Chunk::event(uint32_t Index) const {
  ArgusEvent Event;
  std::memcpy(&Event, Events.data() + Index * sizeof Event, sizeof Event);
  return Event;
}

/// The events of a lane that never said how many it has: up to the first empty slot.
static uint32_t countOpenEvents(const Chunk &C, uint32_t Capacity) {
  uint32_t Count = 0;
  while (Count < Capacity && C.event(Count).payload != 0)
    ++Count;
  return Count;
}

namespace {

class Reader {
public:
  Reader(std::string_view Trace, TraceData &Data) : Trace(Trace), Data(Data) {}

  void readDrain(const DrainRecord &Drain, size_t Number) {
    Data.LostEvents += Drain.LostEvents;
    Data.LostChunks += Drain.LostChunks;
    Data.MaxRequested = std::max(Data.MaxRequested, Drain.Requested);
    if (Drain.ChunkBytes < sizeof(ArgusChunkHeader) || Drain.ChunkBytes % 8 != 0) {
      Data.Problems.push_back(
          fmt::format("drain {}: chunks of {} bytes", Number, Drain.ChunkBytes));
      return;
    }
    for (uint64_t I = 0; I < Drain.Chunks; ++I) {
      const uint64_t Offset = Drain.Offset + I * Drain.ChunkBytes;
      if (Offset > Trace.size() || Trace.size() - Offset < Drain.ChunkBytes) {
        Data.Problems.push_back(fmt::format(
            "drain {}: the trace ends after {} of {} chunks", Number, I, Drain.Chunks));
        break;
      }
      readChunk(Drain, Trace.substr(Offset, Drain.ChunkBytes));
    }
  }

private:
  /// A chunk that no lane wrote was reserved for a warp that took another in the end:
  /// its launch met with one in another stream.
  void readChunk(const DrainRecord &Drain, std::string_view Bytes) {
    Chunk C;
    std::memcpy(&C.Header, Bytes.data(), sizeof C.Header);
    if (C.Header.state != ARGUS_CHUNK_OPEN && C.Header.state != ARGUS_CHUNK_CLOSED)
      return;
    C.Module = Drain.Module;
    C.Device = Drain.Device;
    C.Events = Bytes.substr(sizeof C.Header);
    const uint32_t Capacity = C.eventCount();
    C.Open = C.Header.state == ARGUS_CHUNK_OPEN;
    const uint32_t Executed = C.Open ? countOpenEvents(C, Capacity) : C.Header.events;
    const uint32_t Stored = std::min(Executed, Capacity);
    C.Dropped = Executed - Stored;
    C.Events = C.Events.substr(0, Stored * sizeof(ArgusEvent));
    Data.MaxEvents = std::max<uint64_t>(Data.MaxEvents, Executed);
    Data.Chunks.push_back(C);
  }

  std::string_view Trace;
  TraceData &Data;
};

} // namespace

TraceData readTrace(std::string_view Trace, const std::vector<DrainRecord> &Drains) {
  TraceData Data;
  Reader R(Trace, Data);
  for (size_t I = 0; I < Drains.size(); ++I)
    R.readDrain(Drains[I], I + 1);
  return Data;
}

} // namespace argus
