//===- TraceMarkers.cpp - region transitions that optimisation keeps --------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TraceMarkers.h"
#include "argus/passes/RegionFlow.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace argus {

namespace {

constexpr const char *FunctionNames[] = {TraceBeginName, TraceEndName, TraceTripName};

FunctionCallee declare(Module &M, StringRef Name) {
  LLVMContext &Context = M.getContext();
  FunctionCallee Callee =
      M.getOrInsertFunction(Name, Type::getVoidTy(Context), Type::getInt32Ty(Context));
  auto *F = cast<Function>(Callee.getCallee());
  F->setMemoryEffects(MemoryEffects::inaccessibleMemOnly());
  F->addFnAttr(Attribute::NoUnwind);
  F->addFnAttr(Attribute::WillReturn);
  F->addFnAttr(Attribute::NoCallback);
  F->addFnAttr(Attribute::NoFree);
  return Callee;
}

class Placement {
public:
  explicit Placement(Module &M) : Effects(M) {
    for (auto [Callee, Name] : zip(Callees, FunctionNames))
      Callee = declare(M, Name);
  }

  void run(Function &F) {
    addMissingEnds(F);
    for (Instruction &I : make_early_inc_range(instructions(F)))
      if (std::optional<Marker> Mark = asMarker(I)) {
        call(*Mark, &I);
        I.eraseFromParent();
      }
  }

private:
  /// Two calls at the ends of two branches must not become one whose site is a phi.
  void call(const Marker &M, Instruction *Before) {
    IRBuilder<> Builder(Before);
    Builder
        .CreateCall(Callees[static_cast<unsigned>(M.Kind)], Builder.getInt32(M.Site))
        ->addFnAttr(Attribute::NoMerge);
  }

  /// Ends regions, innermost first. Spans across functions end where they say.
  void endBefore(Instruction *At, const SiteStack &Sites) {
    for (unsigned Site : reverse(Sites))
      if (!(Site & (EndedSite | EndOfCallersSite)) && !Effects.isAcross(Site))
        call({MarkerKind::End, Site}, At);
  }

  /// A place that is passed on the way from one block to the next only.
  static Instruction *between(Instruction *Exit, BasicBlock *To) {
    if (Exit->getParent()->getUniqueSuccessor())
      return Exit;
    if (To->getUniquePredecessor())
      return &*To->getFirstInsertionPt();
    // Several cases of a switch may take this way.
    return SplitCriticalEdge(Exit, GetSuccessorNumber(Exit->getParent(), To),
                             CriticalEdgeSplittingOptions().setMergeIdenticalEdges())
        ->getTerminator();
  }

  void addMissingEnds(Function &F) {
    const RegionFlow Flow(F, Effects);
    for (BasicBlock &BB : F)
      if (isa<ReturnInst>(BB.getTerminator()))
        endBefore(BB.getTerminator(), Flow.exit(BB));
    for (const RegionFlow::Loss &L : Flow.losses())
      endBefore(L.Into ? between(L.At, L.Into) : L.At, L.Sites);
  }

  const CallEffects Effects;
  FunctionCallee Callees[std::size(FunctionNames)]; ///< by MarkerKind
};

} // namespace

void placeTraceMarkers(Module &M, ArrayRef<unsigned> Sites) {
  for (Function &F : M)
    for (Instruction &I : make_early_inc_range(instructions(F)))
      if (std::optional<Marker> Mark = asMarker(I);
          Mark && !is_contained(Sites, Mark->Site))
        I.eraseFromParent();
  placeAllMarkers(M);
}

void placeAllMarkers(Module &M) {
  Placement Place(M);
  for (Function &F : M)
    if (!F.isDeclaration())
      Place.run(F);
}

void lowerToPragmas(Module &M) {
  auto *Type = FunctionType::get(Type::getVoidTy(M.getContext()), false);
  for (Function &F : M)
    for (const TraceEvent &E : traceEvents(F)) {
      const std::string Text = ".pragma \"" + markerText(E.Kind, E.Site) + "\";";
      IRBuilder<> Builder(E.Call);
      Builder.CreateCall(Type, InlineAsm::get(Type, Text, "", /*hasSideEffects=*/true));
      E.Call->eraseFromParent();
    }
  eraseTraceFunctions(M);
}

void eraseTraceFunctions(Module &M) {
  for (const char *Name : FunctionNames)
    if (Function *F = M.getFunction(Name); F && F->use_empty())
      F->eraseFromParent();
}

std::vector<TraceEvent> traceEvents(Function &F) {
  std::vector<TraceEvent> Events;
  for (Instruction &I : instructions(F)) {
    auto *Call = dyn_cast<CallInst>(&I);
    Function *Callee = Call ? Call->getCalledFunction() : nullptr;
    if (!Callee)
      continue;
    const auto *Name = find(FunctionNames, Callee->getName());
    if (Name == std::end(FunctionNames))
      continue;
    const auto *Site = cast<ConstantInt>(Call->getArgOperand(0));
    Events.push_back({Call, static_cast<MarkerKind>(Name - std::begin(FunctionNames)),
                      static_cast<unsigned>(Site->getZExtValue())});
  }
  return Events;
}

} // namespace argus
