//===- SessionDrain.cpp - contexts and what is brought out of them ---------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Session.h"

#include <cstring>
#include <link.h>

namespace argus::rt {

//===- Contexts ------------------------------------------------------------===//

std::shared_ptr<ContextState> Session::currentContext() {
  Context Handle = nullptr;
  unsigned long long Id = 0;
  Device Ordinal = 0;
  if (D.ctxGetCurrent(&Handle) != Success || !Handle ||
      D.ctxGetId(Handle, &Id) != Success || D.ctxGetDevice(&Ordinal) != Success)
    return nullptr;
  std::shared_ptr<ContextState> &C = Contexts[Handle];
  const bool Asked = C && C->Suspect;
  const bool Replaced = C && (C->Id != Id || (Asked && C->gone()));
  if (Asked)
    C->Suspect = false;
  if (Replaced && !C->Drained)
    warn("a CUDA context was destroyed or its device reset where Argus could not see "
         "it; what was recorded there since the last drain is lost");
  if (!C || Replaced) {
    C = std::make_shared<ContextState>(D, O, Handle, Id, Ordinal);
    logDevice(Ordinal);
  }
  return C;
}

/// False where that is not possible: the default stream would become part of a capture.
bool Session::waitForGraphs(ContextState &C, Milliseconds Limit) {
  int Capture = CaptureNone;
  const Result R = D.streamIsCapturing(legacyStream(), &Capture);
  if (R == ErrorCaptureImplicit || Capture != CaptureNone) {
    warn("a stream is still captured, so nothing tells whether graphs are running; "
         "their events may be incomplete");
    return false;
  }
  return check(C, "waiting for graphs",
               R == Success ? C.Times.waitForBlockingStreams(Limit) : R);
}

/// Whether nothing is left and nothing can come that no hook sees.
bool Session::drainArenas(ContextState &C, bool Idle, Milliseconds Limit) {
  bool All = Idle;
  for (auto &[Key, A] : C.Arenas) {
    if (!A->ready() || C.broken())
      continue;
    All &= !A->Graph && A->Open == 0;
    const bool Quiet = !A->Graph || waitForGraphs(C, Limit);
    std::string Problem = A->drain(C.Copies, Records, Limit);
    // What may still be written to stays as it is.
    if (Problem.empty() && Idle && Quiet && A->Open == 0)
      Problem = A->reset(C.Copies, Limit);
    if (!Problem.empty())
      Records.message("error", Problem);
    All &= Problem.empty();
  }
  return All && !C.broken();
}

/// The context's launches end, their times are written and the arenas drained.
void Session::drain(ContextState &C, Milliseconds Limit) {
  if (C.Drained || C.broken() ||
      !check(C, "entering a context", D.ctxPushCurrent(C.Handle)))
    return;
  {
    RelaxedCapture Relaxed(D);
    const Result R = C.Times.waitForAll(Limit, timeSink());
    if (R == ErrorNotReady)
      warn("kernels are still running; their events are incomplete");
    else
      check(C, "running a kernel", R);
    C.Drained = drainArenas(C, R == Success, Limit);
  }
  Context Popped = nullptr;
  D.ctxPopCurrent(&Popped);
}

void Session::deviceReset() {
  Lock Held(Mutex);
  Context Handle = nullptr;
  if (DriverState != Loaded || D.ctxGetCurrent(&Handle) != Success || !Handle)
    return;
  auto At = Contexts.find(Handle);
  if (At == Contexts.end())
    return;
  drain(*At->second, O.ExitWait);
  Contexts.erase(At);
  Records.write(
      JsonLine("end").text("reason", "device_reset").number("launches", Launches));
}

/// With a library its CUDA runtime may go, and with that the context.
void Session::moduleUnload(const ArgusModule &Descriptor) {
  Lock Held(Mutex, std::defer_lock);
  // At exit all was drained before, and the driver may have gone by then.
  if (!Held.try_lock_for(O.ExitWait) || (Ended && Launches == LaunchesAtEnd))
    return;
  const Module *M = Modules.find(&Descriptor);
  if (!M)
    return;
  for (auto &[Handle, C] : Contexts) {
    drain(*C, O.ExitWait);
    C->forget(*M);
    C->Suspect = true;
  }
  Modules.remove(&Descriptor);
}

/// The libraries that are loaded, which are a part of what the program is.
static std::vector<std::string> loadedFiles() {
  std::vector<std::string> Paths;
  dl_iterate_phdr(
      [](dl_phdr_info *Info, size_t, void *To) {
        if (Info->dlpi_name && std::strchr(Info->dlpi_name, '/'))
          static_cast<std::vector<std::string> *>(To)->push_back(Info->dlpi_name);
        return 0;
      },
      &Paths);
  return Paths;
}

void Session::finish(const std::string &Reason, Milliseconds Limit) {
  Lock Held(Mutex, std::defer_lock);
  // A signal may have come while this thread held it.
  const bool Owned = Held.try_lock_for(Limit);
  // Nothing is new when exit comes to a handler that was registered earlier, and the
  // driver may have gone by then.
  if (!Records.isOpen() || (Ended && Launches == LaunchesAtEnd))
    return;
  Ended = true;
  LaunchesAtEnd = Launches;
  if (Owned)
    for (auto &[Handle, C] : Contexts)
      drain(*C, Limit);
  else
    Records.message("error", "the process ended inside Argus; what was recorded since "
                             "the last drain is lost");
  // In a signal's handler the loader may be held.
  if (Reason == "exit" || Reason == "_exit")
    Records.write(JsonLine("files").texts("paths", loadedFiles()));
  Records.write(JsonLine("end").text("reason", Reason).number("launches", Launches));
}

} // namespace argus::rt
