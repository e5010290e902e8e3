//===- RegionPaths.cpp - which regions a kernel can reach -------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RegionPaths.h"
#include "argus/passes/Markers.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/Support/MemoryBufferRef.h"
#include <set>

using namespace llvm;

namespace argus {

CallRegions::CallRegions(Module &M) {
  for (Function &F : M) {
    if (F.isDeclaration())
      continue;
    RegionFlow Flow(F);
    Steps &Here = StepsOf[&F];
    std::set<Step> Known;
    auto Add = [&](Step S) {
      if (Known.insert(S).second)
        Here.push_back(std::move(S));
    };
    for (BasicBlock &BB : F) {
      RegionFlow::Stack Open = Flow.entry(BB);
      for (Instruction &I : BB) {
        if (std::optional<Marker> Mark = asMarker(I)) {
          applyMarker(*Mark, Open);
          if (Mark->Begin)
            Add({nullptr, Open});
          continue;
        }
        auto *Call = dyn_cast<CallBase>(&I);
        Function *Callee = Call ? Call->getCalledFunction() : nullptr;
        if (Callee && !Callee->isDeclaration())
          Add({Callee, Open});
      }
    }
  }
}

namespace {

/// Walks calls from one kernel. Recursion ends at a function already on the way.
class PathWalk {
public:
  PathWalk(const CallRegions &Calls, const RegionTable &Table, unsigned Kernel,
           std::vector<RegionPath> &Out)
      : Calls(Calls), Table(Table), Kernel(Kernel), Out(Out) {}

  void visit(const Function &F, const RegionFlow::Stack &Around) {
    if (!Seen.insert({&F, Around}).second || !OnTheWay.insert(&F).second)
      return;
    for (const CallRegions::Step &Step : Calls.of(F)) {
      if (Step.Callee)
        visit(*Step.Callee, concat(Around, Step.Open));
      else
        add(concat(Around, Step.Open));
    }
    OnTheWay.erase(&F);
  }

private:
  static RegionFlow::Stack concat(RegionFlow::Stack Outer,
                                  const RegionFlow::Stack &Inner) {
    Outer.insert(Outer.end(), Inner.begin(), Inner.end());
    return Outer;
  }

  void add(RegionFlow::Stack Stack) {
    if (!Known.insert(Stack).second)
      return;
    RegionPath P;
    P.Kernel = Kernel;
    P.Path = Table.Kernels[Kernel].Name;
    for (unsigned Site : Stack)
      P.Path += "/" + Table.Sites[Site].Name;
    P.Id = regionId(Table.Kernels[Kernel].Mangled, P.Path);
    P.Stack = std::move(Stack);
    Out.push_back(std::move(P));
  }

  const CallRegions &Calls;
  const RegionTable &Table;
  unsigned Kernel;
  std::vector<RegionPath> &Out;
  std::set<RegionFlow::Stack> Known;
  std::set<std::pair<const Function *, RegionFlow::Stack>> Seen;
  std::set<const Function *> OnTheWay;
};

} // namespace

Expected<std::vector<RegionPath>> enumerateRegionPaths(const Capsule &C) {
  LLVMContext Context;
  Expected<std::unique_ptr<Module>> M =
      parseBitcodeFile(MemoryBufferRef(C.Bitcode, C.Source), Context);
  if (!M)
    return M.takeError();
  return enumerateRegionPaths(**M, C.Regions);
}

Expected<std::vector<RegionPath>> enumerateRegionPaths(Module &M,
                                                       const RegionTable &Table) {
  const CallRegions Calls(M);
  std::vector<RegionPath> Paths;
  for (unsigned K = 0; K < Table.Kernels.size(); ++K) {
    const Function *Kernel = M.getFunction(Table.Kernels[K].Mangled);
    if (!Kernel || Kernel->isDeclaration())
      return createStringError(std::errc::invalid_argument,
                               "the capsule's bitcode lacks its kernel '%s'",
                               Table.Kernels[K].Mangled.c_str());
    PathWalk(Calls, Table, K, Paths).visit(*Kernel, {});
  }
  return Paths;
}

std::vector<unsigned> withEnclosingSites(Module &M, ArrayRef<unsigned> Sites) {
  const CallRegions Calls(M);
  std::set<unsigned> Wanted(Sites.begin(), Sites.end());
  std::set<const Function *>
      Holders; // functions that (transitively) hold a wanted site
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (const auto &[F, Steps] : Calls)
      for (const CallRegions::Step &Step : Steps) {
        if (Step.Callee ? !Holders.count(Step.Callee) : !Wanted.count(Step.Open.back()))
          continue;
        Changed |= Holders.insert(F).second;
        for (unsigned Site : Step.Open)
          Changed |= Wanted.insert(Site).second;
      }
  }
  return {Wanted.begin(), Wanted.end()};
}

} // namespace argus
