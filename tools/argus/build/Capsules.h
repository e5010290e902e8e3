//===- Capsules.h - the capsules of a binary as plain values ------*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_TOOL_BUILD_CAPSULES_H
#define ARGUS_TOOL_BUILD_CAPSULES_H

#include "model/Program.h"
#include "support/Digest.h"
#include "support/Failure.h"

#include <string>
#include <vector>

namespace argus {

/// Reads the capsules of an executable, shared library or object file. Empty where the
/// file has none. Throws Failure(BadUsage) for a file that is no ELF file or whose
/// capsules are damaged or of another version.
std::vector<ContainerInfo> loadContainers(const std::string &Path);

/// What a command ends with that needs one. Message: what has none.
Failure noCapsule(const std::string &Message);

/// Which sources of a binary cannot be measured and why, a line each; empty where all
/// can.
std::string unmappedSources(const std::vector<ContainerInfo> &Containers);

/// Sources of a binary with other contents than when they were compiled, a line each;
/// empty where there is none. A source that is gone says nothing.
std::string changedSources(const std::vector<ContainerInfo> &Containers);

/// What an event's or context's region stack is called, and its stable number.
std::string regionPath(const CapsuleInfo &Capsule, const std::string &Kernel,
                       const std::vector<unsigned> &Stack);
uint64_t regionNumber(const KernelInfo &Kernel, const std::string &Path);

} // namespace argus

#endif // ARGUS_TOOL_BUILD_CAPSULES_H
