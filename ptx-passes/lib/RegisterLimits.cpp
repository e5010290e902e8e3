//===- RegisterLimits.cpp - keeps traced kernels launchable --------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RegisterLimits.h"

namespace argus::ptxpasses {

static bool hasBounds(const ptx::Function &F) {
  for (const ptx::Directive &D : F.Directives)
    for (const char *Bound : {".maxntid", ".reqntid", ".minnctapersm", ".maxnreg"})
      if (D.Name == Bound)
        return true;
  return false;
}

/// Without bounds ptxas ignores `setmaxnreg`, and with a limit it would not: warps that
/// give registers back, or wait for more, are another program than the user's.
static bool movesRegisters(const ptx::Function &F) {
  for (const ptx::Statement &S : F.Body)
    if (const auto *I = std::get_if<ptx::Instruction>(&S);
        I && I->Opcode == "setmaxnreg")
      return true;
  return false;
}

void limitRegisters(ptx::Module &M, const std::map<std::string, unsigned> &Limits) {
  for (ptx::Item &I : M.Items) {
    auto *F = std::get_if<ptx::Function>(&I);
    if (!F || !F->Entry || !F->HasBody)
      continue;
    const auto Limit = Limits.find(F->Name);
    if (Limit != Limits.end() && !hasBounds(*F) && !movesRegisters(*F))
      F->Directives.push_back({{}, ".maxnreg", std::to_string(Limit->second)});
  }
}

} // namespace argus::ptxpasses
