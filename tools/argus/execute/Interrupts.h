//===- Interrupts.h - programs that end with Argus ----------------*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_TOOL_EXECUTE_INTERRUPTS_H
#define ARGUS_TOOL_EXECUTE_INTERRUPTS_H

#include <sys/types.h>

namespace argus {

/// From now on SIGINT, SIGTERM and SIGHUP are passed on to the child, or to its process
/// group, before they end Argus; who has not ended after two seconds is killed. Signals
/// that Argus was started to ignore (nohup) stay ignored.
void endWithArgus(pid_t Child, bool Group);

/// The child has ended.
void forgetChild(pid_t Child);

} // namespace argus

#endif // ARGUS_TOOL_EXECUTE_INTERRUPTS_H
