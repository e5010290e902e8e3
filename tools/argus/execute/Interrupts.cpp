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
#include <iterator>
#include <sys/wait.h>
#include <unistd.h>

namespace argus {

/// What kill() takes: a child, or less than 0 for its group; 0: a free slot. More
/// children than slots are not passed anything, but end with Argus all the same.
static std::atomic<pid_t> Targets[256];
static std::atomic<int> Pauses[std::size(Targets)]; ///< how long each may take

static std::atomic<bool> Ending = false;
constexpr int PausesPerSecond = 50;

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
  constexpr timespec Pause = {0, 1000000000 / PausesPerSecond};
  Ending = true;
  for (const auto &Target : Targets)
    if (concerns(Target, *Info))
      kill(Target, Signal);
  int Paused = 0; // all have the same time
  for (size_t I = 0; I < std::size(Targets); ++I) {
    const pid_t Target = Targets[I];
    if (Target == 0)
      continue;
    for (; Paused < Pauses[I] && !hasEnded(Target); ++Paused)
      nanosleep(&Pause, nullptr);
    if (concerns(Target, *Info))
      kill(Target, SIGKILL); // or what is left of the group
  }
  removeLeftovers();
  signal(Signal, SIG_DFL);
  raise(Signal);
}

static bool installHandlers() {
  struct sigaction Ours = {}, Old = {};
  Ours.sa_sigaction = passOn;
  Ours.sa_flags = SA_SIGINFO;
  Ours.sa_mask = interrupts();
  for (const int Signal : {SIGINT, SIGTERM, SIGHUP})
    if (sigaction(Signal, nullptr, &Old) == 0 && Old.sa_handler == SIG_DFL)
      sigaction(Signal, &Ours, nullptr);
  return true;
}

void handleInterrupts() { [[maybe_unused]] static const bool Once = installHandlers(); }

void endWithArgus(pid_t Child, bool Group, double Seconds) {
  handleInterrupts();
  for (size_t I = 0; I < std::size(Targets); ++I) {
    pid_t None = 0;
    if (!Targets[I].compare_exchange_strong(None, Group ? -Child : Child))
      continue;
    Pauses[I] = static_cast<int>(Seconds * PausesPerSecond);
    return;
  }
}

void forgetChild(pid_t Child) {
  for (auto &Target : Targets)
    if (std::abs(Target) == Child)
      Target = 0;
}

void stayWhileEnding() {
  while (Ending)
    pause();
}

InterruptsHeld::InterruptsHeld() {
  const sigset_t Held = interrupts();
  pthread_sigmask(SIG_BLOCK, &Held, &Before);
}

InterruptsHeld::~InterruptsHeld() { pthread_sigmask(SIG_SETMASK, &Before, nullptr); }

} // namespace argus
