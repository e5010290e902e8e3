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

const Function *unchangeable(ArrayRef<Function *> Targets) {
  for (const Function *F : Targets)
    if (F->isDeclaration() || F->isVarArg())
      return F;
  return nullptr;
}

SetVector<Function *> withCallees(ArrayRef<Function *> Functions) {
  SetVector<Function *> Result(Functions.begin(), Functions.end());
  for (unsigned I = 0; I < Result.size(); ++I)
    for (Instruction &At : instructions(*Result[I]))
      if (auto *Call = dyn_cast<CallBase>(&At))
        if (Function *Callee = Call->getCalledFunction())
          Result.insert(Callee);
  return Result;
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
    if (Result.Found.insert(F) && is_contained(Targets, F))
      addIndirect();
  }

  void addIndirect() {
    if (Result.Indirect)
      return;
    Result.Indirect = true;
    for (Function *Target : Targets)
      Result.Found.insert(Target);
    for (Function *Caller : PointerCallers)
      Result.Found.insert(Caller);
  }

  RecordingFunctions close() {
    for (unsigned I = 0; I < Result.Found.size(); ++I)
      for (User *U : Result.Found[I]->users())
        if (auto *Call = dyn_cast<CallBase>(U);
            Call && Call->getCalledFunction() == Result.Found[I])
          add(Call->getFunction());
    return std::move(Result);
  }

private:
  RecordingFunctions Result;
  ArrayRef<Function *> Targets;
  std::vector<Function *> PointerCallers;
};

} // namespace

RecordingFunctions closeRecording(Module &M, ArrayRef<Function *> Targets,
                                  function_ref<bool(Function &)> Records) {
  Search S(M, Targets);
  for (Function &F : M)
    if (Records(F))
      S.add(&F);
  return S.close();
}

/// A target that kept its events would need the state, which no call through a pointer
/// hands on then; so would a target that calls a function that records.
static void silence(ArrayRef<Function *> Targets, const std::string &Outside,
                    std::vector<std::string> &Notes) {
  for (Function *F : withCallees(Targets)) {
    const std::vector<TraceEvent> Events = traceEvents(*F);
    for (const TraceEvent &E : Events)
      E.Call->eraseFromParent();
    if (!Events.empty())
      Notes.push_back("regions in " + F->getName().str() + " are not traced: it is " +
                      (is_contained(Targets, F) ? "" : "called by one that is ") +
                      "called through a pointer, which may lead to " + Outside +
                      " outside of the module");
  }
}

static std::vector<Function *> namedFunctions(Module &M,
                                              const std::set<std::string> &Names) {
  std::vector<Function *> Functions;
  for (const std::string &Name : Names)
    if (Function *F = M.getFunction(Name))
      Functions.push_back(F);
  return Functions;
}

/// Of several units, all must come to the same answer for each function that two of
/// them see, whatever optimisation made of calls in one: the role has it.
static RecordingFunctions findInUnit(Module &M, std::vector<Function *> Targets,
                                     const UnitRole &Unit,
                                     std::vector<std::string> &Notes) {
  if (!Unit.Outside.empty()) {
    append_range(Targets, namedFunctions(M, Unit.Silent));
    silence(Targets, Unit.Outside, Notes);
  }
  if (!Unit.Indirect)
    Targets.clear();
  Search S(M, Targets);
  if (Unit.Indirect)
    S.addIndirect();
  for (Function *F : namedFunctions(M, Unit.Helpers))
    S.add(F);
  for (Function &F : M)
    if (!traceEvents(F).empty())
      S.add(&F);
  return S.close();
}

RecordingFunctions findRecordingFunctions(Module &M, const RegionTable &Regions,
                                          const std::optional<UnitRole> &Unit,
                                          std::vector<std::string> &Notes) {
  std::vector<Function *> Targets = pointerTargets(M, Regions);
  if (Unit)
    return findInUnit(M, std::move(Targets), *Unit, Notes);
  if (const Function *Outside = unchangeable(Targets)) {
    silence(Targets, Outside->getName().str(), Notes);
    Targets.clear();
  }
  return closeRecording(M, Targets,
                        [](Function &F) { return !traceEvents(F).empty(); });
}

} // namespace argus
