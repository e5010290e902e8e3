//===- Timeline.h - streams, events and virtual time --------------*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Work is done when it is called for; what is kept here is when it would have been
// done. All times are virtual nanoseconds. Each stream has the time at which its last
// work ends. Work starts at the latest of that, of what it waits for (events; the
// legacy default stream and the blocking streams wait for each other), and of the
// host's time. The host's own work takes no time; waiting for the device moves its
// clock.
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_VIRTUAL_CUDA_TIMELINE_H
#define ARGUS_VIRTUAL_CUDA_TIMELINE_H

#include "CudaTypes.h"

#include <map>
#include <memory>
#include <thread>

namespace argus::vcuda {

/// What copies and memsets cost: a fixed time and one by size.
constexpr uint64_t TransferStartNs = 1000;
constexpr uint64_t HostBytesPerNs = 32;     ///< between host and device
constexpr uint64_t DeviceBytesPerNs = 1024; ///< inside the device

inline uint64_t transferNs(uint64_t Bytes, uint64_t BytesPerNs) {
  return TransferStartNs + (Bytes + BytesPerNs - 1) / BytesPerNs;
}

struct StreamState {
  uint64_t Id = 0;
  uint64_t End = 0; ///< of its last work
  unsigned Flags = 0;
  int Priority = 0;
};

struct EventState {
  unsigned Flags = 0;
  bool Recorded = false;
  uint64_t Time = 0;
};

class Timeline {
public:
  /// Null where the handle is no stream's.
  StreamState *stream(StreamHandle S);
  StreamHandle createStream(unsigned Flags, int Priority);
  /// False where the handle is no created stream's.
  bool destroyStream(StreamHandle S);

  EventState *event(EventHandle E);
  EventHandle createEvent(unsigned Flags);
  bool destroyEvent(EventHandle E);

  /// When work that is given to the stream now starts.
  uint64_t startOf(const StreamState &S) const;
  /// Work that starts now and takes so long. Returns its start.
  uint64_t add(StreamState &S, uint64_t Ns);
  void record(EventState &E, const StreamState &S);
  void wait(StreamState &S, const EventState &E);

  /// The host waits for all that the stream, the event, or any stream was given.
  void synchronize(const StreamState &S);
  void synchronize(const EventState &E);
  void synchronize();

private:
  bool blocking(const StreamState &S) const {
    return &S != &Legacy && !(S.Flags & StreamNonBlocking);
  }

  /// Not 0, which readers of traces take for "never".
  uint64_t Host = 1000000;
  uint64_t Latest = 0;         ///< end of all work so far
  uint64_t LatestBlocking = 0; ///< of that in blocking streams, the destroyed included
  uint64_t NextId = 2;
  StreamState Legacy{1, 0, 0, 0};
  std::map<std::thread::id, StreamState> PerThread;
  std::map<StreamHandle, std::unique_ptr<StreamState>> Streams;
  std::map<EventHandle, std::unique_ptr<EventState>> Events;
};

} // namespace argus::vcuda

#endif // ARGUS_VIRTUAL_CUDA_TIMELINE_H
