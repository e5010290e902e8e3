//===- MarkerInserter.cpp - region marks become marker statements -----------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MarkerInserter.h"
#include "JumpCheck.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/Diagnostic.h"

using namespace clang;

namespace argus {

void MarkerInserter::report(SourceLocation Loc, llvm::StringRef Text,
                            const FixItHint &Fix) {
  // Each instantiation of a template comes by; one report is enough.
  if (!Reported.insert(Loc).second)
    return;
  // A mark is an expansion of its pragma, which is what the user wrote.
  Loc = Context.getSourceManager().getExpansionLoc(Loc);
  DiagnosticsEngine &Diags = Context.getDiagnostics();
  Diags.Report(Loc, Diags.getCustomDiagID(DiagnosticsEngine::Error, "%0"))
      << Text << Fix;
}

/// "a region", for messages.
static llvm::StringRef nounOf(MarkKind Kind) {
  return Kind == MarkKind::Role        ? "a role"
         : Kind == MarkKind::Iteration ? "a loop"
                                       : "a region";
}

static const Stmt *withoutAttributes(const Stmt *S) {
  while (const auto *Attributed = dyn_cast<AttributedStmt>(S))
    S = Attributed->getSubStmt();
  return S;
}

/// Of a loop; of anything else: null.
static const Stmt *bodyOf(const Stmt *S) {
  if (const auto *For = dyn_cast<ForStmt>(S))
    return For->getBody();
  if (const auto *While = dyn_cast<WhileStmt>(S))
    return While->getBody();
  if (const auto *Do = dyn_cast<DoStmt>(S))
    return Do->getBody();
  if (const auto *Range = dyn_cast<CXXForRangeStmt>(S))
    return Range->getBody();
  return nullptr;
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
           (nounOf(Marks.front().Kind) +
            " cannot be marked inside a statement expression, whose last statement is "
            "its value")
               .str());
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
    BranchRoles.clear();
    TripSites.clear();
    MarksAround = Whole ? 1 : 0;
    findJumpsIntoRegions(
        Body, [&](SourceLocation Loc, const std::string &Text) { report(Loc, Text); });
    collectLabels(Body);
    Statements New;
    if (Whole)
      open(*Whole, New);
    New.push_back(rewrite(Body));
    if (Whole)
      close(New);
    Stmt *NewBody =
        Whole ? block(New, Body->getBeginLoc(), Body->getEndLoc()) : New.front();
    ReplacedBodies.push_back({&F, Body, NewBody});
    F.setBody(NewBody);
  }
  for (FunctionDecl *Lambda : Lambdas)
    if (Lambda->doesThisDeclarationHaveABody())
      instrument(*Lambda);
}

void MarkerInserter::takeOut() {
  if (!In)
    return;
  In = false;
  for (auto &R : llvm::reverse(ReplacedSlots))
    *R.At = R.Old;
  for (auto &R : ReplacedBodies)
    R.At->setBody(R.Old);
}

void MarkerInserter::putBack() {
  if (In)
    return;
  In = true;
  for (auto &R : ReplacedSlots)
    *R.At = R.New;
  for (auto &R : ReplacedBodies)
    R.At->setBody(R.New);
}

void MarkerInserter::replace(Stmt *&Slot, Stmt *New) {
  if (Slot == New)
    return;
  ReplacedSlots.push_back({&Slot, Slot, New});
  Slot = New;
}

//===- Building statements --------------------------------------------------===//

Stmt *MarkerInserter::block(const Statements &S, SourceLocation Begin,
                            SourceLocation End) {
  return CompoundStmt::Create(Context, S, FPOptionsOverride(), Begin, End);
}

Stmt *MarkerInserter::marker(MarkerKind Kind, unsigned Site, SourceLocation Loc) {
  const std::string Text = markerText(Kind, Site);
  QualType Type = Context.getStringLiteralArrayType(Context.CharTy, Text.size());
  auto *Literal = StringLiteral::Create(Context, Text, StringLiteralKind::Ordinary,
                                        /*Pascal=*/false, Type, Loc);
  return new (Context)
      GCCAsmStmt(Context, Loc, /*issimple=*/true, /*isvolatile=*/true,
                 /*numoutputs=*/0, /*numinputs=*/0, /*names=*/nullptr,
                 /*constraints=*/nullptr, /*exprs=*/nullptr, Literal,
                 /*numclobbers=*/0, /*clobbers=*/nullptr, /*numlabels=*/0, Loc);
}

