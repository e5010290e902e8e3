//===- Runtime.cpp - the table of hooks that programs find -----------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Nothing here needs a constructor: libraries that the program links register their
// modules while they are initialised, which may be before this one is.
//
//===----------------------------------------------------------------------===//

#include "Exits.h"
#include "Process.h"
#include "Session.h"

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <mutex>
#include <pthread.h>
#include <unistd.h>

namespace argus::rt {
namespace {

std::atomic<Session *> Current{nullptr};
std::atomic<bool> Asked{false};

/// Runs Body; whatever it throws ends the recording, not the program. A thread is not
/// cancelled in between: locks would stay held.
template <class Result, class Callable>
Result guarded(Result Otherwise, Callable Body) noexcept {
  int Cancel = 0;
  pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &Cancel);
  Result R = Otherwise;
  try {
    R = Body();
  } catch (const std::exception &E) {
    std::fprintf(stderr, "argus: recording stops: %s\n", E.what());
    Current = nullptr;
  }
  pthread_setcancelstate(Cancel, nullptr);
  return R;
}

void beforeFork() {
  if (Session *S = Current)
    S->lockForFork();
}

void afterForkInParent() {
  if (Session *S = Current)
    S->unlockAfterFork();
}

void afterForkInChild() {
  guarded(0, [] {
    if (Session *S = Current)
      Current = S->forChild(getpid());
    return 0;
  });
}

/// The session; created for the first module if the environment asks for one.
Session *session() {
  if (Asked.exchange(true))
    return Current;
  Options O =
      readOptions([](const char *Name) -> const char * { return getenv(Name); });
  if (O.Out.empty())
    return nullptr;
  O.Out = absolutePath(O.Out);
  if (!O.Images.empty())
    O.Images = absolutePath(O.Images);
  Current = new Session(std::move(O), getpid(), loadDriver, ModuleTable(O.Images));
  pthread_atfork(beforeFork, afterForkInParent, afterForkInChild);
  armExit();
  return Current;
}

/// Without a directory for records, a directory of images is still used: `argus exec`
/// runs programs so.
const void *swapOnly(const ArgusModule &M) {
  static std::mutex Mutex;
  static ModuleTable *Modules = nullptr; // outlives what is registered from it
  const char *Images = getenv(ARGUS_ENV_IMAGES);
  if (!Images || !*Images)
    return M.fatbin_wrapper;
  const std::lock_guard<std::mutex> Held(Mutex);
  if (!Modules)
    Modules = new ModuleTable(absolutePath(Images));
  std::string Problem;
  const Module &Added = Modules->add(M, Problem);
  if (!Problem.empty())
    std::fprintf(stderr, "argus: the program's own image is used: %s\n",
                 Problem.c_str());
  return Added.swapped() ? &Added.Wrapper : M.fatbin_wrapper;
}

const void *moduleLoad(const ArgusModule *M) {
  if (M->version != ARGUS_ABI_VERSION || M->size < sizeof(ArgusModule)) {
    std::fprintf(stderr,
                 "argus: a module was compiled by another version of Argus (its "
                 "interface has version %u, this runtime's %d) and is left alone; "
                 "compile it again\n",
                 M->version, ARGUS_ABI_VERSION);
    return M->fatbin_wrapper;
  }
  return guarded(M->fatbin_wrapper, [&]() -> const void * {
    Session *S = session();
    return S ? S->moduleLoad(*M) : swapOnly(*M);
  });
}

void *launchBegin(const ArgusModule *M, const char *Kernel, const void *Stub,
                  uint64_t GridXY, uint32_t GridZ, uint64_t BlockXY, uint32_t BlockZ,
                  uint64_t SharedBytes, void *OnStream) {
  Session *S = Current;
  if (!S || M->version != ARGUS_ABI_VERSION)
    return nullptr;
  const LaunchRequest R = {M,
                           Kernel,
                           Stub,
                           {uint32_t(GridXY), uint32_t(GridXY >> 32), GridZ},
                           {uint32_t(BlockXY), uint32_t(BlockXY >> 32), BlockZ},
                           SharedBytes,
                           static_cast<Stream>(OnStream)};
  void *None = nullptr;
  return guarded(None, [&]() -> void * {
    Launch *L = S->launchBegin(R);
    // By now CUDA is initialised, so this comes before the driver's own handler.
    if (L)
      armExits();
    return L;
  });
}

void launchEnd(void *Token, int Error) {
  if (Session *S = Current)
    guarded(0, [&] {
      S->launchEnd(static_cast<Launch *>(Token), Error);
      return 0;
    });
}

void deviceReset() {
  if (Session *S = Current)
    guarded(0, [&] {
      S->deviceReset();
      return 0;
    });
}

void moduleUnload(const ArgusModule *M) {
  if (Session *S = Current)
    guarded(0, [&] {
      S->moduleUnload(*M);
      return 0;
    });
}

void kernelRegister(const ArgusModule *M, const void *Stub, const char *Name) {
  if (Session *S = Current)
    guarded(0, [&] {
      S->kernelRegister(*M, Stub, Name);
      return 0;
    });
}

} // namespace

void processEnds(const char *Reason, bool Signal) noexcept {
  Session *S = Current;
  // The child of vfork runs in its parent's memory and must not end its session.
  if (!S || S->pid() != getpid())
    return;
  guarded(0, [&] {
    S->finish(Reason, Signal ? S->options().SignalWait : S->options().ExitWait);
    return 0;
  });
}

} // namespace argus::rt

extern "C" __attribute__((visibility("default")))
const ArgusRuntime argus_runtime_v1 = {
    ARGUS_ABI_VERSION,       sizeof(ArgusRuntime),     argus::rt::moduleLoad,
    argus::rt::launchBegin,  argus::rt::launchEnd,     argus::rt::deviceReset,
    argus::rt::moduleUnload, argus::rt::kernelRegister};
