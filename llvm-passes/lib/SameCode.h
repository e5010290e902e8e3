//===- SameCode.h - whether functions of two modules are equal ----*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_PASSES_SAMECODE_H
#define ARGUS_PASSES_SAMECODE_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

namespace argus {

/// Compares the bodies of functions of two modules, each in a context of its own, down
/// to the order of the uses of instructions, arguments, blocks and globals. What is
/// outside of bodies is taken as equal, and debug locations do not matter.
class SameCode {
public:
  /// The modules have as many functions and globals.
  SameCode(llvm::Module &A, llvm::Module &B);

  /// The first function whose body differs, of A; null where none does.
  const llvm::Function *different();
  /// Of a module whose bodies are equal: a global whose uses have another order.
  const llvm::GlobalValue *reordered();

private:
  bool same(llvm::Type *A, llvm::Type *B);
  bool sameStructure(llvm::Type *A, llvm::Type *B);
  bool same(llvm::AttributeList A, llvm::AttributeList B);
  bool same(const llvm::Metadata *A, const llvm::Metadata *B);
  bool same(const llvm::Value *A, const llvm::Value *B);
  bool same(const llvm::Constant *A, const llvm::Constant *B);
  bool sameData(const llvm::Constant *A, const llvm::Constant *B);
  bool same(const llvm::Instruction &A, const llvm::Instruction &B);
  bool sameKind(const llvm::Instruction &A, const llvm::Instruction &B);
  bool sameCall(const llvm::CallBase &A, const llvm::CallBase &B);
  bool sameMemory(const llvm::Instruction &A, const llvm::Instruction &B);
  bool sameAttachments(const llvm::Instruction &A, const llvm::Instruction &B);
  bool sameBody(const llvm::Function &A, const llvm::Function &B);
  bool sameUses(const llvm::Value &A, const llvm::Value &B);

  llvm::Module &A, &B;
  // Of A's, what they are in B.
  llvm::DenseMap<const llvm::Value *, const llvm::Value *> Of; ///< no constants
  llvm::DenseMap<const llvm::Constant *, const llvm::Constant *> Constants;
  llvm::DenseMap<llvm::Type *, llvm::Type *> Types;
  llvm::DenseMap<const void *, const void *> Attributes;
  llvm::DenseMap<const llvm::Metadata *, const llvm::Metadata *> Nodes, NodesBack;
};

} // namespace argus

#endif // ARGUS_PASSES_SAMECODE_H