/// Regions of one name in one region could not be told apart, unless roles do.
bool MarkerInserter::nameIsFree(const Mark &M) {
  if (M.Kind == MarkKind::Role || M.Kind == MarkKind::Iteration)
    return true;
  unsigned Parent = ~0u;
  std::string Roles;
  for (const OpenMark &Around : Open)
    if (Around.M.Kind == MarkKind::Role)
      Roles += Around.M.Name + "/";
    else if (Around.M.Kind != MarkKind::Iteration)
      Parent = Around.Site;
  return NamesByParent.insert({Parent, Roles, M.Name}).second;
}

/// Opens a lexical mark at this point.
void MarkerInserter::open(const Mark &M, Statements &Out) {
  if (!nameIsFree(M))
    report(M.Loc, "a region named \"" + M.Name +
                      "\" is already marked at this level; give this one another name");
  const unsigned Site = Sites.site(M, *Function);
  Open.push_back({M, Site, BreakDepth, ContinueDepth});
  Out.push_back(marker(MarkerKind::Begin, Site, M.Loc));
}

void MarkerInserter::close(Statements &Out) {
  Out.push_back(marker(MarkerKind::End, Open.back().Site, Open.back().M.Loc));
  Open.pop_back();
}

/// What stands for Old in a branch or loop is as likely as Old was: the compiler asks
/// the statement itself.
Stmt *MarkerInserter::asLikely(Stmt *New, const Stmt *Old) {
  const auto *Attributed = dyn_cast<AttributedStmt>(Old);
  if (!Attributed || New == Old)
    return New;
  llvm::SmallVector<const Attr *, 1> Attrs;
  llvm::copy_if(Attributed->getAttrs(), std::back_inserter(Attrs),
                [](const Attr *A) { return isa<LikelyAttr, UnlikelyAttr>(A); });
  return Attrs.empty()
             ? New
             : AttributedStmt::Create(Context, Attributed->getAttrLoc(), Attrs, New);
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
  case MarkKind::Role: {
    const std::string Pragma =
        M.Kind == MarkKind::Role ? "'#pragma argus role'" : "'#pragma argus region'";
    if (isa<SwitchCase>(Sub) || isa<LabelStmt>(Sub)) {
      report(M.Loc, Pragma + " before a label: put it after the label");
      return false;
    }
    if (Empty) {
      report(M.Loc, Pragma + " before an empty statement marks nothing");
      return false;
    }
    return true;
  }
  case MarkKind::Iteration:
    return checkLoop(M, Sub);
  case MarkKind::Function:
    report(M.Loc, "'[[argus::region]]' marks functions");
    return false;
  }
  llvm_unreachable("all kinds are handled");
}

bool MarkerInserter::checkLoop(const Mark &M, const Stmt *Sub) {
  if (!bodyOf(Sub)) {
    report(M.Loc, "'#pragma argus iteration' counts the trips of a loop, and no loop "
                  "follows; put it directly before a for, while or do");
    return false;
  }
  if (TripSites.count(Sub)) {
    report(M.Loc, "the trips of this loop are counted already; remove one of its "
                  "'#pragma argus iteration'");
    return false;
  }
  return true;
}

//===- Rewriting --------------------------------------------------------------===//

