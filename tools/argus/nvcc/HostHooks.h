//===- HostHooks.h - lets the runtime take part in nvcc's objects -------- ===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_NVCC_HOSTHOOKS_H
#define ARGUS_NVCC_HOSTHOOKS_H

#include "support/Files.h"
#include <string>

namespace argus {

struct NvccUnit {
  std::string Object;   ///< changed in place
  std::string Compiler; ///< the host's, as nvcc calls it
  std::string Source;   ///< main source file, as given to nvcc
  std::string ModuleId; ///< 32 hex digits, CapsuleContainer::ModuleId
  fs::path Capsule;     ///< file with the bytes of `.argus_capsule`
};

/// Puts the capsule into an object, and calls of hooks before the calls of the CUDA
/// runtime that register, launch and reset: clang's plugin does the same in IR. An
/// object that is left for link time optimisation gets the capsule alone, which is
/// said. Scratch: a directory for files of the call. Throws Failure where a tool is
/// missing.
void completeObject(const NvccUnit &Unit, const fs::path &Scratch);

} // namespace argus

#endif // ARGUS_NVCC_HOSTHOOKS_H
