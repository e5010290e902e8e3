//===- Timing.h - when kernels ran -----------------------------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_RUNTIME_TIMING_H
#define ARGUS_RUNTIME_TIMING_H

#include "Driver.h"
#include "Options.h"

#include <deque>
#include <functional>
#include <vector>

namespace argus::rt {

struct StreamInfo {
  Stream Handle = nullptr;
  unsigned Number = 0; ///< 0: the legacy default stream; else by first appearance
  bool NonBlocking = false;
};

/// CUDA events around the launches of one context, which must be current. Nothing here
/// waits except waitFor.
class Timing {
public:
  /// Gets a launch's number and its time in nanoseconds.
  using Sink = std::function<void(unsigned Launch, double Nanoseconds)>;

  explicit Timing(const Driver &D) : D(D) {}

  /// Records the event before a launch.
  Result begin(const StreamInfo &S, Event &Start);
  /// Records the event behind it. Group: whom waitFor and overlaps may ask about.
  Result end(Event Start, unsigned Launch, unsigned Group, const StreamInfo &S);
  /// Instead of end, where the launch failed.
  void discard(Event Start) { Free.push_back(Start); }

  /// Hands over launches that are finished. Looks at a few only, unless many wait.
  Result collect(const Sink &Done);
  /// Until no launch of the group is in flight; "not ready" when the time is over.
  Result waitFor(unsigned Group, Milliseconds Limit, const Sink &Done);
  Result waitForAll(Milliseconds Limit, const Sink &Done);
  /// Until what was given to blocking streams is done: the only way to wait for the
  /// replays of graphs, of which nothing tells the runtime.
  Result waitForBlockingStreams(Milliseconds Limit);

  /// What CUDA says to an event that it knows, or should.
  Result probe() const { return Free.empty() ? Success : D.eventQuery(Free.back()); }

  /// Whether a launch of the group is in flight that one in S need not wait for.
  bool overlaps(unsigned Group, const StreamInfo &S) const;

private:
  struct Pending {
    unsigned Launch;
    unsigned Group;
    StreamInfo OnStream;
    Event Start, End;
  };

  Result take(Event &E);
  Result finish(size_t Index, const Sink &Done);
  Result collectUpTo(size_t Most, const Sink &Done);

  const Driver &D;
  std::deque<Pending> InFlight; ///< in the order of launching
  std::vector<Event> Free;
};

} // namespace argus::rt

#endif // ARGUS_RUNTIME_TIMING_H
