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
    Facts &Here = FactsOf[&F];
    for (BasicBlock &BB : F) {
      RegionFlow::Stack Open = Flow.entry(BB);
      for (Instruction &I : BB) {
        if (std::optional<Marker> Mark = asMarker(I)) {
          applyMarker(*Mark, Open);
          if (Mark->Begin)
            Here.Opened.insert(Open);
          continue;
        }
        auto *Call = dyn_cast<CallBase>(&I);
        Function *Callee = Call ? Call->getCalledFunction() : nullptr;
        if (Callee && !Callee->isDeclaration())
          Here.Calls.insert({Callee, Open});
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
    const CallRegions::Facts &Facts = Calls.of(F);
    for (const RegionFlow::Stack &Opened : Facts.Opened)
      add(concat(Around, Opened));
    for (const auto &[Callee, Open] : Facts.Calls)
      visit(*Callee, concat(Around, Open));
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
  const CallRegions Calls(**M);
  std::vector<RegionPath> Paths;
  for (unsigned K = 0; K < C.Regions.Kernels.size(); ++K) {
    const Function *Kernel = (*M)->getFunction(C.Regions.Kernels[K].Mangled);
    if (!Kernel || Kernel->isDeclaration())
      return createStringError(std::errc::invalid_argument,
                               "the capsule's bitcode lacks its kernel '%s'",
                               C.Regions.Kernels[K].Mangled.c_str());
    PathWalk(Calls, C.Regions, K, Paths).visit(*Kernel, {});
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
    for (const auto &[F, Facts] : Calls) {
      for (const RegionFlow::Stack &Opened : Facts.Opened)
        if (Wanted.count(Opened.back())) {
          Changed |= Holders.insert(F).second;
          for (unsigned Site : Opened)
            Changed |= Wanted.insert(Site).second;
        }
      for (const auto &[Callee, Open] : Facts.Calls)
        if (Holders.count(Callee)) {
          Changed |= Holders.insert(F).second;
          for (unsigned Site : Open)
            Changed |= Wanted.insert(Site).second;
        }
    }
  }
  return {Wanted.begin(), Wanted.end()};
}

} // namespace argus
