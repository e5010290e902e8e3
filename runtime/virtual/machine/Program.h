//===- Program.h - loads PTX --------------------------------------*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_VIRTUAL_PROGRAM_H
#define ARGUS_VIRTUAL_PROGRAM_H

#include "Code.h"

namespace argus::vm {

/// Parses and decodes; gives variables their memory and initial values. Null: Error has
/// InvalidPtx and says where.
std::shared_ptr<LoadedProgram> loadProgram(Memory &M, std::string_view Ptx,
                                           const std::string &Name, Fault &Error);

} // namespace argus::vm

#endif // ARGUS_VIRTUAL_PROGRAM_H
