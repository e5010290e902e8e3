//===- Timeline.cpp - streams, events and virtual time ----------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Timeline.h"

#include <algorithm>

namespace argus::vcuda {

StreamState *Timeline::stream(StreamHandle S) {
  if (!S || S == legacyStream())
    return &Legacy;
  if (S == perThreadStream()) {
    const auto [At, New] = PerThread.try_emplace(std::this_thread::get_id());
    if (New)
      At->second.Id = NextId++;
    return &At->second;
  }
  auto At = Streams.find(S);
  return At == Streams.end() ? nullptr : At->second.get();
}

StreamHandle Timeline::createStream(unsigned Flags, int Priority) {
  auto S = std::make_unique<StreamState>(StreamState{NextId++, 0, Flags, Priority});
  const auto Handle = reinterpret_cast<StreamHandle>(S.get());
  Streams.emplace(Handle, std::move(S));
  return Handle;
}

bool Timeline::destroyStream(StreamHandle S) { return Streams.erase(S) != 0; }

EventState *Timeline::event(EventHandle E) {
  auto At = Events.find(E);
  return At == Events.end() ? nullptr : At->second.get();
}

EventHandle Timeline::createEvent(unsigned Flags) {
  auto E = std::make_unique<EventState>(EventState{Flags, false, 0});
  const auto Handle = reinterpret_cast<EventHandle>(E.get());
  Events.emplace(Handle, std::move(E));
  return Handle;
}

bool Timeline::destroyEvent(EventHandle E) { return Events.erase(E) != 0; }

uint64_t Timeline::startOf(const StreamState &S) const {
  uint64_t Start = std::max(Host, S.End);
  if (&S == &Legacy)
    Start = std::max(Start, LatestBlocking);
  else if (blocking(S))
    Start = std::max(Start, Legacy.End);
  return Start;
}

uint64_t Timeline::add(StreamState &S, uint64_t Ns) {
  const uint64_t Start = startOf(S);
  S.End = Start + Ns;
  Latest = std::max(Latest, S.End);
  if (blocking(S))
    LatestBlocking = std::max(LatestBlocking, S.End);
  return Start;
}

void Timeline::record(EventState &E, const StreamState &S) {
  E.Recorded = true;
  E.Time = startOf(S);
}

void Timeline::wait(StreamState &S, const EventState &E) {
  if (!E.Recorded)
    return;
  S.End = std::max(S.End, E.Time);
  if (blocking(S))
    LatestBlocking = std::max(LatestBlocking, S.End);
}

void Timeline::synchronize(const StreamState &S) {
  Host = &S == &Legacy ? startOf(S) : std::max(Host, S.End);
}

void Timeline::synchronize(const EventState &E) {
  if (E.Recorded)
    Host = std::max(Host, E.Time);
}

void Timeline::synchronize() { Host = std::max(Host, Latest); }

} // namespace argus::vcuda
