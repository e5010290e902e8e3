//===- TraceLowering.cpp - transitions become recorded events ---------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TraceLowering.h"
#include "RecordingFunctions.h"
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
  Lowering(Module &M, FunctionAnalysisManager &FAM, const RegionTable &Regions,
           const RecordingFunctions &Functions)
      : M(M), FAM(FAM), Regions(Regions), Recording(Functions.Found),
        Indirect(Functions.Indirect), Emitter(M) {}

  void run() {
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
    for (auto &[Old, New] : WithState) {
      Old->replaceAllUsesWith(New); // where its address is taken
      Old->eraseFromParent();
    }
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

  /// What a call goes to once it hands the state on; null where it does not.
  Value *calleeWithState(const CallInst &Call) const {
    if (isIndirectCall(Call))
      return Indirect ? Call.getCalledOperand() : nullptr;
    auto Callee = WithState.find(Call.getCalledFunction());
    return Callee == WithState.end() ? nullptr : Callee->second;
  }

  /// Hands the state on to the recording functions that F calls.
  void passState(Function &F, Value *State) {
    for (Instruction &I : make_early_inc_range(instructions(F))) {
      auto *Call = dyn_cast<CallInst>(&I);
      Value *Callee = Call ? calleeWithState(*Call) : nullptr;
      if (!Callee)
        continue;
      SmallVector<Value *, 8> Arguments(Call->args());
      Arguments.push_back(State);
      SmallVector<Type *, 8> Types(Call->getFunctionType()->params());
      Types.push_back(State->getType());
      CallInst *New = CallInst::Create(FunctionType::get(Call->getType(), Types, false),
                                       Callee, Arguments, "", Call->getIterator());
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
      return Call && calleeWithState(*Call);
    });
  }

  static uint32_t payloadOf(const TraceEvent &E) {
    static constexpr uint32_t Kinds[] = {ARGUS_EVENT_BEGIN, ARGUS_EVENT_END,
                                         ARGUS_EVENT_ITERATION}; // by MarkerKind
    return E.Site | Kinds[static_cast<unsigned>(E.Kind)] << ARGUS_EVENT_KIND_SHIFT;
  }

  void lowerHelper(Function &F) {
    IRBuilder<> B(&*F.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
    Value *State = F.getArg(F.arg_size() - 1);
    LaneState Fields = fieldsOf(B, State);
    passState(F, State);
    // Whoever calls may do so with a part of the warp.
    for (const TraceEvent &E : traceEvents(F)) {
      Emitter.emitDivergentEvent(E.Call, Fields, payloadOf(E),
                                 E.Kind == MarkerKind::End);
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
        Emitter.emitDivergentEvent(E.Call, State, payloadOf(E),
                                   E.Kind == MarkerKind::End);
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
  const SetVector<Function *> &Recording;
  bool Indirect;
  TraceEmitter Emitter;
  DenseMap<Function *, SmallPtrSet<const BasicBlock *, 16>> Divergent;
  MapVector<Function *, Function *> WithState;
};

} // namespace

void lowerTraceEvents(Module &M, ModuleAnalysisManager &Analyses,
                      const RegionTable &Regions, const std::optional<UnitRole> &Unit,
                      std::vector<std::string> &Notes) {
  const RecordingFunctions Functions = findRecordingFunctions(M, Regions, Unit, Notes);
  if (Unit && (Unit->DefinesControl || !Functions.Found.empty()))
    declareTraceControl(M, Unit->DefinesControl);
  auto &FAM = Analyses.getResult<FunctionAnalysisManagerModuleProxy>(M).getManager();
  if (!Functions.Found.empty())
    Lowering(M, FAM, Regions, Functions).run();
  eraseTraceFunctions(M);
}

} // namespace argus
