//===- HostHooks.h - lets the runtime take part in a host program -*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_PASSES_HOSTHOOKS_H
#define ARGUS_PASSES_HOSTHOOKS_H

#include <string>

namespace llvm {
class Module;
}

namespace argus {

struct HostModuleInfo {
  std::string ModuleId;            ///< 32 hex digits, CapsuleContainer::ModuleId
  std::string Source;              ///< main file, as given to the compiler
  std::string CapsuleSectionBytes; ///< serializeContainer's; empty: no section
  bool Relocatable = false;        ///< -fgpu-rdc: registered when it is linked
};

/// Whether the host side of a translation unit registers kernels, itself or through the
/// linker.
bool registersKernels(llvm::Module &M);

/// Instruments the host side of a CUDA translation unit, before any optimisation:
/// module registration, kernel launches and cudaDeviceReset (Abi.h: ArgusModule,
/// ArgusRuntime), and puts the capsules into the object. Returns whether the module
/// changed. A module that registers no kernels gets nothing but the hook before its
/// calls of cudaDeviceReset. One of relocatable device code, whose registration is made
/// at link time, gets a constructor that announces it before.
bool instrumentHostModule(llvm::Module &M, const HostModuleInfo &Info);

} // namespace argus

#endif // ARGUS_PASSES_HOSTHOOKS_H
