//===- LostInstructions.h - what the source asks for and nobody made -*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_PLUGIN_LOSTINSTRUCTIONS_H
#define ARGUS_PLUGIN_LOSTINSTRUCTIONS_H

#include "CompilerConditions.h"
#include "clang/AST/Decl.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace argus {

/// Whether a line of source names an instruction of Hopper.
bool namesHopperInstruction(llvm::StringRef Line);

/// An instruction family that a kernel's source asks for where nvcc compiles it, and
/// that the kernel has nowhere.
struct LostInstruction {
  std::string Family; ///< "wgmma"
  const llvm::Function *Kernel = nullptr;
  const SkippedText *Where = nullptr;
};

/// Compares what was skipped in the bodies of the functions that each kernel reaches
/// with the inline assembly and intrinsics of these functions. The module is as clang
/// made it: no function has been inlined yet. `DeclOf`: a function's declaration, or
/// null. `Arch`: "sm_90a"; what the architecture does not have is not missed.
std::vector<LostInstruction> findLostInstructions(
    const llvm::Module &M, llvm::StringRef Arch,
    const std::vector<SkippedText> &Skipped, const clang::SourceManager &SM,
    llvm::function_ref<const clang::FunctionDecl *(const llvm::Function &)> DeclOf);

} // namespace argus

#endif // ARGUS_PLUGIN_LOSTINSTRUCTIONS_H
