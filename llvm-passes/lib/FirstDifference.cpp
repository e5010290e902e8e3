//===- FirstDifference.cpp - what tells two modules apart -------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Bodies are compared one by one. For the rest, equal modules have equal bitcode, and
// bitcode holds all that the optimiser sees: nothing can be forgotten. (Writing the
// bodies, too, takes five times as long as comparing them.)
//
//===----------------------------------------------------------------------===//

#include "SameCode.h"
#include "argus/passes/PlainCode.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace argus {

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

/// Bodies are elsewhere while the module is written.
static std::string bitcodeWithoutBodies(Module &M) {
  Module Elsewhere("", M.getContext());
  std::vector<std::pair<Function *, Function *>> Holders;
  for (Function &F : M) {
    if (F.isDeclaration())
      continue;
    Function *Holder = Function::Create(F.getFunctionType(),
                                        GlobalValue::ExternalLinkage, "", Elsewhere);
    Holder->splice(Holder->end(), &F);
    Holders.emplace_back(&F, Holder);
  }
  std::string Bytes;
  raw_string_ostream Out(Bytes);
  WriteBitcodeToFile(M, Out, /*ShouldPreserveUseListOrder=*/true);
  for (auto [F, Holder] : Holders)
    F->splice(F->end(), Holder);
  return Bytes;
}

static std::string quoted(const GlobalValue &V) {
  return "'" + V.getName().str() + "'";
}

std::string firstDifference(Module &A, Module &B) {
  for (Module *M : {&A, &B}) {
    StripDebugInfo(*M);
    dropDebugFlags(*M);
  }
  if (A.size() != B.size() || A.global_size() != B.global_size() ||
      A.alias_size() != B.alias_size() || A.ifunc_size() != B.ifunc_size())
    return "in the number of functions or variables";
  SameCode Same(A, B);
  if (const Function *F = Same.different())
    return "in function " + quoted(*F);
  if (const GlobalValue *V = Same.reordered())
    return "in the order of the uses of " + quoted(*V);
  return bitcodeWithoutBodies(A) == bitcodeWithoutBodies(B)
             ? ""
             : "outside of functions' bodies";
}

} // namespace argus
