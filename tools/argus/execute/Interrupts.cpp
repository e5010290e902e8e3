//===- Interrupts.cpp - programs that end with Argus ----------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "execute/Interrupts.h"

#include "execute/Leftovers.h"

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <ctime>
#include <initializer_list>
#include <sys/wait.h>

namespace argus {

/// What kill() takes: a child, or less than 0 for its group; 0: a free slot. More
/// children than slots are not passed anything, but end with Argus all the same.
static std::atomic<pid_t> Targets[256];

/// The terminal has sent its signal to a child of our own group as well.
static bool concerns(pid_t Target, const siginfo_t &Info) {
  return Target != 0 && (Target < 0 || Info.si_code != SI_KERNEL);
}

static bool hasEnded(pid_t Target) {
  const pid_t Got = waitpid(std::abs(Target), nullptr, WNOHANG);
  return Got > 0 || (Got < 0 && errno == ECHILD);
}

static sigset_t interrupts() {
  sigset_t Set;
  sigemptyset(&Set);
  for (const int Signal : {SIGINT, SIGTERM, SIGHUP})
    sigaddset(&Set, Signal);
  return Set;
}

/// In a signal handler: nothing but system calls.
static void passOn(int Signal, siginfo_t *Info, void *) {
  constexpr timespec Pause = {0, 20000000};
  for (const auto &Target : Targets)
    if (concerns(Target, *Info))
      kill(Target, Signal);
  for (auto &Target : Targets) {
    if (Target == 0)
      continue;
    for (int I = 0; I < 100 && !hasEnded(Target); ++I)
      nanosleep(&Pause, nullptr);
    if (concerns(Target, *Info))
      kill(Target, SIGKILL); // or what is left of the group
  }
  removeLeftovers();
  signal(Signal, SIG_DFL);
  raise(Signal);
}

void handleInterrupts() {
  static bool Installed = false;
  if (Installed)
    return;
  Installed = true;
  struct sigaction Ours = {}, Old = {};
  Ours.sa_sigaction = passOn;
  Ours.sa_flags = SA_SIGINFO;
  Ours.sa_mask = interrupts();
  for (const int Signal : {SIGINT, SIGTERM, SIGHUP})
    if (sigaction(Signal, nullptr, &Old) == 0 && Old.sa_handler == SIG_DFL)
      sigaction(Signal, &Ours, nullptr);
}

void endWithArgus(pid_t Child, bool Group) {
  handleInterrupts();
  for (auto &Target : Targets) {
    pid_t None = 0;
    if (Target.compare_exchange_strong(None, Group ? -Child : Child))
      return;
  }
}

void forgetChild(pid_t Child) {
  for (auto &Target : Targets)
    if (std::abs(Target) == Child)
      Target = 0;
}

InterruptsHeld::InterruptsHeld() {
  const sigset_t Held = interrupts();
  pthread_sigmask(SIG_BLOCK, &Held, &Before);
}

InterruptsHeld::~InterruptsHeld() { pthread_sigmask(SIG_SETMASK, &Before, nullptr); }

} // namespace argus
