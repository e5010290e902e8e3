//===- Session.h - what the hooks do ---------------------------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_RUNTIME_SESSION_H
#define ARGUS_RUNTIME_SESSION_H

#include "Contexts.h"

#include <array>
#include <atomic>
#include <condition_variable>
#include <functional>
#include <mutex>

namespace argus::rt {

struct LaunchRequest {
  const ArgusModule *Descriptor;
  const char *Kernel; ///< null: whatever Stub is
  const void *Stub;
  std::array<uint32_t, 3> Grid, Block;
  uint64_t SharedBytes;
  Stream On;

  uint64_t warps() const;
};

/// A launch between launch_begin and launch_end.
struct Launch {
  LaunchRequest Request;
  unsigned Number = 0;
  const Module *M = nullptr;
  std::string Kernel;
  std::shared_ptr<ContextState> Where; ///< null: CUDA could not say
  StreamInfo On;
  Arena *Trace = nullptr;
  Event Start = nullptr;
  bool Captured = false;
  bool Concurrent = false;
  bool Reserved = false; ///< the launch's chunks were taken before it
  /// Keeps a thread from launching between another's launch number and its kernel.
  std::unique_lock<std::timed_mutex> Order;
};

/// One process. No member throws because of CUDA, waits for long, or ends the program;
/// what goes wrong becomes a `message` record.
class Session {
public:
  using DriverLoader = std::function<std::string(Driver &)>;

  Session(Options O, int Pid, DriverLoader Load, ModuleTable Modules);

  const void *moduleLoad(const ArgusModule &Descriptor);
  void kernelRegister(const ArgusModule &Descriptor, const void *Stub,
                      const char *Name);
  /// Null: not a kernel of Argus. Deleted by launchEnd.
  Launch *launchBegin(const LaunchRequest &R);
  void launchEnd(Launch *L, int Error);
  void deviceReset();
  void moduleUnload(const ArgusModule &Descriptor);
  /// Drains everything. May come again if the program goes on.
  void finish(const std::string &Reason, Milliseconds Limit);

  void lockForFork() { Mutex.lock(); }
  void unlockAfterFork() { Mutex.unlock(); }
  /// The session of a child process, which takes this one's modules. This one must not
  /// be used any more: the child has neither its threads nor its use of the device.
  Session *forChild(int Pid);

  int pid() const { return Records.pid(); }
  const Options &options() const { return O; }

private:
  using Lock = std::unique_lock<std::timed_mutex>;

  bool record();
  bool loadDriverOnce();
  bool isCaptured(Stream S) const;
  Function functionInCapture(const LaunchRequest &R);
  bool needsNoFunction(const Launch &L) const;
  int findFunction(const LaunchRequest &R, bool Driver, Function &F);
  void orderLaunches(Launch &L);
  void beginOnDevice(Launch &L, Function F, Lock &Held);
  bool identify(Launch &L, Function F, KernelIdentity &K);
  void announce(Launch &L);
  void attachArena(Launch &L, const KernelIdentity &K, Lock &Held);
  void recycle(Launch &L, const KernelIdentity &K, Arena &A, Lock &Held);
  void endOnDevice(Launch &L, int Error);
  void logLaunch(const Launch &L, int Error);

  std::shared_ptr<ContextState> currentContext();
  void logDevice(int Ordinal);
  void drain(ContextState &C, Milliseconds Limit);
  bool waitForGraphs(ContextState &C, Milliseconds Limit);
  bool drainArenas(ContextState &C, bool Idle, Milliseconds Limit);
  bool check(ContextState &C, std::string_view What, Result R);
  void warn(const std::string &Text);
  Timing::Sink timeSink();

  const Options O;
  DriverLoader Load;
  Driver D;
  enum { NotLoaded, Loaded, Unusable } DriverState = NotLoaded;

  std::timed_mutex Mutex; ///< guards all that follows
  std::condition_variable_any Changed;
  Log Records;
  ModuleTable Modules;
  size_t LoggedModules = 0;
  std::set<int> LoggedDevices;
  std::set<std::string> Warned;
  std::map<Context, std::shared_ptr<ContextState>> Contexts;
  unsigned Launches = 0;
  bool Ended = false; ///< finish was called, with
  unsigned LaunchesAtEnd = 0;

  std::atomic<bool> Swapped{false};
  std::array<std::timed_mutex, 64> StreamOrder;
};

} // namespace argus::rt

#endif // ARGUS_RUNTIME_SESSION_H
