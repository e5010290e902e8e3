//===- TraceLowering.cpp - transitions become recorded events ---------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TraceLowering.h"
#include "TraceEmitter.h"
#include "TraceMarkers.h"
#include "argus/Abi.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/Analysis/UniformityAnalysis.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"

using namespace llvm;

namespace argus {

namespace {

/// Functions that record events or call one that does, perhaps in another unit.
SetVector<Function *> recordingFunctions(Module &M,
                                         const std::optional<UnitRole> &Unit) {
  SetVector<Function *> Found;
  for (Function &F : M)
    if (!traceEvents(F).empty() || (Unit && Unit->Helpers.count(F.getName().str())))
      Found.insert(&F);
  for (unsigned I = 0; I < Found.size(); ++I)
    for (User *U : Found[I]->users())
      if (auto *Call = dyn_cast<CallBase>(U);
          Call && Call->getCalledFunction() == Found[I])
        Found.insert(Call->getFunction());
  return Found;
}

/// Blocks that may run with a part of the warp only: those between a branch on which
/// lanes differ and the point where all its ways meet again.
SmallPtrSet<const BasicBlock *, 16>
divergentBlocks(Function &F, UniformityInfo &Uniform, PostDominatorTree &PostDom) {
  SmallPtrSet<const BasicBlock *, 16> Divergent;
  for (BasicBlock &BB : F) {
    if (!Uniform.hasDivergentTerminator(BB))
      continue;
    auto *Node = PostDom.getNode(&BB);
    const BasicBlock *Meeting =
        Node && Node->getIDom() ? Node->getIDom()->getBlock() : nullptr;
    SmallVector<const BasicBlock *, 16> Work(successors(&BB));
    SmallPtrSet<const BasicBlock *, 16> Seen;
    while (!Work.empty()) {
      const BasicBlock *Next = Work.pop_back_val();
      if (Next == Meeting || !Seen.insert(Next).second)
        continue;
      Divergent.insert(Next);
      append_range(Work, successors(Next));
    }
  }
  return Divergent;
}

class Lowering {
public:
  Lowering(Module &M, FunctionAnalysisManager &FAM, const RegionTable &Regions)
      : M(M), FAM(FAM), Regions(Regions), Emitter(M) {}

  void run(const SetVector<Function *> &Recording) {
    for (Function *F : Recording)
      if (isKernel(*F))
        Divergent[F] = divergentBlocks(*F, FAM.getResult<UniformityInfoAnalysis>(*F),
                                       FAM.getResult<PostDominatorTreeAnalysis>(*F));
    for (Function *F : Recording)
      if (!isKernel(*F))
        WithState[F] = addStateParameter(*F);
    for (auto &[Old, New] : WithState)
      if (!New->isDeclaration())
        lowerHelper(*New);
    for (Function *F : Recording)
      if (std::optional<unsigned> Number = Regions.kernel(F->getName()))
        lowerKernel(*F, *Number);
    for (auto &[Old, New] : WithState)
      Old->eraseFromParent();
  }

private:
  static constexpr unsigned StateFields = 4;

  bool isKernel(const Function &F) const { return Regions.isKernel(F.getName()); }

  LaneState fieldsOf(IRBuilder<> &B, Value *State) {
    Value *Field[StateFields];
    for (unsigned I = 0; I < StateFields; ++I)
      Field[I] = B.CreateConstInBoundsGEP1_32(B.getInt32Ty(), State, I);
    return {Field[0], Field[1], Field[2], Field[3]};
  }

  /// A copy of F, with its body, that takes a pointer to its caller's lane state.
  Function *addStateParameter(Function &F) {
    SmallVector<Type *, 8> Parameters(F.getFunctionType()->params());
    Parameters.push_back(PointerType::get(M.getContext(), 0));
    auto *Type = FunctionType::get(F.getReturnType(), Parameters, F.isVarArg());
    Function *New = Function::Create(Type, F.getLinkage(), F.getAddressSpace(), "", &M);
    New->copyAttributesFrom(&F);
    New->removeFnAttr(Attribute::Memory);
    New->takeName(&F);
    New->splice(New->begin(), &F);
    for (auto [Old, Fresh] : zip(F.args(), New->args()))
      Old.replaceAllUsesWith(&Fresh);
    return New;
  }

  /// Hands the state on to the recording functions that F calls.
  void passState(Function &F, Value *State) {
    for (Instruction &I : make_early_inc_range(instructions(F))) {
      auto *Call = dyn_cast<CallInst>(&I);
      auto Callee = Call ? WithState.find(Call->getCalledFunction()) : WithState.end();
      if (Callee == WithState.end())
        continue;
      SmallVector<Value *, 8> Arguments(Call->args());
      Arguments.push_back(State);
      CallInst *New =
          CallInst::Create(Callee->second->getFunctionType(), Callee->second, Arguments,
                           "", Call->getIterator());
      New->setCallingConv(Call->getCallingConv());
      New->setAttributes(
          Call->getAttributes().removeFnAttribute(M.getContext(), Attribute::Memory));
      Call->replaceAllUsesWith(New);
      Call->eraseFromParent();
    }
  }

