//===- Exits.cpp - the ways in which a process ends ------------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Exits.h"

#include <atomic>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace argus::rt {

namespace {

/// Draining after a crash may hang on a lock that the crash left behind; then the
/// process ends without.
constexpr unsigned CrashSeconds = 5;

constexpr int FatalSignals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL,  SIGABRT, SIGSYS,
                                SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGPIPE, SIGXCPU};

std::atomic<bool> Armed{false};
std::atomic<bool> SignalsArmed{false};
std::atomic<int> FatalSignal{0};
pthread_t FatalThread;

void atExit() {
  Armed = false;
  processEnds("exit", false);
}

void atQuickExit() { processEnds("quick_exit", false); }

/// Ends the process as the signal would have without the runtime.
void dieOf(int Signal) {
  std::signal(Signal, SIG_DFL);
  sigset_t Set;
  sigemptyset(&Set);
  sigaddset(&Set, Signal);
  raise(Signal);
  pthread_sigmask(SIG_UNBLOCK, &Set, nullptr);
}

void onDeadline(int) { dieOf(FatalSignal); }

void onFatalSignal(int Signal) {
  int None = 0;
  if (!FatalSignal.compare_exchange_strong(None, Signal)) {
    if (pthread_equal(FatalThread, pthread_self()))
      dieOf(Signal); // draining crashed, too
    for (;;)
      pause(); // until the thread that drains ends the process
  }
  FatalThread = pthread_self();
  std::signal(SIGALRM, onDeadline);
  sigset_t Set;
  sigemptyset(&Set);
  sigaddset(&Set, SIGALRM);
  pthread_sigmask(SIG_UNBLOCK, &Set, nullptr);
  alarm(CrashSeconds);
  char Reason[] = "signal 00";
  Reason[7] = char('0' + Signal / 10);
  Reason[8] = char('0' + Signal % 10);
  if (Signal < 10) {
    Reason[7] = Reason[8];
    Reason[8] = 0;
  }
  processEnds(Reason, true);
  dieOf(Signal);
}

/// Signals that the program handles or ignores are its own.
void armSignals() {
  for (int Signal : FatalSignals) {
    struct sigaction Old = {};
    if (sigaction(Signal, nullptr, &Old) != 0 || (Old.sa_flags & SA_SIGINFO) ||
        Old.sa_handler != SIG_DFL)
      continue;
    struct sigaction New = {};
    New.sa_handler = onFatalSignal;
    sigemptyset(&New.sa_mask);
    sigaction(Signal, &New, nullptr);
  }
}

} // namespace

void armExit() { std::atexit(atExit); }

void armExits() {
  if (!Armed.exchange(true))
    std::atexit(atExit);
  if (SignalsArmed.exchange(true))
    return;
  at_quick_exit(atQuickExit);
  armSignals();
}

} // namespace argus::rt

extern "C" {

// The program's calls come here, because the runtime is loaded before the C library.
// exit and quick_exit end the process without them.

[[noreturn]] __attribute__((visibility("default"))) void _exit(int Status) {
  argus::rt::processEnds("_exit", false);
  for (;;)
    syscall(SYS_exit_group, Status);
}

[[noreturn]] __attribute__((visibility("default"))) void _Exit(int Status) {
  argus::rt::processEnds("_Exit", false);
  for (;;)
    syscall(SYS_exit_group, Status);
}

} // extern "C"
