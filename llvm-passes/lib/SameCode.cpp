//===- SameCode.cpp - whether two modules are the same code -----------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Equal modules have equal bitcode, and bitcode holds all that the optimiser sees. So
// nothing can be forgotten here.
//
//===----------------------------------------------------------------------===//

#include "argus/passes/PlainCode.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/ValueSymbolTable.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace argus {

static void dropNames(Module &M) {
  for (Function &F : M) {
    for (Argument &A : F.args())
      A.setName("");
    for (BasicBlock &BB : F) {
      BB.setName("");
      for (Instruction &I : BB)
        I.setName("");
    }
  }
}

/// Flags that say of debug information how it is written.
static void dropDebugFlags(Module &M) {
  NamedMDNode *Flags = M.getModuleFlagsMetadata();
  if (!Flags)
    return;
  const SmallVector<MDNode *, 8> All(Flags->operands());
  Flags->clearOperands();
  for (MDNode *Flag : All) {
    const StringRef Name = cast<MDString>(Flag->getOperand(1))->getString();
    if (Name != "Dwarf Version" && Name != "Debug Info Version")
      Flags->addOperand(Flag);
  }
}

static std::string bitcodeOf(const Module &M) {
  std::string Bytes;
  raw_string_ostream Out(Bytes);
  WriteBitcodeToFile(M, Out, /*ShouldPreserveUseListOrder=*/true);
  return Bytes;
}

static std::string printed(const Function &F) {
  std::string Text;
  raw_string_ostream Out(Text);
  F.print(Out);
  // References to attributes and metadata are numbers of the whole module.
  std::string Plain;
  for (size_t I = 0; I < Text.size(); ++I) {
    Plain += Text[I];
    if (Text[I] == '#' || Text[I] == '!')
      while (I + 1 < Text.size() && isDigit(Text[I + 1]))
        ++I;
  }
  return Plain;
}

/// A text for a difference that is known to be there.
static std::string locate(const Module &A, const Module &B) {
  for (const Function &F : A) {
    const Function *Other = B.getFunction(F.getName());
    if (!Other)
      return "function '" + F.getName().str() + "' is in one of them only";
    if (printed(F) != printed(*Other))
      return "in function '" + F.getName().str() + "'";
  }
  if (A.size() != B.size())
    return "in the number of functions";
  return "in attributes, metadata or the order of uses";
}

std::string firstDifference(Module &A, Module &B) {
  for (Module *M : {&A, &B}) {
    StripDebugInfo(*M);
    dropDebugFlags(*M);
    dropNames(*M);
  }
  return bitcodeOf(A) == bitcodeOf(B) ? "" : locate(A, B);
}

} // namespace argus
