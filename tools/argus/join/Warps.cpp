//===- Warps.cpp - chunks of lanes to event streams of warps --------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "join/Warps.h"

#include <algorithm>
#include <tuple>

namespace argus {

static auto warpKey(const Chunk &C) {
  return std::make_tuple(C.Module, C.Device, C.Header.launch, C.Header.kernel,
                         C.Header.cta, C.Header.warp);
}

std::vector<WarpChunks> groupWarps(const std::vector<Chunk> &Chunks) {
  std::vector<const Chunk *> Order;
  Order.reserve(Chunks.size());
  for (const Chunk &C : Chunks)
    Order.push_back(&C);
  std::sort(Order.begin(), Order.end(), [](const Chunk *A, const Chunk *B) {
    return std::make_tuple(warpKey(*A), A->Header.begin_globaltimer,
                           A->Header.begin_clock, A->Header.lane) <
           std::make_tuple(warpKey(*B), B->Header.begin_globaltimer,
                           B->Header.begin_clock, B->Header.lane);
  });

  std::vector<WarpChunks> Warps;
  uint32_t LanesSeen = 0;
  for (const Chunk *C : Order) {
    const uint32_t Lane = 1u << (C->Header.lane % 32);
    const bool Joins = !Warps.empty() &&
                       warpKey(*Warps.back().Lanes[0]) == warpKey(*C) &&
                       !(LanesSeen & Lane);
    if (!Joins) {
      Warps.emplace_back();
      LanesSeen = 0;
    }
    Warps.back().Lanes.push_back(C);
    LanesSeen |= Lane;
  }
  return Warps;
}

namespace {

constexpr uint64_t ClockMask = (uint64_t{1} << 40) - 1;
/// ptxas may move a clock read a little ahead of the previous one. A larger step back
/// can only be a wrap of the 40 bits.
constexpr uint64_t MaxStepBack = uint64_t{1} << 20;

uint64_t recordedClock(const ArgusEvent &Event) {
  return static_cast<uint64_t>(Event.payload >> ARGUS_EVENT_CLOCK_SHIFT) << 32 |
         Event.clock;
}

uint64_t unwrap(uint64_t Recorded, uint64_t Previous) {
  const uint64_t Step = (Recorded - Previous) & ClockMask;
  return Step > ClockMask - MaxStepBack ? Previous : Previous + Step;
}

TimedEvent decode(const ArgusEvent &Event, uint64_t Clock, uint8_t Lane) {
  TimedEvent T;
  T.Clock = Clock;
  T.Site = Event.payload & ((1u << ARGUS_EVENT_SITE_BITS) - 1);
  T.Kind =
      Event.payload >> ARGUS_EVENT_KIND_SHIFT & ((1u << ARGUS_EVENT_KIND_BITS) - 1);
  T.Lane = Lane;
  return T;
}

void appendLane(const Chunk &C, WarpTrace &Trace) {
  const ptrdiff_t First = static_cast<ptrdiff_t>(Trace.Events.size());
  uint64_t Clock = C.Header.begin_clock;
  for (uint32_t I = 0; I < C.eventCount(); ++I) {
    const ArgusEvent Event = C.event(I);
    Clock = unwrap(recordedClock(Event), Clock);
    if (!C.Open && Clock > C.Header.end_clock + MaxStepBack) {
      // From here on the lane's clocks are not to be trusted.
      Trace.ClockErrors += C.eventCount() - I;
      break;
    }
    Trace.Events.push_back(decode(Event, Clock, C.Header.lane));
  }
  std::inplace_merge(
      Trace.Events.begin(), Trace.Events.begin() + First, Trace.Events.end(),
      [](const TimedEvent &A, const TimedEvent &B) { return A.Clock < B.Clock; });
}

} // namespace

WarpTrace mergeLanes(const WarpChunks &Warp) {
  WarpTrace Trace;
  Trace.Begin = Warp.first().begin_clock;
  for (const Chunk *C : Warp.Lanes) {
    Trace.Begin = std::min(Trace.Begin, C->Header.begin_clock);
    Trace.Dropped += C->Dropped;
    appendLane(*C, Trace);
    Trace.Open |= C->Open;
    if (!C->Open)
      Trace.End = std::max(Trace.End, C->Header.end_clock);
  }
  if (Trace.Open && !Trace.Events.empty())
    Trace.End = std::max(Trace.End, Trace.Events.back().Clock);
  Trace.End = std::max(Trace.End, Trace.Begin);
  return Trace;
}

} // namespace argus
