//===- Membership.cpp - regions as debug scopes -----------------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Membership.h"
#include "argus/passes/RegionFlow.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/DebugInfoMetadata.h"

using namespace llvm;

namespace argus {

/// A lexical block in this file is an entry of a site stack; its line is that plus one.
static constexpr StringLiteral ScopeFile = "<argus region>";

static DIScope *scopeFor(DISubprogram *Function, const SiteStack &Open, DIFile *File) {
  DILocalScope *Scope = Function;
  for (unsigned Site : Open)
    Scope = DILexicalBlock::get(Function->getContext(), Scope, File, Site + 1, 0);
  return Scope;
}

namespace {

/// The locations of one function, by line, column and scope. LLVM's own look-up has
/// those of all functions, and reads a location each time; for a million of them this
/// takes half as long. So they are distinct, and still one each.
class Locations {
public:
  explicit Locations(LLVMContext &Context) : Context(Context) {}

  void enter() { Known.clear(); }

  DILocation *get(const DILocation &At, DIScope *Scope) {
    const uint64_t Place = uint64_t(At.getLine()) << 16 | At.getColumn();
    DILocation *&L = Known[{Place, Scope}];
    if (!L)
      L = DILocation::getDistinct(Context, At.getLine(), At.getColumn(), Scope);
    return L;
  }

private:
  LLVMContext &Context;
  DenseMap<std::pair<uint64_t, const DIScope *>, DILocation *> Known;
};

} // namespace

void tagRegionScopes(Module &M) {
  LLVMContext &Context = M.getContext();
  DIFile *File = DIFile::get(Context, ScopeFile, "");
  const CallEffects Effects(M);
  Locations Tagged(Context);
  for (Function &F : M) {
    DISubprogram *Subprogram = F.getSubprogram();
    if (F.isDeclaration() || !Subprogram)
      continue;
    // Lexical blocks of the user's debug information would come between regions and
    // their instructions and hide what two instructions have in common.
    // Neighbours mostly share a stack or a location, and looking one up is slow.
    SiteStack Last;
    DIScope *Scope = Subprogram;
    const DILocation *From = nullptr;
    DILocation *To = nullptr;
    Tagged.enter();
    RegionFlow(F, Effects).forEach([&](Instruction &I, const SiteStack &Open) {
      const DILocation *Loc = I.getDebugLoc();
      if (!Loc)
        return;
      const bool SameStack = Open == Last;
      if (!SameStack) {
        Last = Open;
        Scope = scopeFor(Subprogram, Open, File);
      }
      if (!SameStack || Loc != From) {
        From = Loc;
        To = Tagged.get(*Loc, Scope);
      }
      I.setDebugLoc(To);
    });
  }
}

Context contextOf(const DebugLoc &Loc) {
  Context C;
  const DILocation *At = Loc.get();
  if (!At)
    return C;
  if (At->getLine()) {
    C.File = At->getScope()->getSubprogram()->getFilename().str();
    C.Line = At->getLine();
    C.Column = At->getColumn();
  }
  SiteStack Chain; // innermost first
  for (; At; At = At->getInlinedAt())
    for (const DIScope *S = At->getScope(); isa_and_nonnull<DILexicalBlock>(S);
         S = S->getScope())
      if (S->getFilename() == ScopeFile)
        Chain.push_back(cast<DILexicalBlock>(S)->getLine() - 1);
  C.Stack = pathOf(joined({}, {Chain.rbegin(), Chain.rend()}));
  return C;
}

} // namespace argus
