//===- TraceBuilder.h - trace bytes made by hand ------------------*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_TEST_UNIT_JOIN_TRACEBUILDER_H
#define ARGUS_TEST_UNIT_JOIN_TRACEBUILDER_H

#include "argus/Abi.h"
#include "collect/RuntimeLog.h"

#include <cstring>
#include <initializer_list>
#include <string>

namespace argus {

/// An event as device code writes it: the low 40 bits of the clock.
inline ArgusEvent makeEvent(uint64_t Clock, unsigned Site, ArgusEventKind Kind) {
  ArgusEvent E;
  E.clock = static_cast<uint32_t>(Clock);
  E.payload = Site | Kind << ARGUS_EVENT_KIND_SHIFT |
              static_cast<uint32_t>(Clock >> 32 & 0xFF) << ARGUS_EVENT_CLOCK_SHIFT;
  return E;
}

inline ArgusEvent begin(uint64_t Clock, unsigned Site) {
  return makeEvent(Clock, Site, ARGUS_EVENT_BEGIN);
}
inline ArgusEvent end(uint64_t Clock, unsigned Site) {
  return makeEvent(Clock, Site, ARGUS_EVENT_END);
}

inline ArgusEvent trip(uint64_t Clock, unsigned Site) {
  return makeEvent(Clock, Site, ARGUS_EVENT_ITERATION);
}

/// Chunks of one size, back to back, and the record of their drain.
class TraceBuilder {
public:
  explicit TraceBuilder(unsigned Capacity) : Capacity(Capacity) {}

  /// Returns the header for further changes; valid until the next call.
  ArgusChunkHeader &add(uint64_t BeginClock, uint64_t EndClock,
                        std::initializer_list<ArgusEvent> Events) {
    Bytes.resize(Bytes.size() + chunkBytes());
    auto *Header =
        reinterpret_cast<ArgusChunkHeader *>(&Bytes[Bytes.size() - chunkBytes()]);
    Header->state = ARGUS_CHUNK_CLOSED;
    Header->launch = 1;
    Header->begin_clock = BeginClock;
    Header->end_clock = EndClock;
    // Half a nanosecond a cycle.
    Header->begin_globaltimer = BeginClock / 2;
    Header->end_globaltimer = EndClock / 2;
    Header->events = static_cast<uint32_t>(Events.size());
    auto *Slot = reinterpret_cast<ArgusEvent *>(Header + 1);
    unsigned Left = Capacity;
    for (const ArgusEvent &Event : Events)
      if (Left-- > 0)
        *Slot++ = Event;
      else
        break;
    return *Header;
  }

  DrainRecord drain() const {
    DrainRecord D;
    D.Bytes = Bytes.size();
    D.ChunkBytes = chunkBytes();
    D.Chunks = D.Requested = Bytes.size() / chunkBytes();
    return D;
  }

  uint64_t chunkBytes() const {
    return sizeof(ArgusChunkHeader) + Capacity * sizeof(ArgusEvent);
  }

  std::string Bytes;

private:
  unsigned Capacity;
};

} // namespace argus

#endif // ARGUS_TEST_UNIT_JOIN_TRACEBUILDER_H
