//===- modes.cu - ways of launching and of ending --------------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "work.h"

#include <csignal>
#include <cstring>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace {

void plain() {
  int *Sums = newSums();
  for (int I = 0; I < 3; ++I)
    launchAdd<One>(Sums);
  expect(Sums, 3);
}

/// More chunks than the smallest arena has: drained in between.
void many() {
  int *Sums = newSums();
  for (int I = 0; I < 1000; ++I)
    launchAdd<One>(Sums);
  expect(Sums, 1000);
}

void streams() {
  cudaStream_t A, B;
  check(cudaStreamCreateWithFlags(&A, cudaStreamNonBlocking), "stream");
  check(cudaStreamCreateWithFlags(&B, cudaStreamNonBlocking), "stream");
  int *First = newSums(), *Second = newSums();
  check(cudaDeviceSynchronize(), "cudaDeviceSynchronize");
  for (int I = 0; I < 10; ++I) {
    launchAdd<One>(First, A);
    launchAdd<One>(Second, B);
  }
  expect(First, 10);
  expect(Second, 10);
}

void threads() {
  int *First = newSums(), *Second = newSums();
  auto Launch = [](int *Sums) {
    for (int I = 0; I < 50; ++I)
      launchAdd<One>(Sums, cudaStreamPerThread);
  };
  check(cudaDeviceSynchronize(), "cudaDeviceSynchronize");
  std::thread A(Launch, First), B(Launch, Second);
  A.join();
  B.join();
  expect(First, 50);
  expect(Second, 50);
}

/// One captured launch, replayed five times, and one launch outside.
void graph() {
  int *Sums = newSums();
  cudaStream_t S;
  check(cudaStreamCreate(&S), "stream");
  check(cudaStreamBeginCapture(S, cudaStreamCaptureModeGlobal), "begin capture");
  launchAdd<One>(Sums, S);
  cudaGraph_t Graph;
  check(cudaStreamEndCapture(S, &Graph), "end capture");
  cudaGraphExec_t Executable;
  check(cudaGraphInstantiate(&Executable, Graph, 0), "instantiate");
  for (int I = 0; I < 5; ++I)
    check(cudaGraphLaunch(Executable, S), "graph launch");
  launchAdd<One>(Sums, S);
  expect(Sums, 6);
}

/// By cudaLaunchKernelExC, whose caller does not say which kernel it is.
void byAddress() {
  int *Sums = newSums();
  cudaLaunchConfig_t Config = {};
  Config.gridDim = Blocks;
  Config.blockDim = Threads;
  for (int I = 0; I < 2; ++I)
    check(cudaLaunchKernelEx(&Config, add<One>, Sums), "cudaLaunchKernelEx");
  expect(Sums, 2);
}

/// The child uses CUDA, the parent after it.
void forkFirst() {
  const pid_t Child = fork();
  if (Child == 0) {
    int *Sums = newSums();
    launchAdd<One>(Sums);
    expect(Sums, 1);
    std::exit(0);
  }
  int Status = 1;
  waitpid(Child, &Status, 0);
  if (Status)
    std::exit(1);
  plain();
}

/// The child of a process that uses CUDA does something else and leaves.
void forkLater() {
  plain();
  const pid_t Child = fork();
  if (Child == 0)
    std::exit(0);
  waitpid(Child, nullptr, 0);
}

void reset() {
  plain();
  check(cudaDeviceReset(), "cudaDeviceReset");
  plain();
}

/// Nothing waits for the launches but the end of the process.
void unsynchronised() {
  int *Sums = newSums();
  check(cudaDeviceSynchronize(), "cudaDeviceSynchronize");
  for (int I = 0; I < 3; ++I)
    launchAdd<One>(Sums);
}

/// Each device that is there gets one launch; prints how many.
void devices() {
  int Count = 0;
  check(cudaGetDeviceCount(&Count), "devices");
  for (int Device = 0; Device < Count; ++Device) {
    check(cudaSetDevice(Device), "cudaSetDevice");
    int *Sums = newSums();
    launchAdd<One>(Sums);
    expect(Sums, 1);
  }
  std::printf("devices %d\n", Count);
}

struct Mode {
  const char *Name;
  void (*Run)();
};

constexpr Mode Modes[] = {
    {"plain", plain},
    {"many", many},
    {"streams", streams},
    {"threads", threads},
    {"graph", graph},
    {"by_address", byAddress},
    {"fork", forkFirst},
    {"fork_later", forkLater},
    {"reset", reset},
    {"devices", devices},
    {"unsynchronised", unsynchronised},
    {"_exit", plain},
    {"quick_exit", plain},
    {"abort", plain},
    {"term", plain},
};

} // namespace

int main(int Count, char **Arguments) {
  const char *Name = Count > 1 ? Arguments[1] : "plain";
  for (const Mode &M : Modes)
    if (!std::strcmp(M.Name, Name)) {
      M.Run();
      ok();
      if (!std::strcmp(Name, "_exit"))
        _exit(0);
      if (!std::strcmp(Name, "quick_exit"))
        std::quick_exit(0);
      if (!std::strcmp(Name, "abort"))
        std::abort();
      if (!std::strcmp(Name, "term"))
        raise(SIGTERM);
      return 0;
    }
  std::printf("unknown mode %s\n", Name);
  return 2;
}
