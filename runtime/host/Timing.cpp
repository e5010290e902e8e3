//===- Timing.cpp - when kernels ran ---------------------------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Timing.h"
#include "Transfers.h"

namespace argus::rt {

/// A launch should not pay for looking at all launches before it.
constexpr size_t FewLaunches = 8;
constexpr size_t ManyLaunches = 4096;

Result Timing::take(Event &E) {
  if (Free.empty())
    return D.eventCreate(&E, 0);
  E = Free.back();
  Free.pop_back();
  return Success;
}

Result Timing::begin(const StreamInfo &S, Event &Start) {
  Event E = nullptr;
  if (Result R = take(E))
    return R;
  if (Result R = D.eventRecord(E, S.Handle)) {
    Free.push_back(E);
    return R;
  }
  Start = E;
  return Success;
}

Result Timing::end(Event Start, unsigned Launch, unsigned Group, const StreamInfo &S) {
  Event End = nullptr;
  Result R = take(End);
  if (R == Success)
    R = D.eventRecord(End, S.Handle);
  if (R == Success)
    InFlight.push_back({Launch, Group, S, Start, End});
  return R;
}

Result Timing::finish(size_t Index, const Sink &Done) {
  const Pending P = InFlight[Index];
  InFlight.erase(InFlight.begin() + ptrdiff_t(Index));
  float Milliseconds = 0;
  const Result R = D.eventElapsedTime(&Milliseconds, P.Start, P.End);
  Free.push_back(P.Start);
  Free.push_back(P.End);
  if (R == Success)
    Done(P.Launch, double(Milliseconds) * 1e6);
  return R;
}

Result Timing::collectUpTo(size_t Most, const Sink &Done) {
  size_t Index = 0;
  for (; Most > 0 && Index < InFlight.size(); --Most) {
    Result R = D.eventQuery(InFlight[Index].End);
    if (R == ErrorNotReady) {
      ++Index;
      continue;
    }
    if (R == Success)
      R = finish(Index, Done);
    if (R != Success)
      return R;
  }
  return Success;
}

Result Timing::collect(const Sink &Done) {
  const bool Many = InFlight.size() > ManyLaunches;
  return collectUpTo(Many ? InFlight.size() : FewLaunches, Done);
}

Result Timing::waitFor(unsigned Group, Milliseconds Limit, const Sink &Done) {
  return waitUntil(
      [&] {
        if (Result R = collectUpTo(InFlight.size(), Done))
          return R;
        for (const Pending &P : InFlight)
          if (P.Group == Group)
            return ErrorNotReady;
        return Success;
      },
      Limit);
}

Result Timing::waitForAll(Milliseconds Limit, const Sink &Done) {
  return waitUntil(
      [&] {
        if (Result R = collectUpTo(InFlight.size(), Done))
          return R;
        return InFlight.empty() ? Success : ErrorNotReady;
      },
      Limit);
}

Result Timing::waitForBlockingStreams(Milliseconds Limit) {
  Event E = nullptr;
  if (Result R = begin({legacyStream(), 0, false}, E))
    return R;
  const Result R = waitUntil([&] { return D.eventQuery(E); }, Limit);
  Free.push_back(E);
  return R;
}

/// Work in one stream is ordered, and the legacy default stream and blocking streams
/// wait for each other.
static bool ordered(const StreamInfo &A, const StreamInfo &B) {
  if (A.Number == B.Number)
    return true;
  return (A.Number == 0 && !B.NonBlocking) || (B.Number == 0 && !A.NonBlocking);
}

bool Timing::overlaps(unsigned Group, const StreamInfo &S) const {
  size_t Looked = 0;
  for (auto P = InFlight.rbegin(); P != InFlight.rend() && Looked < 8 * FewLaunches;
       ++P)
    if (P->Group == Group && !ordered(P->OnStream, S)) {
      ++Looked;
      if (D.eventQuery(P->End) == ErrorNotReady)
        return true;
    }
  return false;
}

} // namespace argus::rt