/// Rewrites a statement that stands alone, such as the body of an `if`.
Stmt *MarkerInserter::rewrite(Stmt *S) {
  if (!S)
    return nullptr;
  const size_t OpenBefore = Open.size();
  Statements Out;
  for (const Mark &M : marksOf(S))
    if (M.Kind == MarkKind::Scope)
      report(M.Loc,
             "ARGUS_REGION as the only statement marks nothing: a region lasts to "
             "the end of the block around it; put it into braces with what it "
             "marks");
  rewriteInBlock(S, Out);
  while (Open.size() > OpenBefore)
    close(Out);
  Stmt *New =
      Out.size() == 1 ? Out.front() : block(Out, S->getBeginLoc(), S->getEndLoc());
  return asLikely(New, S);
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
  const Stmt *Sub = withoutAttributes(S);
  for (const Mark &M : marksOf(S)) {
    if (!checkPlacement(M, Sub) || (M.Kind == MarkKind::Role && isa<IfStmt>(Sub)))
      continue;
    if (M.Kind == MarkKind::Begin || M.Kind == MarkKind::End) {
      Out.push_back(
          marker(M.Kind == MarkKind::Begin ? MarkerKind::Begin : MarkerKind::End,
                 Sites.site(M, *Function), M.Loc));
      return;
    }
    open(M, Out);
    if (M.Kind == MarkKind::Scope)
      return;
    if (M.Kind == MarkKind::Iteration)
      TripSites[Sub] = Open.back().Site;
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
    if (Child && (!isa<Expr>(Child) || hasOwnMarkers(S, Child)))
      replace(Child, rewriteChild(S, Child));
  BreakDepth -= Loop || isa<SwitchStmt>(S);
  ContinueDepth -= Loop;
}

/// Whether Child begins with markers because of what it is to Parent.
bool MarkerInserter::hasOwnMarkers(Stmt *Parent, const Stmt *Child) const {
  if (const auto *If = dyn_cast<IfStmt>(Parent))
    return Child == If->getThen() && BranchRoles.count(If);
  return Child == bodyOf(Parent) && TripSites.count(Parent);
}

/// A counted loop's body begins with the trip: there, and not at the loop's latch,
/// `continue` and jumps cannot miss it.
Stmt *MarkerInserter::rewriteChild(Stmt *Parent, Stmt *Child) {
  if (!hasOwnMarkers(Parent, Child))
    return rewrite(Child);
  Statements Out;
  const size_t OpenBefore = Open.size();
  if (isa<IfStmt>(Parent)) {
    for (const Mark &M : BranchRoles[Parent])
      open(M, Out);
  } else {
    Out.push_back(marker(MarkerKind::Trip, TripSites[Parent], Child->getBeginLoc()));
  }
  Out.push_back(rewrite(Child));
  while (Open.size() > OpenBefore)
    close(Out);
  return asLikely(block(Out, Child->getBeginLoc(), Child->getEndLoc()), Child);
}

/// How many of the open marks a jump stays in.
size_t MarkerInserter::marksKeptBy(Stmt *Jump) const {
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
  const size_t Kept = marksKeptBy(S);
  if (Kept == Open.size())
    return S;
  Statements Out;
  for (size_t I = Open.size(); I-- > Kept;)
    Out.push_back(marker(MarkerKind::End, Open[I].Site, S->getBeginLoc()));
  Out.push_back(S);
  return block(Out, S->getBeginLoc(), S->getEndLoc());
}

/// Notes the roles of the branches of S; returns how many marks are around all of S.
/// A scope lasts to the end of the block and is none of them.
unsigned MarkerInserter::noteMarks(const Stmt *S) {
  const Stmt *Sub = withoutAttributes(S);
  unsigned Around = 0;
  for (const Mark &M : marksOf(S)) {
    const bool OfBranch = M.Kind == MarkKind::Role && isa<IfStmt>(Sub);
    if (OfBranch)
      BranchRoles[Sub].push_back(M);
    Around += !OfBranch && (M.Kind == MarkKind::Region || M.Kind == MarkKind::Role ||
                            M.Kind == MarkKind::Iteration);
  }
  return Around;
}

/// Notes for each label how many lexical marks are around it.
void MarkerInserter::collectLabels(Stmt *S) {
  if (!S)
    return;
  if (auto *Label = dyn_cast<LabelStmt>(S))
    LabelDepth[Label->getDecl()] = MarksAround;
  const unsigned Before = MarksAround;
  for (Stmt *Child : S->children()) {
    if (!Child || isa<Expr>(Child))
      continue;
    const auto *If = dyn_cast<IfStmt>(S);
    const bool InRoles = If && Child == If->getThen() && BranchRoles.count(If);
    const unsigned Around = noteMarks(Child) + (InRoles ? BranchRoles[If].size() : 0);
    MarksAround += Around + llvm::count_if(marksOf(Child), [](const Mark &M) {
                     return M.Kind == MarkKind::Scope;
                   });
    collectLabels(Child);
    MarksAround -= Around;
  }
  MarksAround = Before;
}

} // namespace argus
