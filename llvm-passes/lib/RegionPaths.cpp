//===- RegionPaths.cpp - which regions a kernel can reach -------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RegionPaths.h"
#include "argus/passes/RegionFlow.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/Support/MemoryBufferRef.h"
#include <map>
#include <set>

using namespace llvm;

namespace argus {

using PointerTargets = DenseMap<const FunctionType *, SmallVector<Function *, 4>>;

/// What calls through pointers can reach, by the type that they call it as.
static PointerTargets pointerTargets(Module &M) {
  PointerTargets Targets;
  for (Function &F : M)
    if (!F.isDeclaration() && F.hasAddressTaken())
      Targets[F.getFunctionType()].push_back(&F);
  return Targets;
}

CallRegions::CallRegions(Module &M, const ModuleFlow &Flow) {
  const PointerTargets Targets = pointerTargets(M);
  for (const auto &[F, FlowOfF] : Flow.Of) {
    Steps &Here = StepsOf[F];
    std::set<Step> Known;
    auto Add = [&](Step S) {
      if (Known.insert(S).second)
        Here.push_back(std::move(S));
    };
    const BasicBlock *BB = nullptr;
    SiteStack Open;
    for (CallBase *Call : Flow.Effects.callsOf(*F)) {
      if (Call->getParent() != BB) {
        BB = Call->getParent();
        Open = FlowOfF->entry(*BB);
      }
      if (Function *Callee = Call->getCalledFunction();
          Callee && !Callee->isDeclaration())
        Add({Callee, Open, false});
      if (Call->isIndirectCall())
        for (Function *Target : Targets.lookup(Call->getFunctionType()))
          Add({Target, Open, true});
      Flow.Effects.apply(*Call, Open);
      if (const auto Mark = asMarker(*Call); Mark && Mark->Kind == MarkerKind::Begin)
        Add({nullptr, Open, false});
    }
  }
}

namespace {

/// Walks calls from one kernel. Recursion ends at a function already on the way.
class PathWalk {
public:
  PathWalk(const CallRegions &Calls, const RegionTable &Table, unsigned Kernel,
           std::vector<RegionPath> &Out, KernelScopes &Scopes)
      : Calls(Calls), Table(Table), Kernel(Kernel), Out(Out), Scopes(Scopes) {}

  void visit(const Function &F, const SiteStack &Around, bool Indirect = false) {
    if (!Seen.insert({&F, Around, Indirect}).second || !OnTheWay.insert(&F).second)
      return;
    for (const CallRegions::Step &Step : Calls.of(F)) {
      if (Step.Callee)
        visit(*Step.Callee, joined(Around, Step.Open), Indirect || Step.Indirect);
      else
        add(pathOf(joined(Around, Step.Open)), Indirect);
    }
    OnTheWay.erase(&F);
  }

private:
  std::string names(const SiteStack &Stack) const {
    std::string Names;
    for (unsigned Site : Stack)
      Names += "/" + Table.Sites[Site].Name;
    return Names;
  }

  static void addOnce(std::vector<std::string> &To, std::string Name) {
    if (!is_contained(To, Name))
      To.push_back(std::move(Name));
  }

  /// A begin of the last of Stack. Regions that roles and loops alone tell apart are
  /// one.
  void add(const SiteStack &Stack, bool Indirect) {
    std::string Role = names(Table.rolesOf(Stack));
    if (!Role.empty())
      addOnce(Scopes.Roles, Role.erase(0, 1));
    if (!Table.Sites[Stack.back()].isRegion())
      return;
    RegionPath &P = path(Table.regionsOf(Stack));
    P.Indirect &= Indirect;
    if (!Role.empty())
      addOnce(P.Roles, std::move(Role));
    P.Counted |= any_of(Stack, [&](unsigned Site) {
      return Table.Sites[Site].Form == RegionForm::Iteration;
    });
  }

  RegionPath &path(SiteStack Regions) {
    auto [Slot, New] = Known.try_emplace(Regions, Out.size());
    if (!New)
      return Out[Slot->second];
    RegionPath P;
    P.Kernel = Kernel;
    P.Path = Table.pathOf(Kernel, Regions);
    P.Id = regionId(Table.Kernels[Kernel].identity(), P.Path);
    P.Stack = std::move(Regions);
    P.Indirect = true; // until a way without is found
    Out.push_back(std::move(P));
    return Out.back();
  }

