//===- MarkerInserter.cpp - region marks become marker statements -----------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MarkerInserter.h"
#include "argus/passes/Markers.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/Diagnostic.h"

using namespace clang;

namespace argus {

void MarkerInserter::report(SourceLocation Loc, llvm::StringRef Text, FixItHint Fix) {
  // Each instantiation of a template comes by; one report is enough.
  if (!Reported.insert(Loc).second)
    return;
  // A mark is an expansion of its pragma, which is what the user wrote.
  Loc = Context.getSourceManager().getExpansionLoc(Loc);
  DiagnosticsEngine &Diags = Context.getDiagnostics();
  Diags.Report(Loc, Diags.getCustomDiagID(DiagnosticsEngine::Error, "%0"))
      << Text << Fix;
}

/// Whether anything in S is marked, and the lambdas in it.
bool MarkerInserter::scan(const Stmt *S, llvm::SmallVectorImpl<FunctionDecl *> &Lambdas,
                          bool InExpression) {
  if (!S)
    return false;
  if (const auto *Lambda = dyn_cast<LambdaExpr>(S)) {
    Lambdas.push_back(Lambda->getCallOperator());
    return false;
  }
  llvm::SmallVector<Mark, 1> Marks = marksOf(S);
  if (InExpression && !Marks.empty())
    report(Marks.front().Loc,
           "a region cannot be marked inside a statement expression, "
           "whose last statement is its value");
  bool Marked = !Marks.empty();
  for (const Stmt *Child : S->children())
    Marked |= scan(Child, Lambdas, InExpression || isa<Expr>(S));
  return Marked;
}

void MarkerInserter::instrument(FunctionDecl &F) {
  if (!Done.insert(&F).second || F.isDependentContext())
    return;
  Stmt *Body = F.getBody();
  llvm::SmallVector<FunctionDecl *, 4> Lambdas;
  std::optional<Mark> Whole = functionMark(F);
  if (scan(Body, Lambdas, /*InExpression=*/false) || Whole) {
    Function = &F;
    BreakDepth = ContinueDepth = MarksAround = 0;
    LabelDepth.clear();
    NamesByParent.clear();
    MarksAround = Whole ? 1 : 0;
    collectLabels(Body);
    ReplacedBodies.push_back({&F, Body});
    Statements New;
    std::optional<unsigned> Site = Whole ? open(*Whole) : std::nullopt;
    if (Site)
      New.push_back(marker(true, *Site, Whole->Loc));
    New.push_back(rewrite(Body));
    if (Site)
      close(New);
    F.setBody(Site ? block(New, Body->getBeginLoc(), Body->getEndLoc()) : New.front());
  }
  for (FunctionDecl *Lambda : Lambdas)
    if (Lambda->doesThisDeclarationHaveABody())
      instrument(*Lambda);
}

void MarkerInserter::undo() {
  for (auto &[Slot, Old] : llvm::reverse(ReplacedSlots))
    *Slot = Old;
  for (auto &[F, Body] : llvm::reverse(ReplacedBodies))
    F->setBody(Body);
  ReplacedSlots.clear();
  ReplacedBodies.clear();
}

void MarkerInserter::replace(Stmt *&Slot, Stmt *New) {
  if (Slot == New)
    return;
  ReplacedSlots.push_back({&Slot, Slot});
  Slot = New;
}

//===- Building statements --------------------------------------------------===//

Stmt *MarkerInserter::block(const Statements &S, SourceLocation Begin,
                            SourceLocation End) {
  return CompoundStmt::Create(Context, S, FPOptionsOverride(), Begin, End);
}

Stmt *MarkerInserter::marker(bool Begin, unsigned Site, SourceLocation Loc) {
  const std::string Text = markerText(Begin, Site);
  QualType Type = Context.getStringLiteralArrayType(Context.CharTy, Text.size());
  auto *Literal = StringLiteral::Create(Context, Text, StringLiteralKind::Ordinary,
                                        /*Pascal=*/false, Type, Loc);
  return new (Context)
      GCCAsmStmt(Context, Loc, /*issimple=*/true, /*isvolatile=*/true,
                 /*numoutputs=*/0, /*numinputs=*/0, /*names=*/nullptr,
                 /*constraints=*/nullptr, /*exprs=*/nullptr, Literal,
                 /*numclobbers=*/0, /*clobbers=*/nullptr, /*numlabels=*/0, Loc);
}

/// Opens a lexical region at this point; nothing if it is misplaced.
std::optional<unsigned> MarkerInserter::open(const Mark &M) {
  const unsigned Parent = Open.empty() ? ~0u : Open.back().Site;
  if (!NamesByParent.insert({Parent, M.Name}).second) {
    report(M.Loc, "a region named \"" + M.Name +
                      "\" is already marked at this level; give this one another name");
    return std::nullopt;
  }
  const unsigned Site = Sites.site(M, *Function);
  Open.push_back({Site, M.Loc, BreakDepth, ContinueDepth});
  return Site;
}

void MarkerInserter::close(Statements &Out) {
  Out.push_back(marker(false, Open.back().Site, Open.back().Loc));
  Open.pop_back();
}

//===- Placement --------------------------------------------------------------===//

bool MarkerInserter::checkPlacement(const Mark &M, const Stmt *Sub) {
  const bool Empty = isa<NullStmt>(Sub);
  switch (M.Kind) {
  case MarkKind::Scope:
  case MarkKind::Begin:
  case MarkKind::End:
    if (Empty)
      return true;
    report(M.Loc, "expected ';' after the region macro",
           FixItHint::CreateInsertion(Sub->getBeginLoc(), "; "));
    return false;
  case MarkKind::Region:
    if (isa<SwitchCase>(Sub) || isa<LabelStmt>(Sub)) {
      report(M.Loc, "'#pragma argus region' before a label: put it after the label");
      return false;
    }
    if (Empty) {
      report(M.Loc, "'#pragma argus region' before an empty statement marks nothing");
      return false;
    }
    return true;
  case MarkKind::Function:
    report(M.Loc, "'[[argus::region]]' marks functions");
    return false;
  }
  llvm_unreachable("all kinds are handled");
}

//===- Rewriting --------------------------------------------------------------===//

/// Rewrites a statement that stands alone, such as the body of an `if`.
Stmt *MarkerInserter::rewrite(Stmt *S) {
  if (!S)
    return nullptr;
  const size_t OpenBefore = Open.size();
  Statements Out;
  rewriteInBlock(S, Out);
  while (Open.size() > OpenBefore)
    close(Out);
  return Out.size() == 1 ? Out.front() : block(Out, S->getBeginLoc(), S->getEndLoc());
}

Stmt *MarkerInserter::rewriteBlock(CompoundStmt *Block) {
  const size_t OpenBefore = Open.size();
  Statements Out;
  for (Stmt *S : Block->body())
    rewriteInBlock(S, Out);
  while (Open.size() > OpenBefore)
    close(Out);
  if (llvm::equal(Block->body(), Out))
    return Block;
  return CompoundStmt::Create(
      Context, Out,
      Block->hasStoredFPFeatures() ? Block->getStoredFPFeatures() : FPOptionsOverride(),
      Block->getLBracLoc(), Block->getRBracLoc());
}

/// Rewrites a statement of a block, appending what replaces it. A scope region stays
/// open: the block closes it.
void MarkerInserter::rewriteInBlock(Stmt *S, Statements &Out) {
  const size_t OpenBefore = Open.size();
  auto *Attributed = dyn_cast<AttributedStmt>(S);
  for (const Mark &M : marksOf(S)) {
    if (!checkPlacement(M, Attributed ? Attributed->getSubStmt() : S))
      continue;
    if (M.Kind == MarkKind::Begin || M.Kind == MarkKind::End) {
      Out.push_back(marker(M.Kind == MarkKind::Begin, Sites.site(M, *Function), M.Loc));
      return;
    }
    if (std::optional<unsigned> Site = open(M))
      Out.push_back(marker(true, *Site, M.Loc));
    if (M.Kind == MarkKind::Scope)
      return;
  }
  Out.push_back(rewriteJump(S));
  while (Open.size() > OpenBefore)
    close(Out);
}

void MarkerInserter::rewriteChildren(Stmt *S) {
  const bool Loop = isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(S);
  BreakDepth += Loop || isa<SwitchStmt>(S);
  ContinueDepth += Loop;
  for (Stmt *&Child : S->children())
    if (Child && !isa<Expr>(Child))
      replace(Child, rewrite(Child));
  BreakDepth -= Loop || isa<SwitchStmt>(S);
  ContinueDepth -= Loop;
}

/// How many of the open regions a jump stays in.
size_t MarkerInserter::regionsKeptBy(Stmt *Jump) const {
  if (const auto *Goto = dyn_cast<GotoStmt>(Jump)) {
    auto Depth = LabelDepth.find(Goto->getLabel());
    return Depth == LabelDepth.end() ? Open.size()
                                     : std::min<size_t>(Open.size(), Depth->second);
  }
  size_t Kept = Open.size();
  while (Kept && (isa<BreakStmt>(Jump) ? Open[Kept - 1].BreakDepth == BreakDepth
                                       : Open[Kept - 1].ContinueDepth == ContinueDepth))
    --Kept;
  return Kept;
}

/// Rewrites what is below S; if S jumps out of regions, they end before it. Returning
/// needs no marker: whatever is open at a function's end ends there.
Stmt *MarkerInserter::rewriteJump(Stmt *S) {
  if (isa<Expr>(S))
    return S;
  if (auto *Block = dyn_cast<CompoundStmt>(S))
    return rewriteBlock(Block);
  if (!isa<BreakStmt, ContinueStmt, GotoStmt>(S)) {
    rewriteChildren(S);
    return S;
  }
  const size_t Kept = regionsKeptBy(S);
  if (Kept == Open.size())
    return S;
  Statements Out;
  for (size_t I = Open.size(); I-- > Kept;)
    Out.push_back(marker(false, Open[I].Site, S->getBeginLoc()));
  Out.push_back(S);
  return block(Out, S->getBeginLoc(), S->getEndLoc());
}

/// Notes for each label how many lexical regions are around it.
void MarkerInserter::collectLabels(Stmt *S) {
  if (!S)
    return;
  if (auto *Label = dyn_cast<LabelStmt>(S))
    LabelDepth[Label->getDecl()] = MarksAround;
  const unsigned Before = MarksAround;
  for (Stmt *Child : S->children()) {
    if (!Child || isa<Expr>(Child))
      continue;
    llvm::SmallVector<Mark, 1> Marks = marksOf(Child);
    auto Count = [&](MarkKind Kind) {
      return llvm::count_if(Marks, [=](const Mark &M) { return M.Kind == Kind; });
    };
    const unsigned Regions = Count(MarkKind::Region);
    MarksAround += Regions + Count(MarkKind::Scope);
    collectLabels(Child);
    MarksAround -= Regions; // A scope lasts to the end of the block.
  }
  MarksAround = Before;
}

} // namespace argus
