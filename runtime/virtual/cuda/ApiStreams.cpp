//===- ApiStreams.cpp - streams and events -===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Api.h"
#include "ApiCalls.h"

using namespace argus::vcuda;

namespace {

/// As cudaDeviceGetStreamPriorityRange says; others are clamped.
constexpr int LeastPriority = 0, GreatestPriority = -5;

int create(Context &C, StreamHandle *S, unsigned Flags, int Priority) {
  if (!S || Flags > StreamNonBlocking)
    return ErrorInvalidValue;
  *S = C.Time.createStream(
      Flags, std::max(GreatestPriority, std::min(LeastPriority, Priority)));
  return Success;
}

/// Body(StreamState &) on a stream that exists.
template <typename Callable> int with(Context &C, StreamHandle S, Callable Body) {
  StreamState *Stream = C.Time.stream(S);
  if (!Stream)
    return ErrorInvalidResourceHandle;
  Body(*Stream);
  return Success;
}

int destroy(Context &C, StreamHandle S) {
  return C.Time.destroyStream(S) ? Success : ErrorInvalidResourceHandle;
}

int synchronize(Context &C, StreamHandle S) {
  return with(C, S, [&](StreamState &Stream) { C.Time.synchronize(Stream); });
}

template <typename Value>
int give(Context &C, StreamHandle S, Value *Result, Value (*Get)(const StreamState &)) {
  if (!Result)
    return ErrorInvalidValue;
  return with(C, S, [&](StreamState &Stream) { *Result = Get(Stream); });
}

int wait(Context &C, StreamHandle S, EventHandle E) {
  EventState *Event = C.Time.event(E);
  if (!Event)
    return ErrorInvalidResourceHandle;
  return with(C, S, [&](StreamState &Stream) { C.Time.wait(Stream, *Event); });
}

/// The stream's work is done, so the function's turn has come. Without the lock: it may
/// wait for another thread that calls CUDA.
int callHost(StreamHandle S, HostFunction F, void *User) {
  const int Error = onDevice([&](Api &, Context &C) -> int {
    return F ? with(C, S, [](StreamState &) {}) : ErrorInvalidValue;
  });
  if (Error == Success)
    F(User);
  return Error;
}

int callBack(StreamHandle S, StreamCallback F, void *User) {
  const int Error = onDevice([&](Api &, Context &C) -> int {
    return F ? with(C, S, [](StreamState &) {}) : ErrorInvalidValue;
  });
  if (Error == Success)
    F(S, Success, User);
  return Error;
}

int createEvent(Context &C, EventHandle *E, unsigned Flags) {
  constexpr unsigned KnownFlags = 7; // blocking sync, disable timing, interprocess
  if (!E || Flags > KnownFlags)
    return ErrorInvalidValue;
  *E = C.Time.createEvent(Flags);
  return Success;
}

int record(Context &C, EventHandle E, StreamHandle S) {
  EventState *Event = C.Time.event(E);
  if (!Event)
    return ErrorInvalidResourceHandle;
  return with(C, S, [&](StreamState &Stream) { C.Time.record(*Event, Stream); });
}

/// The host has seen that the event is over, so no less time has passed for it.
int synchronizeEvent(Context &C, EventHandle E) {
  const EventState *Event = C.Time.event(E);
  if (!Event)
    return ErrorInvalidResourceHandle;
  C.Time.synchronize(*Event);
  return Success;
}

int destroyEvent(Context &C, EventHandle E) {
  return C.Time.destroyEvent(E) ? Success : ErrorInvalidResourceHandle;
}

} // namespace

namespace argus::vcuda {

int elapsed(Context &C, float *Milliseconds, EventHandle Start, EventHandle End) {
  const EventState *A = C.Time.event(Start), *B = C.Time.event(End);
  if (!Milliseconds)
    return ErrorInvalidValue;
  if (!A || !B || !A->Recorded || !B->Recorded ||
      ((A->Flags | B->Flags) & EventDisableTiming))
    return ErrorInvalidResourceHandle;
  *Milliseconds = float(double(int64_t(B->Time - A->Time)) / 1e6);
  return Success;
}

} // namespace argus::vcuda

//===- Streams -------------------------------------------------------------===//

ARGUS_API(cudaStreamCreate, (StreamHandle * S), create(C, S, 0, LeastPriority))
ARGUS_API(cudaStreamCreateWithFlags, (StreamHandle * S, unsigned Flags),
          create(C, S, Flags, LeastPriority))
