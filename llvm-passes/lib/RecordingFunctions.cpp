//===- RecordingFunctions.cpp - which functions take part in a trace --------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RecordingFunctions.h"
#include "TraceMarkers.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace argus {

bool isIndirectCall(const Instruction &I) {
  const auto *Call = dyn_cast<CallInst>(&I);
  return Call && Call->isIndirectCall();
}

std::vector<Function *> pointerTargets(Module &M, const RegionTable &Regions) {
  std::vector<Function *> Targets;
  for (Function &F : M)
    if (!F.isIntrinsic() && !Regions.isKernel(F.getName()) && F.hasAddressTaken())
      Targets.push_back(&F);
  return Targets;
}

/// A target that is defined elsewhere, or takes arguments that no signature tells.
static const Function *unchangeable(ArrayRef<Function *> Targets) {
  for (const Function *F : Targets)
    if (F->isDeclaration() || F->isVarArg())
      return F;
  return nullptr;
}

namespace {

class Search {
public:
  Search(Module &M, ArrayRef<Function *> Targets) : Targets(Targets) {
    for (Function &F : M)
      if (any_of(instructions(F), isIndirectCall))
        PointerCallers.push_back(&F);
  }

  void add(Function *F) {
    if (!Result.Found.insert(F) || Result.Indirect || !is_contained(Targets, F))
      return;
    Result.Indirect = true;
    for (Function *Other : Targets)
      Result.Found.insert(Other);
    for (Function *Caller : PointerCallers)
      Result.Found.insert(Caller);
  }

  void close() {
    for (unsigned I = 0; I < Result.Found.size(); ++I)
      for (User *U : Result.Found[I]->users())
        if (auto *Call = dyn_cast<CallBase>(U);
            Call && Call->getCalledFunction() == Result.Found[I])
          add(Call->getFunction());
  }

  RecordingFunctions Result;

private:
  ArrayRef<Function *> Targets;
  std::vector<Function *> PointerCallers;
};

} // namespace

RecordingFunctions findRecordingFunctions(Module &M, const RegionTable &Regions,
                                          std::vector<std::string> &Notes) {
  std::vector<Function *> Targets = pointerTargets(M, Regions);
  if (const Function *Fixed = unchangeable(Targets)) {
    for (Function *F : Targets) {
      const std::vector<TraceEvent> Events = traceEvents(*F);
      for (const TraceEvent &E : Events)
        E.Call->eraseFromParent();
      if (!Events.empty())
        Notes.push_back("regions in " + F->getName().str() +
                        " are not traced: it is called through a pointer, which may "
                        "lead to " +
                        Fixed->getName().str() + " outside of the module");
    }
    Targets.clear();
  }
  Search S(M, Targets);
  for (Function &F : M)
    if (!traceEvents(F).empty())
      S.add(&F);
  S.close();
  return std::move(S.Result);
}

} // namespace argus