  bool callsRecording(Function &F) {
    return any_of(instructions(F), [&](Instruction &I) {
      auto *Call = dyn_cast<CallInst>(&I);
      return Call && WithState.count(Call->getCalledFunction());
    });
  }

  static uint32_t payloadOf(const TraceEvent &E) {
    return E.Site | (E.Begin ? ARGUS_EVENT_BEGIN : ARGUS_EVENT_END)
                        << ARGUS_EVENT_KIND_SHIFT;
  }

  void lowerHelper(Function &F) {
    IRBuilder<> B(&*F.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
    Value *State = F.getArg(F.arg_size() - 1);
    LaneState Fields = fieldsOf(B, State);
    passState(F, State);
    // Whoever calls may do so with a part of the warp.
    for (const TraceEvent &E : traceEvents(F)) {
      Emitter.emitDivergentEvent(E.Call, Fields, payloadOf(E), !E.Begin);
      E.Call->eraseFromParent();
    }
  }

  void lowerKernel(Function &F, unsigned Number) {
    F.removeFnAttr(Attribute::Memory);
    const auto &Partial = Divergent[&F];
    const std::vector<TraceEvent> Events = traceEvents(F);
    const bool Helpers = callsRecording(F);
    const bool Mixed = Helpers || any_of(Events, [&](const TraceEvent &E) {
                         return Partial.contains(E.Call->getParent());
                       });
    Instruction *Start = &*F.getEntryBlock().getFirstNonPHIOrDbgOrAlloca();
    IRBuilder<> B(&F.getEntryBlock(), F.getEntryBlock().begin());
    LaneState State;
    SmallVector<AllocaInst *, StateFields> Variables;
    if (Helpers) {
      Value *Memory = B.CreateAlloca(ArrayType::get(B.getInt32Ty(), StateFields));
      B.SetInsertPoint(Start);
      State = fieldsOf(B, Memory);
      passState(F, Memory);
    } else {
      for (unsigned I = 0; I < StateFields; ++I)
        Variables.push_back(B.CreateAlloca(B.getInt32Ty()));
      State = {Variables[0], Variables[1], Variables[2], Variables[3]};
    }

    // Before the blocks are split.
    std::vector<bool> IsPartial;
    for (const TraceEvent &E : Events)
      IsPartial.push_back(Partial.contains(E.Call->getParent()));
    for (auto [E, InPart] : zip(Events, IsPartial)) {
      if (InPart)
        Emitter.emitDivergentEvent(E.Call, State, payloadOf(E), !E.Begin);
      else
        Emitter.emitUniformEvent(E.Call, State, payloadOf(E), Mixed);
      if (Start == E.Call)
        Start = E.Call->getNextNode();
      E.Call->eraseFromParent();
    }
    std::vector<ReturnInst *> Returns;
    for (Instruction &I : instructions(F))
      if (auto *Return = dyn_cast<ReturnInst>(&I))
        Returns.push_back(Return);
    emitEntryBefore(F, State, Number, Helpers);
    for (ReturnInst *Return : Returns)
      Emitter.emitExit(Return, State);
    if (!Variables.empty()) {
      DominatorTree Dominators(F);
      PromoteMemToReg(Variables, Dominators);
    }
  }

  /// Puts the entry code behind the allocas (and the addresses of the state's fields)
  /// and in front of everything else.
  void emitEntryBefore(Function &F, const LaneState &State, unsigned Number,
                       bool FieldsInEntry) {
    Instruction *At = &*F.getEntryBlock().getFirstNonPHIOrDbgOrAlloca();
    if (FieldsInEntry)
      At = cast<Instruction>(State.Kernel)->getNextNode();
    Emitter.emitEntry(At, State, Number);
  }

  Module &M;
  FunctionAnalysisManager &FAM;
  const RegionTable &Regions;
  TraceEmitter Emitter;
  DenseMap<Function *, SmallPtrSet<const BasicBlock *, 16>> Divergent;
  MapVector<Function *, Function *> WithState;
};

} // namespace

void lowerTraceEvents(Module &M, ModuleAnalysisManager &Analyses,
                      const RegionTable &Regions, const std::optional<UnitRole> &Unit,
                      std::vector<std::string> &Notes) {
  SetVector<Function *> Recording = recordingFunctions(M, Unit);
  auto isKernel = [&](const Function &F) { return Regions.isKernel(F.getName()); };
  // A helper whose address was taken has no fixed signature to extend.
  for (Function *F : Recording.getArrayRef())
    if (!isKernel(*F) && F->hasAddressTaken()) {
      for (const TraceEvent &E : traceEvents(*F))
        E.Call->eraseFromParent();
      Notes.push_back("regions in and below " + F->getName().str() +
                      " are not traced: it is called through a pointer");
    }
  Recording = recordingFunctions(M, Unit);
  if (Unit && (Unit->DefinesControl || !Recording.empty()))
    declareTraceControl(M, Unit->DefinesControl);
  auto &FAM = Analyses.getResult<FunctionAnalysisManagerModuleProxy>(M).getManager();
  if (!Recording.empty())
    Lowering(M, FAM, Regions).run(Recording);
  for (const char *Name : {TraceBeginName, TraceEndName})
    if (Function *F = M.getFunction(Name); F && F->use_empty())
      F->eraseFromParent();
}

} // namespace argus
