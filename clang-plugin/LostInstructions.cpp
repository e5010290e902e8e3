//===- LostInstructions.cpp - what the source asks for and nobody made ------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LostInstructions.h"
#include "clang/AST/Attr.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include <set>

using namespace clang;
using llvm::StringRef;

namespace argus {

namespace {

/// What begins an opcode, and whether it needs sm_90a, not just sm_90. Source: "PTX
/// ISA", the target notes of each instruction.
struct Family {
  const char *Name;
  bool Specific;
};
constexpr Family Families[] = {
    {"wgmma", true},          {"setmaxnreg", true},  {"cp.async.bulk.tensor", false},
    {"cp.async.bulk", false}, {"mbarrier", false},   {"cp.reduce.async.bulk", false},
    {"fence.proxy", false},   {"elect.sync", false}, {"barrier.cluster", false},
    {"mapa", false},          {"stmatrix", false},   {"griddepcontrol", false},
    {"multimem", false},      {"st.async", false},   {"prefetch.tensormap", false}};

/// Whether the text names an opcode of the family. The name of a function,
/// `wgmma_fence()`, and the qualifier of another opcode, `.mbarrier::complete_tx`, are
/// none.
bool names(StringRef Text, StringRef Family) {
  for (size_t At = Text.find(Family); At != StringRef::npos;
       At = Text.find(Family, At + 1)) {
    const char Before = At ? Text[At - 1] : ' ';
    const StringRef After = Text.substr(At + Family.size());
    const char Next = After.empty() ? ' ' : After.front();
    if (!llvm::isAlnum(Before) && Before != '_' && Before != '.' &&
        !llvm::isAlnum(Next) && Next != '_' && Next != '(' && Next != ':' &&
        !(Family == "cp.async.bulk" && After.starts_with(".tensor")))
      return true;
  }
  return false;
}

std::set<StringRef> familiesIn(StringRef Text) {
  std::set<StringRef> Found;
  for (const Family &F : Families)
    if (names(Text, F.Name))
      Found.insert(F.Name);
  return Found;
}

std::set<StringRef> familiesIn(const llvm::Function &F) {
  std::set<StringRef> Found;
  for (const llvm::Instruction &I : llvm::instructions(F)) {
    const auto *Call = dyn_cast<llvm::CallBase>(&I);
    if (!Call)
      continue;
    StringRef Text;
    if (const auto *Asm = dyn_cast<llvm::InlineAsm>(Call->getCalledOperand()))
      Text = Asm->getAsmString();
    else if (const llvm::Function *Callee = Call->getCalledFunction())
      if (Text = Callee->getName(); !Text.consume_front("llvm.nvvm."))
        continue;
    Found.merge(familiesIn(Text));
  }
  return Found;
}

/// The kernel, and every function that it refers to, called or not.
llvm::SetVector<const llvm::Function *> reachable(const llvm::Function &Kernel) {
  llvm::SetVector<const llvm::Function *> Found;
  Found.insert(&Kernel);
  for (size_t I = 0; I < Found.size(); ++I)
    for (const llvm::Instruction &Inst : llvm::instructions(*Found[I]))
      for (const llvm::Value *Operand : Inst.operands())
        if (const auto *F =
                dyn_cast<llvm::Function>(Operand->stripPointerCastsAndAliases());
            F && !F->isDeclaration())
          Found.insert(F);
  return Found;
}

bool contains(const FunctionDecl &F, SourceLocation Loc, const SourceManager &SM) {
  const SourceRange Body = F.getSourceRange();
  const auto [BeginFile, Begin] =
      SM.getDecomposedLoc(SM.getExpansionLoc(Body.getBegin()));
  const auto [EndFile, End] = SM.getDecomposedLoc(SM.getExpansionLoc(Body.getEnd()));
  const auto [File, At] = SM.getDecomposedLoc(Loc);
  return File == BeginFile && File == EndFile && Begin <= At && At <= End;
}

bool has(StringRef Arch, StringRef FamilyName) {
  unsigned Number = 0;
  StringRef Rest = Arch;
  if (!Rest.consume_front("sm_") || Rest.consumeInteger(10, Number) || Number < 90)
    return false;
  const auto *F =
      llvm::find_if(Families, [&](const Family &Of) { return FamilyName == Of.Name; });
  return !F->Specific || Arch == "sm_90a";
}

} // namespace

bool namesHopperInstruction(StringRef Line) {
  return Line.contains('"') &&
         llvm::any_of(Families, [&](const Family &F) { return names(Line, F.Name); });
}

std::vector<LostInstruction> findLostInstructions(
    const llvm::Module &M, StringRef Arch, const std::vector<SkippedText> &Skipped,
    const SourceManager &SM,
    llvm::function_ref<const FunctionDecl *(const llvm::Function &)> DeclOf) {
  std::vector<LostInstruction> Lost;
  if (Skipped.empty())
    return Lost;
  for (const llvm::Function &Kernel : M) {
    const FunctionDecl *Of = Kernel.isDeclaration() ? nullptr : DeclOf(Kernel);
    if (!Of || !Of->hasAttr<CUDAGlobalAttr>())
      continue;
    std::set<StringRef> Known;
    const auto Functions = reachable(Kernel);
    for (const llvm::Function *F : Functions)
      Known.merge(familiesIn(*F));
    for (const llvm::Function *F : Functions) {
      const FunctionDecl *D = DeclOf(*F);
      for (const SkippedText &S : Skipped)
        if (D && contains(*D, S.Loc, SM))
          for (const StringRef Name : familiesIn(S.Text))
            if (has(Arch, Name) && Known.insert(Name).second)
              Lost.push_back({Name.str(), &Kernel, &S});
    }
  }
  return Lost;
}

} // namespace argus
