//===- VirtualRun.h - what a run on the virtual device needs ----*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_TOOL_ANSWER_VIRTUALRUN_H
#define ARGUS_TOOL_ANSWER_VIRTUALRUN_H

#include "build/Variants.h"
#include "execute/ProgramRun.h"
#include "model/Program.h"

#include <string>
#include <vector>

namespace argus {

/// The architecture of the virtual device: what its launches are recorded with.
constexpr const char VirtualArch[] = "sm_90";

/// Throws Failure(BadUsage) where the program's launches cannot be caught.
void requireSharedCudart(const std::string &Program);

/// `Directory` gets a link where LD_PRELOAD cannot name the library.
VirtualDevice virtualDevice(const fs::path &Directory, double TimeLimit);

} // namespace argus

#endif // ARGUS_TOOL_ANSWER_VIRTUALRUN_H