  const CallRegions &Calls;
  const RegionTable &Table;
  unsigned Kernel;
  std::vector<RegionPath> &Out;
  KernelScopes &Scopes;
  std::map<SiteStack, size_t> Known; ///< regions only; in Out
  std::set<std::tuple<const Function *, SiteStack, bool>> Seen;
  std::set<const Function *> OnTheWay;
};

} // namespace

Expected<RegionPaths> enumerateRegionPaths(Module &M, const RegionTable &Table) {
  return enumerateRegionPaths(M, Table, ModuleFlow(M));
}

Expected<RegionPaths> enumerateRegionPaths(Module &M, const RegionTable &Table,
                                           const ModuleFlow &Flow) {
  const CallRegions Calls(M, Flow);
  RegionPaths Found;
  Found.Scopes.resize(Table.Kernels.size());
  for (unsigned K = 0; K < Table.Kernels.size(); ++K) {
    const Function *Kernel = M.getFunction(Table.Kernels[K].Mangled);
    if (!Kernel || Kernel->isDeclaration())
      return createStringError(std::errc::invalid_argument,
                               "the capsule's bitcode lacks its kernel '%s'",
                               Table.Kernels[K].Mangled.c_str());
    PathWalk(Calls, Table, K, Found.Paths, Found.Scopes[K]).visit(*Kernel, {});
  }
  return Found;
}

static Expected<RegionPaths> pathsOf(const Capsule &C) {
  if (C.Paths)
    return *C.Paths;
  LLVMContext Context;
  Context.setDiscardValueNames(true);
  Expected<std::unique_ptr<Module>> M =
      parseBitcodeFile(MemoryBufferRef(C.Bitcode, C.Source), Context);
  if (!M)
    return M.takeError();
  return enumerateRegionPaths(**M, C.Regions);
}

Expected<std::vector<RegionPath>>
enumerateRegionPaths(const Capsule &C, std::vector<KernelScopes> *Scopes) {
  Expected<RegionPaths> Found = pathsOf(C);
  if (!Found)
    return Found.takeError();
  if (Scopes)
    *Scopes = std::move(Found->Scopes);
  return std::move(Found->Paths);
}

/// Adds the roles that a kernel's warps can take.
static void addRoles(const CallRegions &Calls, const RegionTable &Table,
                     const Function &Kernel, std::set<unsigned> &Wanted) {
  SmallVector<const Function *, 8> Work{&Kernel};
  std::set<const Function *> Seen{&Kernel};
  while (!Work.empty())
    for (const CallRegions::Step &Step : Calls.of(*Work.pop_back_val())) {
      if (!Step.Callee) {
        if (Table.Sites[Step.Open.back()].Form == RegionForm::Role)
          Wanted.insert(Step.Open.back());
      } else if (Seen.insert(Step.Callee).second) {
        Work.push_back(Step.Callee);
      }
    }
}

/// Of the sites open at a step, the last region; nothing: none is open in the function.
static std::optional<unsigned> innermostRegion(ArrayRef<unsigned> Open,
                                               const RegionTable &Table) {
  for (const unsigned Site : reverse(Open))
    if (!(Site & (EndOfCallersSite | EndedSite)) && Table.Sites[Site].isRegion())
      return Site;
  return std::nullopt;
}

/// Adds the counted loops whose trips count to a wanted region: in it, and in no inner
/// one, be it in a function that it calls.
static void addLoops(const CallRegions &Calls, const RegionTable &Table,
                     std::set<unsigned> &Wanted) {
  std::set<const Function *> Inside; // called where a wanted region is the innermost
  const auto Counts = [&](const Function *F, ArrayRef<unsigned> Open) {
    const std::optional<unsigned> Region = innermostRegion(Open, Table);
    return Region ? Wanted.count(*Region) != 0 : Inside.count(F) != 0;
  };
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (const auto &[F, Steps] : Calls)
      for (const CallRegions::Step &Step : Steps)
        if (Step.Callee && Counts(F, Step.Open))
          Changed |= Inside.insert(Step.Callee).second;
  }
  std::set<unsigned> Loops;
  for (const auto &[F, Steps] : Calls)
    for (const CallRegions::Step &Step : Steps)
      if (!Step.Callee && Table.Sites[Step.Open.back()].Form == RegionForm::Iteration &&
          Counts(F, ArrayRef<unsigned>(Step.Open).drop_back()))
        Loops.insert(Step.Open.back());
  Wanted.merge(Loops);
}

std::vector<unsigned> sitesToRecord(Module &M, ArrayRef<unsigned> Sites,
                                    const RegionTable &Table) {
  const CallRegions Calls(M, ModuleFlow(M));
  std::set<unsigned> Wanted(Sites.begin(), Sites.end());
  addLoops(Calls, Table, Wanted);
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
          if (!(Site & EndOfCallersSite))
            Changed |= Wanted.insert(Site & SiteNumber).second;
      }
  }
  for (const Function *F : Holders)
    if (Table.isKernel(F->getName()))
      addRoles(Calls, Table, *F, Wanted);
  return {Wanted.begin(), Wanted.end()};
}

} // namespace argus
