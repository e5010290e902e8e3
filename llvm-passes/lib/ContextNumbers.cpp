//===- ContextNumbers.cpp - the line table of a mapped build ----------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ContextNumbers.h"
#include "Membership.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseMapInfo.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/IR/DIBuilder.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include <map>
#include <set>

using namespace llvm;

namespace argus {

namespace {

/// Gives equal contexts one number.
class Numbering {
public:
  void enter(const Function &F) {
    Of = &F;
    Places.clear();
    ByLocation.clear();
    ByScope.clear();
  }

  unsigned number(const Instruction &I) {
    const DILocation *At = I.getDebugLoc().get();
    if (!At || isDroppedFromCall(I, *At))
      return UnattributedContext;
    // Many instructions share a location, and taking one apart is slow.
    const auto [Slot, New] = ByLocation.try_emplace(At, 0);
    if (New)
      Slot->second = numberOf(*At);
    return Slot->second;
  }

  size_t size() const { return EntryContext + 1 + Found.size(); }

  /// By number.
  std::vector<Context> contexts() const {
    std::vector<Context> Contexts(EntryContext + 1);
    Contexts[EntryContext].From = Origin::Entry;
    Contexts.reserve(size());
    for (const Place &P : Found) {
      Context &C = Contexts.emplace_back();
      if (P.Line) {
        C.File = P.Scope.File;
        C.Line = P.Line;
        C.Column = P.Column;
      }
      C.Stack = P.Scope.Open->first;
      C.From = P.Line ? Origin::Known : Origin::Merged;
      C.Function = P.Of->getName();
    }
    return Contexts;
  }

private:
  /// A call must keep a scope, so what drops a call's location leaves line 0 in the
  /// function's own. Other instructions have line 0 where locations were merged.
  static bool isDroppedFromCall(const Instruction &I, const DILocation &At) {
    return isa<CallBase>(I) && !At.getLine() && !At.getInlinedAt() &&
           isa<DISubprogram>(At.getScope());
  }

  using Stack = std::vector<unsigned>;

  /// What all locations of a scope (with its inline chain) have in common.
  struct ScopeInfo {
    StringRef File;
    unsigned FileNumber;
    const std::pair<const Stack, unsigned> *Open; ///< with its number
  };

  /// What becomes a context. There may be many, so texts are copied at the end.
  struct Place {
    ScopeInfo Scope;
    const Function *Of;
    unsigned Line, Column;
  };

  ScopeInfo scopeOf(const DILocation &At) {
    const auto [Slot, New] =
        ByScope.try_emplace({At.getScope(), At.getInlinedAt()}, ScopeInfo());
    if (New) {
      const StringRef File = At.getScope()->getSubprogram()->getFilename();
      const auto &Interned = *Files.try_emplace(File, Files.size() + 1).first;
      Slot->second = {
          Interned.first(), Interned.second,
          &*Stacks.try_emplace(contextOf(DebugLoc(&At)).Stack, Stacks.size()).first};
    }
    return Slot->second;
  }

  unsigned numberOf(const DILocation &At) {
    const ScopeInfo Scope = scopeOf(At);
    const unsigned Line = At.getLine();
    const uint64_t Where = uint64_t(Line) << 32 | At.getColumn();
    const uint64_t File = Line ? Scope.FileNumber : 0;
    const auto [Slot, New] =
        Places.try_emplace({Where, File << 32 | Scope.Open->second}, 0);
    if (!New)
      return Slot->second;
    Slot->second = size();
    Found.push_back({Scope, Of, Line, At.getColumn()});
    return Slot->second;
  }

  const Function *Of = nullptr;
  std::vector<Place> Found; ///< beyond the entry's
  DenseMap<const DILocation *, unsigned> ByLocation;
  DenseMap<std::pair<const DILocalScope *, const DILocation *>, ScopeInfo> ByScope;
  /// By line and column; file and stack.
  DenseMap<std::pair<uint64_t, uint64_t>, unsigned> Places;
  StringMap<unsigned> Files;
  std::map<Stack, unsigned> Stacks;
};

} // namespace

std::vector<Context> numberContexts(Module &M) {
  Numbering Numbers;
  std::vector<unsigned> Of; // in the order of the instructions
  for (Function &F : M) {
    Numbers.enter(F);
    for (Instruction &I : instructions(F))
      if (!isa<DbgInfoIntrinsic>(I)) // is stripped
        Of.push_back(Numbers.number(I));
  }
  StripDebugInfo(M);

  // LineTablesOnly would add `debug` to .target at -O0, which changes ptxas's mode.
  DIBuilder Builder(M);
  DIFile *File = Builder.createFile("<argus contexts>", "");
  Builder.createCompileUnit(
      dwarf::DW_LANG_C_plus_plus, File, "argus", /*isOptimized=*/true, /*Flags=*/"",
      /*RV=*/0, /*SplitName=*/"", DICompileUnit::DebugDirectivesOnly);
  DISubroutineType *Type = Builder.createSubroutineType({});
  const unsigned *Next = Of.data();
  // A context belongs to one function, but for what has none.
  std::vector<DILocation *> Lines(Numbers.size());
  for (Function &F : M) {
    if (F.isDeclaration())
      continue;
    DISubprogram *Subprogram = Builder.createFunction(
        File, F.getName(), F.getName(), File, EntryContext, Type, EntryContext,
        DINode::FlagZero, DISubprogram::SPFlagDefinition);
    F.setSubprogram(Subprogram);
    Lines[UnattributedContext] = nullptr;
    for (Instruction &I : instructions(F)) {
      DILocation *&Line = Lines[*Next];
      if (!Line) // distinct, since there is one for each number: no look-up
        Line = DILocation::getDistinct(M.getContext(), *Next, 0, Subprogram);
      I.setDebugLoc(Line);
      ++Next;
    }
  }
  assert(Next == Of.data() + Of.size() && "stripping deletes debug intrinsics alone");
  Builder.finalize();
  M.setModuleFlag(Module::Warning, "Debug Info Version", DEBUG_METADATA_VERSION);
  return Numbers.contexts();
}

void listCalls(const Module &M, std::vector<RemainingCall> &Calls,
               std::vector<std::string> &AddressTaken) {
  for (const Function &F : M) {
    if (!F.isIntrinsic() &&
        F.hasAddressTaken(nullptr, /*IgnoreCallbackUses=*/false,
                          /*IgnoreAssumeLikeCalls=*/true, /*IngoreLLVMUsed=*/true))
      AddressTaken.push_back(F.getName().str());
    std::set<std::pair<const Function *, std::vector<unsigned>>> Known;
    for (const Instruction &I : instructions(F)) {
      const auto *Call = dyn_cast<CallBase>(&I);
      if (!Call || Call->isInlineAsm())
        continue;
      const auto *Callee =
          dyn_cast<Function>(Call->getCalledOperand()->stripPointerCasts());
      if (Callee && Callee->isIntrinsic())
        continue;
      std::vector<unsigned> Stack = contextOf(Call->getDebugLoc()).Stack;
      if (Known.emplace(Callee, Stack).second)
        Calls.push_back({F.getName().str(), Callee ? Callee->getName().str() : "",
                         std::move(Stack)});
    }
  }
}

} // namespace argus
