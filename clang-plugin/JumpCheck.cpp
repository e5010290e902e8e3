//===- JumpCheck.cpp - finds jumps into regions -----------------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "JumpCheck.h"
#include "RegionSites.h"

using namespace clang;

namespace argus {

namespace {

using Marks = std::vector<Mark>; ///< around a statement, outermost first

class Walk {
public:
  void visit(const Stmt *S) {
    if (!S)
      return;
    if (const auto *Label = dyn_cast<LabelStmt>(S))
      Labels[Label->getDecl()] = Around;
    if (const auto *Goto = dyn_cast<GotoStmt>(S))
      Gotos.push_back({Goto, Around});
    if (isa<SwitchStmt>(S))
      Switches.push_back(Around);
    if (const auto *Case = dyn_cast<SwitchCase>(S); Case && !Switches.empty())
      Cases.push_back({Case, Switches.back(), Around});
    const size_t Before = Around.size();
    for (const Stmt *Child : S->children())
      if (Child && !isa<Expr>(Child))
        visitChild(Child);
    Around.resize(Before);
    if (isa<SwitchStmt>(S))
      Switches.pop_back();
  }

  struct Jump {
    const GotoStmt *At;
    Marks Around;
  };
  struct CaseJump {
    const SwitchCase *At;
    Marks OfSwitch, Around;
  };
  llvm::DenseMap<const LabelDecl *, Marks> Labels;
  std::vector<Jump> Gotos;
  std::vector<CaseJump> Cases;

private:
  /// A scope lasts to the end of the block; the marks of a statement are around it.
  void visitChild(const Stmt *Child) {
    size_t Scopes = Around.size();
    for (const Mark &M : marksOf(Child))
      if (M.Kind == MarkKind::Scope) {
        Around.push_back(M);
        ++Scopes;
      }
    for (const Mark &M : marksOf(Child))
      if (M.Kind == MarkKind::Region || M.Kind == MarkKind::Iteration)
        Around.push_back(M);
    visit(Child);
    Around.resize(Scopes);
  }

  Marks Around;
  std::vector<Marks> Switches;
};

/// The outermost mark that a jump enters.
const Mark *entered(const Marks &From, const Marks &To) {
  for (size_t I = 0; I < To.size(); ++I)
    if (I >= From.size() || From[I].Loc != To[I].Loc)
      return &To[I];
  return nullptr;
}

std::string nameOf(const Mark &M) {
  return M.Kind == MarkKind::Iteration ? "the counted loop" : "region '" + M.Name + "'";
}

} // namespace

void findJumpsIntoRegions(
    const Stmt *Body,
    llvm::function_ref<void(SourceLocation, const std::string &)> Report) {
  Walk W;
  W.visit(Body);
  for (const Walk::Jump &J : W.Gotos) {
    const auto Target = W.Labels.find(J.At->getLabel());
    if (Target == W.Labels.end())
      continue;
    if (const Mark *M = entered(J.Around, Target->second))
      Report(J.At->getGotoLoc(), "this jump enters " + nameOf(*M) +
                                     " past its begin; jump to a label before it");
  }
  for (const Walk::CaseJump &J : W.Cases)
    if (const Mark *M = entered(J.OfSwitch, J.Around))
      Report(J.At->getKeywordLoc(),
             "this label of a switch lies inside " + nameOf(*M) +
                 ", and the switch jumps past its begin; mark what follows the label");
}

} // namespace argus
