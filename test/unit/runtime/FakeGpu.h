//===- FakeGpu.h - a CUDA driver without a device --------------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Streams that execute in order, at once or when the test lets them; device memory;
// modules with a control variable; kernels that record chunks as instrumented ones do;
// stream capture. It implements what runtime/host/Driver.h names and nothing else.
// Linked into a test it is that test's driver; built as libcuda.so.1 it is the driver
// of a program that the runtime is preloaded into.
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_TEST_FAKEGPU_H
#define ARGUS_TEST_FAKEGPU_H

#include "Driver.h"
#include "argus/Abi.h"

#include <deque>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace argus::test {

/// A kernel as far as the runtime can tell.
struct FakeKernel {
  rt::CudaModule Module;
  unsigned Warps = 1;
  unsigned EventsPerWarp = 2;
  unsigned ChunksPerWarp = 1; ///< more than one where control flow diverges
};

class FakeGpu {
public:
  using Operation = std::function<void()>;

  /// A module whose image has a control variable (or has not, or of a wrong size).
  rt::CudaModule addModule(size_t ControlBytes = sizeof(ArgusTraceControl));
  rt::Function addFunction(rt::CudaModule M);
  rt::Stream addStream(unsigned Flags = 0);

  void launch(const FakeKernel &K, rt::Stream S);
  /// From now on the stream's work waits for release.
  void hold(rt::Stream S) { Streams[S].Held = true; }
  void release(rt::Stream S);
  /// Of a stream that is held, the first piece of work.
  void runFirst(rt::Stream S);
  void beginCapture(rt::Stream S) { Streams[S].Capturing = true; }
  /// The captured work, to be replayed.
  std::vector<Operation> endCapture(rt::Stream S);
  void replay(const std::vector<Operation> &Graph);

  /// With its events, streams and modules' memory. Another comes under the same handle.
  void destroyContext();

  /// From now on the named driver function fails (Success: no more).
  void fail(const std::string &Symbol, rt::Result R) { Failures[Symbol] = R; }
  rt::Result failure(const std::string &Symbol);

  void enqueue(rt::Stream S, Operation Work);
  std::vector<unsigned char> &allocation(rt::DevicePtr Address, size_t &Offset);
  template <class T> T &at(rt::DevicePtr Address) {
    size_t Offset = 0;
    std::vector<unsigned char> &Bytes = allocation(Address, Offset);
    return *reinterpret_cast<T *>(&Bytes.at(Offset));
  }
  rt::DevicePtr allocate(size_t Bytes);

  struct StreamState {
    std::deque<Operation> Queue;
    bool Held = false;
    bool Capturing = false;
    bool Destroyed = false;
    unsigned Flags = 0;
    std::vector<Operation> Graph;
  };
  struct EventState {
    bool Done = false;
    bool Destroyed = false;
    double Milliseconds = 0;
  };

  std::map<rt::Stream, StreamState> Streams;
  std::map<rt::Event, EventState> Events;
  std::map<rt::CudaModule, std::pair<rt::DevicePtr, size_t>> Controls;
  std::map<rt::Function, rt::CudaModule> Functions;
  std::map<rt::Function, std::string> Names;
  unsigned Reservations = 0;
  std::map<std::string, unsigned> Calls; ///< by driver symbol
  std::deque<std::vector<char>> HostMemory;
  rt::Context Current = nullptr;
  unsigned long long ContextId = 7;
  size_t FreeBytes = size_t(1) << 30;
  double Clock = 0; ///< ms
  double KernelMilliseconds = 0.5;
  int CaptureMode = 0; ///< global
  /// Calls that CUDA would have refused because of a capture.
  std::vector<std::string> Violations;

private:
  void execute(const FakeKernel &K);

  std::map<rt::DevicePtr, std::vector<unsigned char>> Memory;
  std::map<std::string, rt::Result> Failures;
  rt::DevicePtr NextAddress = 0x10000;
  uintptr_t NextHandle = 0x100;
};

/// The one device.
FakeGpu &gpu();
/// A new device; handles of the one before are invalid.
void resetGpu();
/// The driver's functions as the runtime wants them.
void fillDriver(rt::Driver &D);

} // namespace argus::test

#endif // ARGUS_TEST_FAKEGPU_H
