//===- Exits.h - the ways in which a process ends --------------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_RUNTIME_EXITS_H
#define ARGUS_RUNTIME_EXITS_H

namespace argus::rt {

/// Makes processEnds be called at exit, also where no kernel is ever launched.
void armExit();

/// Makes processEnds be called when the process ends: at exit, before handlers that
/// were registered earlier (the CUDA driver's, if it is initialised by now), at
/// quick_exit, and at fatal signals that the program leaves to the system. Once called
/// at exit, it must be armed again. _exit and _Exit need no arming.
void armExits();

/// Defined by the runtime. Signal: the process has crashed or was told to end, and
/// nothing is certain any more.
void processEnds(const char *Reason, bool Signal) noexcept;

} // namespace argus::rt

#endif // ARGUS_RUNTIME_EXITS_H
