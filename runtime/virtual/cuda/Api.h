//===- Api.h - the state behind the API ---------------------------*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One mutex serialises the calls of all threads. Nothing is thrown into the program.
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_VIRTUAL_CUDA_API_H
#define ARGUS_VIRTUAL_CUDA_API_H

#include "Context.h"

#include <mutex>
#include <new>
#include <pthread.h>

#define ARGUS_EXPORT extern "C" __attribute__((visibility("default")))

namespace argus::vcuda {

class Api {
public:
  /// Made at the first call, which may come before this library's constructors, and
  /// never destroyed: programs call us from their destructors.
  static Api &get();

  Registry Registered;
  std::unique_ptr<CountsFile> Counts;
  unsigned Launches = 0;
  std::set<std::string> SaidUnsupported;
  std::mutex Mutex;

  /// The context, made if there is none. Null: this is the child of a process that had
  /// one, where CUDA does not work.
  Context *context();
  /// Null before the first call that needs it.
  Context *current() { return Current.get(); }
  void resetDevice();
  void removeBinary(Binary *B);

  /// For tests: another machine, everything else as at the start.
  void restart(ExecutorFactory Machine, std::string CountsDirectory);

  /// Around fork().
  void beforeFork() { Mutex.lock(); }
  void afterFork(bool Child);

private:
  Api();

  ExecutorFactory Make;
  std::unique_ptr<Context> Current;
  unsigned NextContext = 1;
  bool Forked = false;
};

/// The calling thread's last error. Taking it clears it, unless the context did not
/// survive it.
int lastError(bool Take);
void setLastError(int Error);

/// Runs Body under the lock and makes what it returns the last error. A thread is not
/// cancelled in between.
template <typename Callable> int guarded(Callable Body) noexcept {
  int Cancel = 0;
  pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &Cancel);
  int Error = Success;
  try {
    Api &A = Api::get();
    const std::lock_guard<std::mutex> Held(A.Mutex);
    Error = Body(A);
  } catch (const std::bad_alloc &) {
    Error = ErrorMemoryAllocation;
  } catch (const std::exception &E) {
    report(E.what());
    Error = ErrorUnknown;
  }
  pthread_setcancelstate(Cancel, nullptr);
  if (Error)
    setLastError(Error);
  return Error;
}

/// A call that needs the device: not after an error that the context did not survive.
template <typename Callable> int onDevice(Callable Body) noexcept {
  return guarded([&](Api &A) -> int {
    Context *C = A.context();
    if (!C)
      return ErrorInitialization;
    return C->Sticky ? C->Sticky : Body(A, *C);
  });
}

/// Says once for each name that it is not supported. `Name` must stay valid.
int notSupported(const char *Name) noexcept;

/// cudaXyz that needs the device: the expression after the parameters uses A (Api) and
/// C (Context).
#define ARGUS_API(Name, Parameters, ...)                                               \
  ARGUS_EXPORT int Name Parameters {                                                   \
    return onDevice([&]([[maybe_unused]] Api &A, [[maybe_unused]] Context &C) -> int { \
      return __VA_ARGS__;                                                              \
    });                                                                                \
  }

/// The same and its twin for programs whose null stream is the thread's own. The
/// parameters have a stream S.
#define ARGUS_STREAM_API(Name, Parameters, ...)                                        \
  ARGUS_API(Name, Parameters, __VA_ARGS__)                                             \
  ARGUS_EXPORT int Name##_ptsz Parameters {                                            \
    S = perThread(S);                                                                  \
    return onDevice([&]([[maybe_unused]] Api &A, [[maybe_unused]] Context &C) -> int { \
      return __VA_ARGS__;                                                              \
    });                                                                                \
  }

/// The same for calls without a stream: S is the default stream.
#define ARGUS_SYNC_API(Name, Parameters, ...)                                          \
  ARGUS_EXPORT int Name Parameters {                                                   \
    const StreamHandle S = legacyStream();                                             \
    return onDevice([&]([[maybe_unused]] Api &A, [[maybe_unused]] Context &C) -> int { \
      return __VA_ARGS__;                                                              \
    });                                                                                \
  }                                                                                    \
  ARGUS_EXPORT int Name##_ptds Parameters {                                            \
    const StreamHandle S = perThreadStream();                                          \
    return onDevice([&]([[maybe_unused]] Api &A, [[maybe_unused]] Context &C) -> int { \
      return __VA_ARGS__;                                                              \
    });                                                                                \
  }

} // namespace argus::vcuda

#endif // ARGUS_VIRTUAL_CUDA_API_H
