//===- Interrupts.h - programs that end with Argus ----------------*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_TOOL_EXECUTE_INTERRUPTS_H
#define ARGUS_TOOL_EXECUTE_INTERRUPTS_H

#include <csignal>
#include <sys/types.h>

namespace argus {

/// From now on SIGINT, SIGTERM and SIGHUP remove what is left over (Leftovers.h) before
/// they end Argus. Those that Argus was started to ignore (nohup) stay ignored.
void handleInterrupts();

/// The same, and they are passed on to the child, or to its process group, first; who
/// has not ended after so many seconds is killed.
void endWithArgus(pid_t Child, bool Group, double Seconds = 2);

/// The child has ended.
void forgetChild(pid_t Child);

/// Where such a signal is ending Argus on another thread, does not return: that
/// programs have ended is no news then, and nothing more is to be started.
void stayWhileEnding();

/// These signals wait for the end of the scope: what is made in it gets known to their
/// handler.
class InterruptsHeld {
public:
  InterruptsHeld();
  InterruptsHeld(const InterruptsHeld &) = delete;
  InterruptsHeld &operator=(const InterruptsHeld &) = delete;
  ~InterruptsHeld();
  /// The signals that were held before.
  const sigset_t &before() const { return Before; }

private:
  sigset_t Before;
};

} // namespace argus

#endif // ARGUS_TOOL_EXECUTE_INTERRUPTS_H
