//===- HookCode.h - code that asks for and calls the runtime -*- C++ -*- -===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_PASSES_HOOKCODE_H
#define ARGUS_PASSES_HOOKCODE_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include <cstddef>

namespace argus {

/// The direct calls of a function that the module declares.
llvm::SmallVector<llvm::CallBase *> callsOf(llvm::Module &M, llvm::StringRef Name);

/// Emits Then for a pointer that is not null and goes on behind it.
void whereNotNull(llvm::IRBuilder<> &B, llvm::Value *Pointer,
                  llvm::function_ref<void()> Then);

/// After whereNotNull: the value computed there, or null where it was skipped.
llvm::PHINode *joined(llvm::IRBuilder<> &B, llvm::Value *Computed);

/// What all hooks of a module need.
class HookCode {
public:
  explicit HookCode(llvm::Module &M)
      : M(M), Ptr(llvm::PointerType::getUnqual(M.getContext())),
        I32(llvm::Type::getInt32Ty(M.getContext())),
        I64(llvm::Type::getInt64Ty(M.getContext())) {}

  llvm::GlobalVariable *privateConstant(llvm::Constant *Value);
  llvm::Constant *string(llvm::StringRef Text);
  llvm::Function *newFunction(llvm::Type *Result, llvm::ArrayRef<llvm::Type *> Params,
                              const llvm::Twine &Name);

  /// ptr find(): the ArgusRuntime of this process, or null. One that is older than this
  /// code counts as none: its table would end before the fields that are used here.
  llvm::Function *runtimeFinder();

  /// Calls the hook that lies at Offset in the ArgusRuntime object.
  llvm::CallInst *callHook(llvm::IRBuilder<> &B, llvm::Value *Object, size_t Offset,
                           llvm::Type *Result, llvm::ArrayRef<llvm::Value *> Args);

  llvm::Module &M;
  llvm::PointerType *Ptr;
  llvm::IntegerType *I32, *I64;
  llvm::GlobalVariable *Runtime = nullptr;    ///< variable; null while none is known
  llvm::GlobalVariable *Descriptor = nullptr; ///< of the module, an ArgusModule

private:
  llvm::Function *Finder = nullptr;
};

} // namespace argus

#endif // ARGUS_PASSES_HOOKCODE_H