ARGUS_API(cudaStreamCreateWithPriority,
          (StreamHandle * S, unsigned Flags, int Priority),
          create(C, S, Flags, Priority))
ARGUS_API(cudaStreamDestroy, (StreamHandle S), destroy(C, S))
ARGUS_STREAM_API(cudaStreamSynchronize, (StreamHandle S), synchronize(C, S))
ARGUS_STREAM_API(cudaStreamQuery, (StreamHandle S), synchronize(C, S))
ARGUS_STREAM_API(cudaStreamWaitEvent, (StreamHandle S, EventHandle E, unsigned),
                 wait(C, S, E))
ARGUS_STREAM_API(cudaStreamGetFlags, (StreamHandle S, unsigned *Flags),
                 give<unsigned>(C, S, Flags,
                                [](const StreamState &X) { return X.Flags; }))
ARGUS_STREAM_API(cudaStreamGetPriority, (StreamHandle S, int *Priority),
                 give<int>(C, S, Priority,
                           [](const StreamState &X) { return X.Priority; }))
ARGUS_STREAM_API(cudaStreamGetId, (StreamHandle S, unsigned long long *Id),
                 give<unsigned long long>(C, S, Id, [](const StreamState &X) {
                   return static_cast<unsigned long long>(X.Id);
                 }))
ARGUS_STREAM_API(cudaStreamGetDevice, (StreamHandle S, int *Device),
                 give<int>(C, S, Device, [](const StreamState &) { return 0; }))
/// Nothing is ever captured: cudaStreamBeginCapture is not supported.
ARGUS_STREAM_API(cudaStreamIsCapturing, (StreamHandle S, int *Status),
                 give<int>(C, S, Status, [](const StreamState &) { return 0; }))
// What the later parameters of these ask for is given for captured streams only.
ARGUS_STREAM_API(cudaStreamGetCaptureInfo, (StreamHandle S, int *Status),
                 give<int>(C, S, Status, [](const StreamState &) { return 0; }))
ARGUS_STREAM_API(cudaStreamGetCaptureInfo_v2, (StreamHandle S, int *Status),
                 give<int>(C, S, Status, [](const StreamState &) { return 0; }))
ARGUS_STREAM_API(cudaStreamGetCaptureInfo_v3, (StreamHandle S, int *Status),
                 give<int>(C, S, Status, [](const StreamState &) { return 0; }))
ARGUS_STREAM_API(cudaStreamAttachMemAsync, (StreamHandle S, void *, size_t, unsigned),
                 with(C, S, [](StreamState &) {}))

ARGUS_EXPORT int cudaLaunchHostFunc(StreamHandle S, HostFunction F, void *User) {
  return callHost(S, F, User);
}
ARGUS_EXPORT int cudaLaunchHostFunc_ptsz(StreamHandle S, HostFunction F, void *User) {
  return callHost(perThread(S), F, User);
}
ARGUS_EXPORT int cudaStreamAddCallback(StreamHandle S, StreamCallback F, void *User,
                                       unsigned) {
  return callBack(S, F, User);
}
ARGUS_EXPORT int cudaStreamAddCallback_ptsz(StreamHandle S, StreamCallback F,
                                            void *User, unsigned) {
  return callBack(perThread(S), F, User);
}

//===- Events --------------------------------------------------------------===//

ARGUS_API(cudaEventCreate, (EventHandle * E), createEvent(C, E, 0))
ARGUS_API(cudaEventCreateWithFlags, (EventHandle * E, unsigned Flags),
          createEvent(C, E, Flags))
ARGUS_STREAM_API(cudaEventRecord, (EventHandle E, StreamHandle S), record(C, E, S))
ARGUS_STREAM_API(cudaEventRecordWithFlags, (EventHandle E, StreamHandle S, unsigned),
                 record(C, E, S))
ARGUS_API(cudaEventQuery, (EventHandle E), synchronizeEvent(C, E))
ARGUS_API(cudaEventSynchronize, (EventHandle E), synchronizeEvent(C, E))
ARGUS_API(cudaEventDestroy, (EventHandle E), destroyEvent(C, E))
ARGUS_API(cudaEventElapsedTime, (float *Ms, EventHandle Start, EventHandle End),
          elapsed(C, Ms, Start, End))
ARGUS_API(cudaEventElapsedTime_v2, (float *Ms, EventHandle Start, EventHandle End),
          elapsed(C, Ms, Start, End))
